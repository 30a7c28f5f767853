/** Moves fixes on, each by itself until it is ready, and then together: attempts, checks, groups, judgement. */
import type { RunEvent } from '../../model/event.ts';
import type { Action } from '../actions.ts';
import { outOfBudget } from './calls/budget.ts';
import { givenUp } from './calls/per-finding.ts';
import { conclude } from './conclude.ts';
import { askPeople } from './decisions.ts';
import { type Walk, walkGates } from './gates/judge.ts';
import { formGroup } from './prove/line.ts';
import { proveGroup } from './prove/prove-group.ts';
import type { Proving } from './prove/proving.ts';
import { mayBegin } from '../state/mode.ts';
import { mustMovePlaces } from '../state/places.ts';
import { currentCycle, type RunState, workingUnits } from '../state/state.ts';
import { stepOf, type UnitState } from '../state/unit.ts';
import { callActions } from './calls/wanted-calls.ts';
import { firstOf, type Question, record } from './first-of.ts';
import { openQuestions, wait } from './questions.ts';
import { startStep } from './start-step.ts';
import { verifyTheStart } from './verify-the-start.ts';
import { lacking } from './step/lacking.ts';
import { wantedOpinions, questionsIn, withBegun } from './step/opinions.ts';
import { waitingCalls, attempts } from './step/attempts.ts';
import { checks } from './step/checks.ts';

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
    record(askPeople(state, questionsIn(walks))) ??
    record(givenUp(state, units)) ??
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
  const wanted = wantedOpinions(walks, proving);
  const questions = mayBegin(state) ? questionsIn(walks) : [];
  const challenges = callActions(state, withBegun(state, wanted), state.config.fix.concurrency) ?? [];
  const work = [
    ...attempts(state, units, waiting.paidFor),
    ...checks(state, lacking(walks, 'piece', 'reading', 'check')),
    ...challenges.filter((action) => action.do === 'call'),
    ...proving.trial,
    ...formGroup(state),
  ];
  // Whoever answers is heard while others work.
  if (work.length > 0) return questions.length > 0 ? [...work, { do: 'wait' }] : work;
  if (waiting.unpaid) return record([outOfBudget(state, { agent: waiting.unpaid.plan.agent, role: 'fix' })]);
  // Nobody goes on with the others now: what is ready does not wait for them.
  const ready = formGroup(state, false);
  if (ready.length > 0) return ready;
  // Not one of them can be paid for.
  if (challenges.length > 0) return challenges;
  // What is left without an opinion is neither taken in nor thrown away: a resumed run goes on with it.
  if (wanted.length > 0) return conclude(state);
  return questions.length > 0 ? [wait(state, openQuestions(state))] : null;
};
