/** Decides what happens next in a run. Pure: the same state always gives the same actions. */
import type { Action } from '../actions.ts';
import { mustMovePlaces } from '../state/places.ts';
import { currentCycle, currentRound, isConcluding, type RunState } from '../state/state.ts';
import { betweenSteps } from './between-steps.ts';
import { reasonToStop } from './calls/reason-to-stop.ts';
import { conclude } from './conclude.ts';
import { firstOf, type Question, record } from './first-of.ts';
import { reviewActions } from './review.ts';
import { firstRound } from './rounds.ts';
import { advanceStep } from './step.ts';

/** Every action that should be under way now; none once the run is finished. */
export const next = (state: RunState): Action[] => {
  const { config, started } = state;
  if (!config || !started) throw new Error(`run ${state.run} has no start`);
  return wholeRun(state, config) ?? conclude(state, config);
};

const doNothingMore: Question = ({ finished }) => (finished ? [] : null);

const endAtOnce: Question = (state, config) => (isConcluding(state) ? conclude(state, config) : null);

const stopForAReason: Question = (state, config) => {
  const reason = reasonToStop(state, config);
  return reason === null ? null : record([reason]);
};

const startReviewing: Question = (state, config) =>
  state.admitted || currentRound(state) ? null : firstRoundUnlessStopping(state, config);

const firstRoundUnlessStopping: Question = (state, config) =>
  state.stopping ? conclude(state, config) : record(firstRound(state, config));

const review: Question = (state, config) => {
  const round = currentRound(state);
  if (state.admitted || !round) return null;
  return reviewActions(state, config, round) ?? conclude(state, config);
};

const goOnWithStep: Question = (state, config) => {
  const step = currentCycle(state)?.step;
  return step ? advanceStep(state, step, config) : null;
};

const followTheCode: Question = (state) => (mustMovePlaces(state) ? [{ do: 'move-places' }] : null);

const wholeRun = firstOf(
  doNothingMore,
  endAtOnce,
  stopForAReason,
  startReviewing,
  review,
  goOnWithStep,
  followTheCode,
  betweenSteps,
);
