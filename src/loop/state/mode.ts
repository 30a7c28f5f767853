/** What a run is up to: whether it begins anything, and whether what is under way is heard out. */
import type { RunState } from './state.ts';

/**
 * `working`: what is due is begun. `stopping`: nothing new is begun, and what is under way is heard out. `ending`: what
 * is under way ends at once, and the run with it.
 */
export type Mode = 'working' | 'stopping' | 'ending';

export const modeOf = ({ end: { cancelled, stopping } }: RunState): Mode => {
  if (cancelled || stopping?.atOnce === true || stopping?.reason === 'tampered') return 'ending';
  return stopping ? 'stopping' : 'working';
};

export const mayBegin = (state: RunState): boolean => modeOf(state) === 'working';

/** Out of money, or soon out of time: what was paid for is still judged, with what was held back for that. */
export const mayJudge = (state: RunState): boolean =>
  mayBegin(state) || (modeOf(state) === 'stopping' && state.end.stopping?.reason === 'budget');

export const isEnding = (state: RunState): boolean => modeOf(state) === 'ending';
