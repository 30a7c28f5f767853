/** Whether there is anything to try, and whether the untouched start has to be verified before. */
import type { Config } from '../../config/schema.ts';
import { currentCycle, cyclesOfRound, type RunState } from '../state/state.ts';
import type { Question } from './first-of.ts';
import { turnsOf } from './turns.ts';

/** Another cycle would have something to try, and there may be one. */
export const canOpenCycle = (state: RunState, config: Config): boolean =>
  !currentCycle(state) &&
  cyclesOfRound(state).length < config.limits.cycles &&
  turnsOf(state, state.cycles.length + 1, config).length > 0;

export const onlyPlans = ({ started }: RunState): boolean => started?.command === 'plan';

const isAnythingToTry = (state: RunState, config: Config): boolean => {
  const cycle = currentCycle(state);
  return cycle ? turnsOf(state, cycle.n, config).length > 0 : canOpenCycle(state, config);
};

/** Before anybody is asked anything about fixes that could not be proven; after a stop for its sake, once more. */
export const verifyTheStart: Question = (state, config) => {
  const { baseline, commands } = config.verify;
  const isWanted = baseline && commands.length > 0 && !state.baseline && !onlyPlans(state);
  return isWanted && isAnythingToTry(state, config) ? [{ do: 'baseline' }] : null;
};
