/** How long a run was at work. Between a stop and its resume, and while it waits for a person, no time counts. */
import type { StoredEvent } from '../../../model/event.ts';
import type { RunState } from '../state.ts';

/** Before the event itself is applied. */
export const countTime = (state: RunState, event: StoredEvent): void => {
  const { time } = state;
  const isWaiting = state.people.waitingFor !== undefined;
  // What passed since the last event of a killed process is unknown: it counts as nothing.
  if (event.type === 'run.resumed' && !isWaiting) time.activeMs += between(time.activeSince, time.lastAt);
  if (event.type === 'run.waiting' && !isWaiting) time.activeMs += between(time.activeSince, event.at);
  if (isWaiting || begins.has(event.type)) time.activeSince = event.at;
  time.lastAt = event.at;
};

/** Events from which on time is counted anew. */
const begins: ReadonlySet<StoredEvent['type']> = new Set(['run.resumed', 'run.waiting']);

/** All the time that counts, up to now. */
export const activeMsAt = ({ time: { activeMs, activeSince }, people }: RunState, now: Date): number =>
  people.waitingFor === undefined ? activeMs + Math.max(0, now.getTime() - Date.parse(activeSince)) : activeMs;

const between = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from)) || 0;
