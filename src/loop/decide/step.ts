/** Moves one step of a cycle on: attempts, checks, integration, the combined check, judgement. */
import { isAcceptable } from '../../stages/gates/acceptable.ts';
import type { RunEvent } from '../../model/event.ts';
import type { EvidenceKind } from '../../stages/gates/gate.ts';
import type { Action } from '../actions.ts';
import { affordable, outOfBudget } from './calls/budget.ts';
import { challengeOf } from './gates/challenge.ts';
import { conclude } from './conclude.ts';
import { acceptance } from './gates/accept-head.ts';
import { claimed } from './gates/claims.ts';
import { type Attempted, isChecked } from './gates/evidence.ts';
import { type Walk, walkGates } from './gates/judge.ts';
import { mayBegin } from '../state/mode.ts';
import { currentCycle, type RunState, type StepState, stepUnits } from '../state/state.ts';
import { type UnitState, waitsForCall } from '../state/unit.ts';
import { callActions, type WantedCall } from './calls/wanted-calls.ts';
import { type Question, record } from './first-of.ts';

/**
 * What was judged is written down first; then units go on side by side; then all of them are put together. Null while
 * no step is under way.
 */
export const advanceStep: Question = (state) => {
  const step = currentCycle(state)?.step;
  if (!step) return null;
  // Those that were answered and are not judged yet, and how far they come.
  const walks = stepUnits(state, step).flatMap((unit) =>
    !unit.answer || unit.phase === 'judged' ? [] : walkGates({ state, unit }),
  );
  const judgements = walks.flatMap((walk) => (walk.status === 'judged' ? walk.events : []));
  return record(judgements) ?? goOnWith(state, step, walks) ?? finishStep(state, step, lacking(walks, 'combination'));
};

/** Null when there is nothing left to find out about its units one by one. */
const goOnWith = (state: RunState, step: StepState, walks: readonly Walk[]): Action[] | null => {
  const waiting = waitingCalls(state, step);
  const wanted = lacking(walks, 'opinion').flatMap(wantedChallenges);
  const challenges = callActions(state, wanted, state.config.fix.concurrency) ?? [];
  const work = [
    ...attempts(state, step, waiting.paidFor),
    ...checks(state, lacking(walks, 'piece', 'check')),
    ...challenges.filter((action) => action.do === 'call'),
  ];
  if (work.length > 0) return work;
  if (waiting.unpaid) return record([outOfBudget(state, waiting.unpaid.plan.agent)]);
  // Not one of them can be paid for.
  if (challenges.length > 0) return challenges;
  // What is left without an opinion is neither taken in nor thrown away: a resumed run goes on with it.
  return wanted.length > 0 ? conclude(state) : null;
};

/** Those for whom evidence of these kinds is to be gathered first. */
const lacking = (walks: readonly Walk[], ...kinds: EvidenceKind[]): Attempted[] =>
  walks.flatMap((walk) => (walk.status === 'lacks' && kinds.includes(walk.evidence) ? [walk.attempted] : []));

/** Calls of fixers that wait: those that can be paid for, and the first that cannot. */
const waitingCalls = (state: RunState, step: StepState) => {
  const units = step.integrated ? [] : waitingUnits(state, stepUnits(state, step));
  const calls = units.map((unit) => ({ unit, agent: unit.plan.agent }));
  const paidFor = affordable(state, calls).map(({ unit }) => unit);
  return { paidFor, unpaid: units.find((unit) => !paidFor.includes(unit)) };
};

const wantedChallenges = ({ state, unit }: Attempted): WantedCall[] => {
  const challenged = challengeOf(state, unit, claimed(unit));
  return challenged.status === 'waiting' ? challenged.calls : [];
};

/** Calls that are not begun yet, or were put off. */
const waitingUnits = (state: RunState, units: readonly UnitState[]): UnitState[] =>
  mayBegin(state) ? units.filter(waitsForCall) : [];

/** In the order of the plan, never more side by side than allowed. */
const attempts = (state: RunState, step: StepState, waiting: readonly UnitState[]): Action[] => {
  const underWay = stepUnits(state, step).filter((unit) => unit.phase === 'started' && !waitsForCall(unit));
  const postponed = waiting.filter((unit) => unit.phase === 'started');
  const planned = waiting.filter((unit) => unit.phase === 'planned');
  return [...underWay, ...postponed, ...planned]
    .slice(0, state.config.fix.concurrency)
    .map((unit) => ({ do: 'attempt', unit: unit.plan.unit }));
};

/** A change about several findings is taken apart once it is known whether it holds as a whole. */
const checks = ({ config }: RunState, lacking: readonly Attempted[]): Action[] => {
  const unchecked = lacking.filter((attempted) => !isChecked(attempted));
  const separable = lacking.filter(isChecked);
  return [
    ...unchecked.slice(0, config.fix.concurrency).map(({ unit }): Action => ({ do: 'check', unit: unit.plan.unit })),
    ...separable.map(({ unit }): Action => ({ do: 'split', unit: unit.plan.unit, holds: holdsAsAWhole(unit, config) })),
  ];
};

const holdsAsAWhole = ({ check }: UnitState, config: RunState['config']): boolean =>
  check !== undefined && isAcceptable(check, config);

/** Everything else about its units is known: they are put together, and the head that comes of it is proven. */
const finishStep = (state: RunState, step: StepState, passed: readonly Attempted[]): Action[] => {
  const units = passed.map(({ unit }) => unit.plan.unit);
  if (units.length === 0) return [{ do: 'record', events: [stepFinished(state, step)] }];
  if (!step.integrated) return [{ do: 'integrate', units }];
  const accepted = acceptance(state);
  return accepted ? [{ do: 'record', events: [accepted] }] : proveHead(state);
};

const stepFinished = ({ fixing }: RunState, { n }: StepState): RunEvent => ({
  type: 'step.finished',
  cycle: fixing.cycles.length,
  step: n,
});

const proveHead = ({ checks, code }: RunState): Action[] => [
  { do: checks.verified.has(code.head.tree) ? 'find-culprits' : 'check-head' },
];
