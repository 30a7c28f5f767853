/** A run as a terminal shows it: a fold of its events into phases. */
import type { RunEventOf, StoredEvent } from '../model/event.ts';
import { consumer } from '../model/run/per-event.ts';
import { printable, shorten } from '../plain/printable.ts';
import { count, judgement, verdict } from './words.ts';
import { showCommand } from '../config/values.ts';
import type { Names } from './names.ts';
import { callFolds, type PhaseFolds } from './phase-calls.ts';
import { close, fail, open, type Phases, setRow, stop } from './phase.ts';
import { said } from './said.ts';

const reviewing = {
  first: 'Reviewing',
  sequence: 'Reviewing, next reviewer',
  again: 'Reviewing what the fixes changed',
} as const;

const reviewEnd = ({
  verdict: said,
  message,
  findings,
}: RunEventOf<'review.finished'>): { doing: string; ended: 'good' | 'bad' | 'plain' } => {
  const why = printable(message ?? '');
  if (said === 'skipped') return { doing: `skipped: ${why}`, ended: 'plain' };
  return said === 'error'
    ? { doing: `failed: ${why}`, ended: 'bad' }
    : { doing: `${said}, ${count(findings.length, 'finding')}`, ended: 'good' };
};

const reasonOf = ({ nobody }: RunEventOf<'recheck.finished'>): string =>
  shorten([...new Set(nobody.map(({ reason }) => printable(reason)))].join('; '), 200);

const isReviewing = ({ current }: Phases): boolean => current?.key.startsWith('review') === true;

const admit = (phases: Phases, { findings }: RunEventOf<'findings.admitted'>): void => {
  if (!isReviewing(phases)) return;
  const isAgain = phases.current?.key === 'review again';
  const found = count(findings.length, isAgain ? 'new finding' : 'finding');
  close(phases, isAgain ? `Reviewed what the fixes changed: ${found}` : `Reviewed: ${found}`);
};

const reviewFolds = {
  'round.started': ({ cause }, phases) => void open(phases, `review ${cause}`, reviewing[cause]),
  'review.started': ({ reviewer }, phases, _, at) => {
    if (!isReviewing(phases)) open(phases, 'review first', reviewing.first);
    setRow(phases, reviewer, { at, label: printable(reviewer), doing: 'reviewing' });
  },
  'review.finished': (event, phases, _, at) =>
    setRow(phases, event.reviewer, { at, label: printable(event.reviewer), ...reviewEnd(event) }),
  'findings.admitted': (event, phases) => admit(phases, event),
} satisfies Partial<PhaseFolds>;

const endRecheck = (phases: Phases, event: RunEventOf<'recheck.finished'>, at: number): void => {
  open(phases, 'recheck', '');
  for (const { name, watches, problem } of event.tools) {
    const isThere = problem === undefined;
    const doing = isThere
      ? `looks again at ${count(Object.keys(watches).length, 'finding')}`
      : shorten(printable(problem), 200);
    setRow(phases, name, { at, label: printable(name), doing, ended: isThere ? 'good' : 'bad' });
  }
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
    const end = verification.verdict === 'passed' ? close : fail;
    end(phases, `Untouched start: verification ${verdict(verification.verdict)}`);
  },
} satisfies Partial<PhaseFolds>;

/** What the agent does right now; the time beside it starts again with each. */
const activity = (event: RunEventOf<'attempt.activity'>): string =>
  event.activity === 'file'
    ? `changed ${shorten(printable(event.name), 60)}`
    : shorten(`${printable(event.name)}${event.detail === undefined ? '' : ` ${printable(event.detail)}`}`, 80);

const judge = (phases: Phases, event: RunEventOf<'attempt.judged'>, at: number): void => {
  const results = Object.values(event.results);
  const isGood = results.length > 0 && results.every(({ result }) => result === 'accepted');
  const words = results.map((one) => judgement(one, (text) => shorten(printable(text), 120)));
  setRow(phases, event.unit, { at, doing: [...new Set(words)].join('; '), ended: isGood ? 'good' : 'bad' });
};

const unitFolds = {
  'step.started': ({ cycle, step, units }, phases, names, at) => {
    open(phases, `step ${cycle}.${step}`, `Fixing, cycle ${cycle}, step ${step}`);
    for (const { unit } of units) setRow(phases, unit, { at, label: names.label(unit), doing: 'waiting for its turn' });
  },
  'attempt.started': ({ unit, agent }, phases, _, at) =>
    setRow(phases, unit, { at, doing: `${printable(agent)} is fixing` }),
  'attempt.postponed': ({ unit, outcome, until }, phases, _, at) =>
    setRow(phases, unit, { at, doing: `${outcome}, tries again`, until: Date.parse(until) }),
  'attempt.activity': (event, phases, _, at) => setRow(phases, event.unit, { at, doing: activity(event) }),
  'attempt.finished': ({ unit }, phases, _, at) => setRow(phases, unit, { at, doing: 'answered' }),
  'unit.split': ({ unit: whole, parts }, phases, names, at) => {
    setRow(phases, whole, { at, doing: 'taken apart', ended: 'plain' });
    for (const { unit } of parts)
      setRow(phases, unit, { at, label: names.label(unit), doing: 'waiting to be verified' });
  },
  'check.started': ({ unit }, phases, _, at) => setRow(phases, unit, { at, doing: 'verifying' }),
  'check.finished': ({ unit, verification }, phases, _, at) =>
    setRow(phases, unit, { at, doing: `verification ${verdict(verification.verdict)}` }),
  'attempt.judged': (event, phases, _, at) => judge(phases, event, at),
} satisfies Partial<PhaseFolds>;

const together = 'all together';

const headFolds = {
  'head.check.started': (_event, phases, _, at) => setRow(phases, together, { at, doing: 'verifying' }),
  'head.checked': ({ verification }, phases, _, at) => {
    const ended = verification.verdict === 'passed' ? 'good' : 'bad';
    setRow(phases, together, { at, doing: `verification ${verdict(verification.verdict)}`, ended });
  },
  'culprits.removed': ({ removed }, phases, names, at) => {
    const out = removed.map(({ unit }) => names.unit(unit)).join(', ');
    setRow(phases, together, { at, doing: `taken out again: ${out}`, ended: 'bad' });
  },
  'step.finished': ({ cycle, step }, phases) => close(phases, `Fixed, cycle ${cycle}, step ${step}`),
  'run.finished': (_, phases) => stop(phases),
} satisfies Partial<PhaseFolds>;

const nothing = (): void => undefined;

/** They are no part of a phase: lines say what there is to say. */
const unseen = {
  'run.started': nothing,
  'run.resumed': nothing,
  'run.waiting': nothing,
  'run.stopping': nothing,
  'run.handed-over': nothing,
  'cancel.requested': nothing,
  'limits.set': nothing,
  'process.started': nothing,
  'commits.kept': nothing,
  'run.moved': nothing,
  warning: nothing,
  'question.answered': nothing,
  'questions.answered': nothing,
  'finding.closed': nothing,
  'finding.fixed': nothing,
  'places.moved': nothing,
  'cycle.started': nothing,
  'cycle.finished': nothing,
  'agent.replaced': nothing,
  'attempt.output': nothing,
  'units.integrated': nothing,
  'head.accepted': nothing,
} satisfies Partial<PhaseFolds>;

const foldInto = consumer<void, [phases: Phases, names: Names, at: number]>({
  ...reviewFolds,
  ...startFolds,
  ...callFolds,
  ...unitFolds,
  ...headFolds,
  ...unseen,
});

/** Changes `phases` by one event. */
export const foldPhase = (phases: Phases, event: StoredEvent, names: Names): void =>
  foldInto(event, phases, names, Date.parse(event.at));
