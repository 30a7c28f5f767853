/** How long a run may still take (limits.minutes). */
import type { RunEvent } from '../../../model/event.ts';
import { activeMsAt } from '../../state/active-time.ts';
import type { RunState } from '../../state/state.ts';

/** Infinite without a limit, never below zero. */
export const remainingMs = (state: RunState, now: Date): number => {
  const { minutes } = state.config.limits;
  if (minutes === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, minutes * 60_000 - activeMsAt(state, now));
};

export const outOfTime = ({ config }: RunState): RunEvent => ({
  type: 'run.stopping',
  reason: 'budget',
  message: `limits.minutes: the run took ${config.limits.minutes ?? 0} min`,
  atOnce: true,
});
