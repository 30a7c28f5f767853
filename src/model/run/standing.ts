/**
 * How a run stands, in a few words: what a list of runs shows. Kept beside the events and made from them, so that a
 * list reads none. No zod schema: `fixpoint status` is to start fast, and this is all that it reads.
 */
import type { Question } from '../call.ts';
import type { Command } from './outcome.ts';
import type { Report } from '../report.ts';
import type { Totals } from '../finding/reported.ts';

export type Standing = {
  command: Command;
  root: string;
  startedAt: string;
  lastAt: string;
  /** null while it is under way, or was interrupted. */
  status: NonNullable<Report['status']> | null;
  totals: Totals;
  branch: string | null;
  /** What it waits for. */
  questions?: Question[];
  /** What agents said that they cost. */
  usd?: number;
  /** It ended before it was through, and why. */
  stopReason?: NonNullable<Report['stopReason']>;
};

const commands: Readonly<Record<Command, true>> = { fix: true, run: true, review: true, plan: true, clarify: true };
const statuses: Readonly<Record<NonNullable<Standing['status']>, true>> = {
  clean: true,
  leftovers: true,
  failed: true,
  cancelled: true,
  waiting: true,
};
const counts = ['total', 'fixed', 'notRechecked', 'blocked', 'dismissed', 'open'] as const satisfies (keyof Totals)[];

/** null for a text of another version: whoever keeps it makes it again from the events. */
export const readStanding = (text: string): Standing | null => {
  const value: unknown = JSON.parse(text);
  return isStanding(value) ? value : null;
};

const isStanding = (value: unknown): value is Standing =>
  isObject(value) &&
  isOneOf(commands, value['command']) &&
  typeof value['root'] === 'string' &&
  typeof value['startedAt'] === 'string' &&
  typeof value['lastAt'] === 'string' &&
  (value['status'] === null || isOneOf(statuses, value['status'])) &&
  (value['branch'] === null || typeof value['branch'] === 'string') &&
  (value['questions'] === undefined || Array.isArray(value['questions'])) &&
  ['undefined', 'number'].includes(typeof value['usd']) &&
  ['undefined', 'string'].includes(typeof value['stopReason']) &&
  hasCounts(value['totals']);

const hasCounts = (totals: unknown): boolean =>
  isObject(totals) && counts.every((key) => Number.isInteger(totals[key]));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isOneOf = (names: Readonly<Record<string, true>>, value: unknown): boolean =>
  typeof value === 'string' && Object.hasOwn(names, value);
