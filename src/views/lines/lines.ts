/** One line for each thing that happens, for logs and pipes. */
import { consumer } from '../../model/run/per-event.ts';
import { callLines, type Lines } from './calls.ts';
import type { Names } from '../names/names.ts';
import { reviewLines } from './reviews.ts';
import { attemptLines, headLines } from './fixes.ts';
import { runLines } from './runs.ts';

const nothing = (): null => null;

/** They say nothing new to a person, or are shown elsewhere: the start before the run, the end as the report. */
const silent = {
  'run.started': nothing,
  'run.finished': nothing,
  'process.started': nothing,
  'commits.kept': nothing,
  'round.measured': nothing,
  'places.moved': nothing,
  'attempt.output': nothing,
  'attempt.activity': nothing,
  'step.finished': nothing,
  'units.ready': nothing,
  'leftover.planned': nothing,
  'leftover.sent': nothing,
  'leftovers.filed': nothing,
} satisfies Partial<Lines>;

export const plainLine = consumer<string | null, [Names]>({
  ...reviewLines,
  ...callLines,
  ...attemptLines,
  ...headLines,
  ...runLines,
  ...silent,
});
