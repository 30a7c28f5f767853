/** Moves fixes on, each by itself until it is ready, and then together: attempts, checks, groups, judgement. */
import { isAcceptable } from '../../stages/gates/acceptable.ts';
import { keyOfCall } from '../../model/call.ts';
import type { RunEvent } from '../../model/event.ts';
import type { EvidenceKind } from '../../stages/gates/gate.ts';
import { divide } from '../../plain/divide.ts';
import type { Action } from '../actions.ts';
import { affordable, outOfBudget } from './calls/budget.ts';
import { challengeOf } from './gates/challenge.ts';
import { conclude } from './conclude.ts';
import { claimed } from './gates/claims.ts';
import { type Attempted, isChecked } from './gates/evidence.ts';
import { type Walk, walkGates } from './gates/judge.ts';
import { formGroup } from './prove/line.ts';
import { proveGroup, type Proving } from './prove/prove-group.ts';
import { mayBegin } from '../state/mode.ts';
import { mustMovePlaces } from '../state/places.ts';
import { currentCycle, type RunState, workingUnits } from '../state/state.ts';
import { stepOf, type UnitState, waitsForCall } from '../state/unit.ts';
import { callActions, isUnderWay, type WantedCall } from './calls/wanted-calls.ts';
import { firstOf, type Question, record } from './first-of.ts';
import { startStep } from './start-step.ts';
import { verifyTheStart } from './verify-the-start.ts';

/**
 * What was judged is written down first; then the start is verified, where that has to be done once more, and findings
 * follow the code; then whoever can work has something to do:
 * agents go on with the next findings while a group is being proven. Null while nothing is under way.
 */
export const advanceStep: Question = (state) => {
  const units = workingUnits(state);
  if (units.length === 0) return record(finishedSteps(state, units));
  const walks = units.filter(isByItself).map((unit) => walkGates({ state, unit }));
  const proving = proveGroup(state);
  return (
    record([...judgements(walks), ...readiness(walks), ...proving.decided, ...finishedSteps(state, units)]) ??
    beforeMore(state) ??
    goOnWith(state, units, walks, proving)
  );
};

const followTheCode: Question = (state) => (mustMovePlaces(state) ? [{ do: 'move-places' }] : null);

const beforeMore = firstOf(verifyTheStart, followTheCode, startStep);

type ByItself = Extract<UnitState, { phase: 'answered' | 'checked' | 'conflict' | 'removed' | 'proven' }>;

/** It was answered, and is to be judged; what is ready, or in a group, is judged with the group. */
const isByItself = (unit: UnitState): unit is ByItself =>
  unit.answer !== undefined && unit.phase !== 'judged' && unit.phase !== 'ready' && unit.phase !== 'committed';

const judgements = (walks: readonly Walk[]): RunEvent[] =>
  walks.flatMap((walk) => (walk.status === 'judged' ? walk.events : []));

/** All that is left to know is known by a run, and by putting it together with others. */
const readiness = (walks: readonly Walk[]): RunEvent[] => {
  const units = lacking(walks, 'proof', 'combination').map(({ unit }) => unit.plan.unit);
  return units.length === 0 ? [] : [{ type: 'units.ready', units }];
};

/** All that was begun in them is judged. */
const finishedSteps = (state: RunState, units: readonly UnitState[]): RunEvent[] => {
  const cycle = currentCycle(state);
  if (!cycle || cycle.openSteps.size === 0) return [];
  const working = new Set(units.map(({ plan }) => stepOf(plan)));
  return [...cycle.openSteps]
    .filter((step) => !working.has(step))
    .map((step) => ({ type: 'step.finished', cycle: cycle.n, step }));
};

/** Null when there is nothing left to do, and nothing is waited for. */
const goOnWith = (
  state: RunState,
  units: readonly UnitState[],
  walks: readonly Walk[],
  proving: Proving,
): Action[] | null => {
  const waiting = waitingCalls(state, units);
  const wanted = lacking([...walks, ...proving.lacking], 'opinion').flatMap(wantedChallenges);
  const challenges = callActions(state, withBegun(state, wanted), state.config.fix.concurrency) ?? [];
  const work = [
    ...attempts(state, units, waiting.paidFor),
    ...checks(state, lacking(walks, 'piece', 'check')),
    ...challenges.filter((action) => action.do === 'call'),
    ...proving.trial,
    ...formGroup(state),
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
const waitingCalls = (state: RunState, units: readonly UnitState[]) => {
  const waiting = mayBegin(state) ? units.filter(waitsForCall) : [];
  const calls = waiting.map((unit) => ({ unit, agent: unit.plan.agent }));
  const paidFor = affordable(state, calls).map(({ unit }) => unit);
  return { paidFor, unpaid: waiting.find((unit) => !paidFor.includes(unit)) };
};

const wantedChallenges = ({ state, unit }: Attempted): WantedCall[] => {
  const challenged = challengeOf(state, unit, claimed(unit));
  return challenged.status === 'waiting' ? challenged.calls : [];
};

/** Opinions that nobody waits for at the moment are heard out: their fixes went back into the line, or were refused. */
const withBegun = (state: RunState, wanted: readonly WantedCall[]): WantedCall[] => {
  const keys = new Set(wanted.map(({ subject }) => keyOfCall(subject)));
  const begun = [...state.agents.calls.values()].filter(
    (call) => call.subject.role === 'challenge' && isUnderWay(call) && !keys.has(call.key),
  );
  return [...wanted, ...begun];
};

/** In the order of the plan, never more side by side than allowed. */
const attempts = (state: RunState, units: readonly UnitState[], waiting: readonly UnitState[]): Action[] => {
  const underWay = units.filter((unit) => unit.phase === 'started' && !waitsForCall(unit));
  const postponed = waiting.filter((unit) => unit.phase === 'started');
  const planned = waiting.filter((unit) => unit.phase === 'planned');
  return [...underWay, ...postponed, ...planned]
    .slice(0, state.config.fix.concurrency)
    .map((unit) => ({ do: 'attempt', unit: unit.plan.unit }));
};

/** A change about several findings is taken apart once it was checked by itself, where that is done at all. */
const checks = ({ config }: RunState, lacking: readonly Attempted[]): Action[] => {
  const unchecked = lacking.filter((attempted) => !isChecked(attempted));
  // Whoever was begun with goes on: others that come before it in the plan do not push it aside.
  const [underWay, others] = divide(unchecked, ({ unit }) => unit.phase === 'answered' && unit.isBeingChecked === true);
  const separable = lacking.filter(isChecked);
  const most = config.verify.concurrency ?? config.fix.concurrency;
  return [
    ...[...underWay, ...others].slice(0, most).map(({ unit }): Action => ({ do: 'check', unit: unit.plan.unit })),
    ...separable.map(({ unit }): Action => ({ do: 'split', unit: unit.plan.unit, holds: holdsAsAWhole(unit, config) })),
  ];
};

const holdsAsAWhole = ({ check }: UnitState, config: RunState['config']): boolean =>
  check !== undefined && isAcceptable(check, config);
