/** How long a run may still take (limits.minutes). */
import { stageOf } from '../../../model/call.ts';
import type { RunEvent } from '../../../model/event.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { activeMsAt } from '../../state/spent/active-time.ts';
import type { RunState } from '../../state/state.ts';

/** Infinite without a limit, never below zero. */
export const remainingMs = (state: RunState, now: Date): number => {
  const { minutes } = state.config.limits;
  if (minutes === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, minutes * 60_000 - activeMsAt(state, now));
};

/** Zero as long as nothing was measured. */
const longest = (durations: Iterable<number>): number => {
  let most = 0;
  for (const ms of durations) most = Math.max(most, ms);
  return most;
};

/** How long fixers took that came to an answer; machine-made fixes take next to nothing. */
const fixMs = ({ fixing }: RunState): number =>
  longest(
    fixing.units
      .values()
      .flatMap(({ answer }) => (answer?.outcome === 'ok' && !isMachineMade(answer) ? [answer.durationMs] : [])),
  );

const opinionMs = ({ agents }: RunState): number =>
  longest(
    agents.calls
      .values()
      .flatMap(({ subject, answer }) => (stageOf(subject.role) === 'challenge' && answer ? [answer.durationMs] : [])),
  );

const proofMs = ({ checks }: RunState): number =>
  longest([checks.baseline?.durationMs ?? 0, ...checks.verified.values().map(({ durationMs }) => durationMs)]);

/** What one more attempt takes until it is proven, by what took longest so far. */
const attemptMs = (state: RunState): number => fixMs(state) + opinionMs(state) + proofMs(state);

/** One more attempt would not be proven in time: the rest of it is held back for what is under way. */
export const isTooLate = (state: RunState, now: Date): boolean => {
  const left = remainingMs(state, now);
  return Number.isFinite(left) && left < attemptMs(state);
};

const minutes = (ms: number): string => (ms / 60_000).toFixed(1);

export const tooLate = (state: RunState, now: Date): RunEvent => ({
  type: 'run.stopping',
  reason: 'budget',
  message:
    `limits.minutes: ${minutes(remainingMs(state, now))} of ${state.config.limits.minutes ?? 0} min are left, ` +
    `and one more attempt may take ${minutes(attemptMs(state))} min until it is proven`,
});

export const outOfTime = ({ config }: RunState): RunEvent => ({
  type: 'run.stopping',
  reason: 'budget',
  message: `limits.minutes: the run took ${config.limits.minutes ?? 0} min`,
  atOnce: true,
});
