/** Folds calls of agents that review, ask, plan or challenge into the phases of a run. */
import type { CallSubject } from '../../model/call.ts';
import type { RunEventOf } from '../../model/event.ts';
import type { PerEvent } from '../../model/run/per-event.ts';
import { printable } from '../../plain/printable.ts';
import { ended, planWords } from '../lines/calls.ts';
import type { Names } from '../names/names.ts';
import { close, open, type Phases, setRow } from './phase.ts';
import { given } from '../../plain/given.ts';

type Place = { row: string; label?: string; doing: string };

/** Where a call is shown, and as what. */
const placeOf = (subject: CallSubject, agent: string): Place => {
  const name = printable(agent);
  switch (subject.role) {
    case 'review':
      return { row: subject.reviewer, doing: `${name} is reviewing` };
    case 'clarify':
      return { row: 'clarify', label: name, doing: 'looks for what is unclear' };
    case 'plan':
      return { row: 'plan', label: name, doing: 'is planning' };
    case 'challenge':
      return { row: subject.unit, doing: `${name} is challenging the fix` };
    case 'adjudicate':
      return { row: subject.unit, doing: `${name} decides whether it holds` };
    default:
      return subject satisfies never;
  }
};

const begin = (phases: Phases, { subject, agent }: RunEventOf<'call.started'>, at: number): void => {
  if (subject.role === 'clarify') open(phases, 'clarify', 'Clarifying');
  if (subject.role === 'plan') open(phases, 'plan', 'Planning');
  const { row, label, doing } = placeOf(subject, agent);
  setRow(phases, row, { at, doing, ...given({ label }) });
};

const countPart = (phases: Phases, row: string, at: number): void => {
  const parts = phases.current?.rows.get(row)?.parts;
  setRow(phases, row, { at, ...(parts && { parts: { ...parts, done: parts.done + 1 } }) });
};

const finish = (phases: Phases, event: RunEventOf<'call.finished'>, names: Names, at: number): void => {
  const subject = names.subject(event.call);
  if (subject === undefined) return;
  const { row } = placeOf(subject, event.agent);
  if (subject.role === 'review') return countPart(phases, row, at);
  const failed = event.outcome !== 'ok' || event.answer === null;
  const words = ended(event, names);
  // What it comes to for the unit is said when all challengers were heard.
  if (subject.role === 'challenge') return setRow(phases, row, { at, doing: `challenged: ${words}` });
  if (subject.role === 'adjudicate') return setRow(phases, row, { at, doing: `disputed: ${words}` });
  setRow(phases, row, { at, doing: words, ended: failed ? 'bad' : 'good' });
  // Nothing may be drawn while questions are asked.
  if (subject.role === 'clarify') close(phases, failed ? 'Clarifying failed' : `Clarifying: ${words}`);
};

/** Of one event: `at` is its time. */
export type PhaseFolds = PerEvent<void, [phases: Phases, names: Names, at: number]>;

export const callFolds = {
  'review.scoped': ({ reviewer, parts }, phases, _, at) =>
    setRow(phases, reviewer, { at, parts: { of: parts.length, done: 0 } }),
  'call.started': (event, phases, _, at) => begin(phases, event, at),
  'call.postponed': ({ call, outcome, until }, phases, names, at) => {
    const subject = names.subject(call);
    if (subject === undefined) return;
    const { row } = placeOf(subject, '');
    setRow(phases, row, { at, doing: `${outcome}, tries again`, until: Date.parse(until) });
  },
  'call.finished': (event, phases, names, at) => finish(phases, event, names, at),
  'plan.made': (event, phases) => {
    if (phases.current?.key === 'plan') close(phases, `Planned: ${planWords(event)}`);
  },
} satisfies Partial<PhaseFolds>;
