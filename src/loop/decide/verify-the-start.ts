/** Whether there is anything to try, and whether the untouched start has to be verified before. */
import { currentCycle, cyclesOfRound, type RunState } from '../state/state.ts';
import type { Question } from './first-of.ts';
import { turnsOf } from './turns.ts';

/** Another cycle would have something to try, and there may be one. */
export const canOpenCycle = (state: RunState): boolean =>
  !currentCycle(state) &&
  cyclesOfRound(state).length < state.config.limits.cycles &&
  turnsOf(state, state.fixing.cycles.length + 1).length > 0;

/** Nothing is fixed in it: somebody wants to be asked, or a plan. */
export const onlyPrepares = ({ run }: RunState): boolean =>
  run.started.command === 'plan' || run.started.command === 'clarify';

const isAnythingToTry = (state: RunState): boolean => {
  // After a stop for its sake, fixes may be there that were not proven yet.
  if (state.fixing.working.size > 0) return true;
  const cycle = currentCycle(state);
  return cycle ? turnsOf(state, cycle.n).length > 0 : canOpenCycle(state);
};

/** Before anybody is asked anything about fixes that could not be proven; after a stop for its sake, once more. */
export const verifyTheStart: Question = (state) => {
  const { baseline, commands } = state.config.verify;
  const isWanted = baseline && commands.length > 0 && !state.checks.baseline && !onlyPrepares(state);
  return isWanted && isAnythingToTry(state) ? [{ do: 'baseline' }] : null;
};
