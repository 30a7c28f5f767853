/** Fixing, as phases: a line for each unit, and one for those that are proven together. */
import type { RunEventOf } from '../../model/event.ts';
import { isOfTargets } from '../../model/verification.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { judgement, verdict } from '../words/judgements.ts';
import type { Names } from '../names/names.ts';
import type { PhaseFolds } from './calls.ts';
import { allTogether } from './processes.ts';
import { close, open, type Phases, setRow, stop } from './phase.ts';

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

/** How far it has come stands behind its title. */
const count = ({ current }: Phases, names: Names): void => {
  if (current) current.title = `${current.title.split(':')[0]}: ${names.tally()}`;
};

export const unitFolds = {
  'step.started': ({ cycle, units }, phases, names, at) => {
    open(phases, `cycle ${cycle}`, `Fixing, cycle ${cycle}`);
    count(phases, names);
    for (const { unit } of units) setRow(phases, unit, { at, label: names.label(unit), doing: 'waiting for its turn' });
  },
  'attempt.started': ({ unit, agent }, phases, _, at) =>
    setRow(phases, unit, { at, doing: `${printable(agent)} is fixing` }),
  'attempt.postponed': ({ unit, outcome, until }, phases, _, at) =>
    setRow(phases, unit, { at, doing: `${outcome}, tries again`, until: Date.parse(until) }),
  'attempt.activity': (event, phases, _, at) => setRow(phases, event.unit, { at, doing: activity(event) }),
  'attempt.finished': ({ unit }, phases, names, at) => {
    setRow(phases, unit, { at, doing: 'answered' });
    count(phases, names);
  },
  'unit.split': ({ unit: whole, parts }, phases, names, at) => {
    setRow(phases, whole, { at, doing: 'taken apart', ended: 'plain' });
    for (const { unit } of parts) setRow(phases, unit, { at, label: names.label(unit), doing: 'waiting to be proven' });
  },
  'units.ready': ({ units }, phases, _, at) => {
    for (const unit of units) setRow(phases, unit, { at, doing: 'waiting to be proven with others' });
  },
  'check.started': ({ unit }, phases, _, at) => setRow(phases, unit, { at, doing: 'verifying' }),
  'check.finished': ({ unit, verification }, phases, _, at) =>
    setRow(phases, unit, {
      at,
      doing: `${isOfTargets(verification) ? 'own check' : 'verification'} ${verdict(verification.verdict)}`,
    }),
  'attempt.judged': (event, phases, names, at) => {
    judge(phases, event, at);
    count(phases, names);
  },
} satisfies Partial<PhaseFolds>;

export const headFolds = {
  'head.check.started': (_event, phases, _, at) => setRow(phases, allTogether, { at, doing: 'verifying' }),
  'head.checked': ({ verification }, phases, _, at) => {
    const ended = verification.verdict === 'passed' ? 'good' : 'bad';
    setRow(phases, allTogether, { at, doing: `verification ${verdict(verification.verdict)}`, ended });
  },
  'head.accepted': (_event, phases, names) => count(phases, names),
  'culprits.removed': ({ removed }, phases, names, at) => {
    const out = removed.map(({ unit }) => names.unit(unit)).join(', ');
    setRow(phases, allTogether, { at, doing: `taken out again: ${out}`, ended: 'bad' });
  },
  'group.finished': ({ culprit }, phases, names, at) => {
    if (culprit)
      setRow(phases, allTogether, { at, doing: `taken out again: ${names.unit(culprit.unit)}`, ended: 'bad' });
  },
  'cycle.finished': ({ cycle }, phases) => close(phases, `Fixed, cycle ${cycle}`),
  'run.finished': (_, phases) => stop(phases),
} satisfies Partial<PhaseFolds>;
