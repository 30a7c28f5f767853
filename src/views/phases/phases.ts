/** A run as a terminal shows it: a fold of its events into phases. */
import type { RunEventOf, StoredEvent } from '../../model/event.ts';
import { consumer } from '../../model/run/per-event.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { verdict } from '../words/judgements.ts';
import { count } from '../words/amounts.ts';
import { showCommand } from '../../config/values.ts';
import type { Names } from '../names/names.ts';
import { callFolds, type PhaseFolds } from './calls.ts';
import { close, fail, open, type Phases, type Row, setRow } from './phase.ts';
import { said } from '../said.ts';
import { endRows, processFolds } from './processes.ts';
import { reviewFolds } from './reviews.ts';
import { unitFolds, headFolds } from './fixes.ts';

const reasonOf = ({ nobody }: RunEventOf<'recheck.finished'>): string =>
  shorten([...new Set(nobody.map(({ reason }) => printable(reason)))].join('; '), 200);

const watcherEnd = ({ watches, problem }: RunEventOf<'recheck.finished'>['tools'][number]): Partial<Row> =>
  problem === undefined
    ? { doing: `looks again at ${count(Object.keys(watches).length, 'finding')}`, ended: 'good' }
    : { doing: shorten(printable(problem), 200), ended: 'bad' };

const endRecheck = (phases: Phases, event: RunEventOf<'recheck.finished'>, at: number): void => {
  open(phases, 'recheck', '');
  for (const tool of event.tools) setRow(phases, tool.name, { at, label: printable(tool.name), ...watcherEnd(tool) });
  const nobody = event.nobody.reduce((sum, { findings }) => sum + findings.length, 0);
  if (nobody === 0) return close(phases, 'Every finding is looked at again');
  close(phases, `Nobody looks again at ${count(nobody, 'finding')}${said(reasonOf(event))}`);
};

const startFolds = {
  'recheck.started': ({ name, command }, phases, _, at) => {
    open(phases, 'recheck', 'Asking who can look again at the findings');
    setRow(phases, name, { at, label: printable(name), doing: shorten(printable(showCommand(command)), 80) });
  },
  'recheck.finished': (event, phases, _, at) => endRecheck(phases, event, at),
  'baseline.started': (_, phases) => void open(phases, 'baseline', 'Verifying the untouched start'),
  'baseline.finished': ({ verification }, phases) => {
    const hasPassed = verification.verdict === 'passed';
    endRows(phases, hasPassed ? 'good' : 'bad');
    const end = hasPassed ? close : fail;
    end(phases, `Untouched start: verification ${verdict(verification.verdict)}`);
  },
} satisfies Partial<PhaseFolds>;

const nothing = (): void => undefined;

/** They are no part of a phase: lines say what there is to say. */
const unseen = {
  'run.started': nothing,
  'run.resumed': nothing,
  'run.waiting': nothing,
  'run.stopping': nothing,
  'run.handed-over': nothing,
  'leftover.planned': nothing,
  'leftover.sent': nothing,
  'leftover.confirmed': nothing,
  'leftover.failed': nothing,
  'leftovers.filed': nothing,
  'cancel.requested': nothing,
  'limits.set': nothing,
  'commits.kept': nothing,
  'run.moved': nothing,
  warning: nothing,
  'question.asked': nothing,
  'question.answered': nothing,
  'questions.answered': nothing,
  'finding.closed': nothing,
  'finding.fixed': nothing,
  'finding.reopened': nothing,
  'places.moved': nothing,
  'round.measured': nothing,
  'head.restored': nothing,
  'cycle.started': nothing,
  'agent.replaced': nothing,
  'attempt.output': nothing,
  'units.integrated': nothing,
  'step.finished': nothing,
} satisfies Partial<PhaseFolds>;

const foldInto = consumer<void, [phases: Phases, names: Names, at: number]>({
  ...reviewFolds,
  ...startFolds,
  ...callFolds,
  ...processFolds,
  ...unitFolds,
  ...headFolds,
  ...unseen,
});

/** Changes `phases` by one event. */
export const foldPhase = (phases: Phases, event: StoredEvent, names: Names): void =>
  foldInto(event, phases, names, Date.parse(event.at));
