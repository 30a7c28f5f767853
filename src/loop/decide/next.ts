/** Decides what happens next in a run. Pure: the same state always gives the same actions. */
import type { Action } from '../actions.ts';
import { mustMovePlaces } from '../state/places.ts';
import { isEnding, mayBegin } from '../state/mode.ts';
import { currentRound, type RunState } from '../state/state.ts';
import { betweenSteps } from './between-steps.ts';
import { reasonToStop } from './calls/reason-to-stop.ts';
import { conclude } from './conclude.ts';
import { firstOf, type Question, record } from './first-of.ts';
import { reviewActions } from './review.ts';
import { firstRound } from './rounds.ts';
import { advanceStep } from './step.ts';

/** Every action that should be under way now; none once the run is finished. */
export const next = (state: RunState): Action[] => wholeRun(state) ?? conclude(state);

const doNothingMore: Question = ({ end }) => (end.finished ? [] : null);

const endAtOnce: Question = (state) => (isEnding(state) ? conclude(state) : null);

const stopForAReason: Question = (state) => {
  const reason = reasonToStop(state);
  return reason === null ? null : record([reason]);
};

const startReviewing: Question = (state) => {
  if (state.reviews.admitted || currentRound(state)) return null;
  return mayBegin(state) ? record(firstRound(state)) : conclude(state);
};

const review: Question = (state) => {
  const round = currentRound(state);
  if (state.reviews.admitted || !round) return null;
  return reviewActions(state, round) ?? conclude(state);
};

const followTheCode: Question = (state) => (mustMovePlaces(state) ? [{ do: 'move-places' }] : null);

const wholeRun = firstOf(
  doNothingMore,
  endAtOnce,
  stopForAReason,
  startReviewing,
  review,
  advanceStep,
  followTheCode,
  betweenSteps,
);
