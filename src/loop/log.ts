/** Writes events: folded at once, stored together at the next moment that matters, shown only when they are stored. */
import type { RunEvent, StoredEvent } from '../model/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Writer } from '../ports/journal.ts';
import { fold } from './state/fold.ts';
import type { RunState } from './state/state.ts';

export type Log = {
  /** A decision: it costs nothing to take it again, so it may wait to be stored with what follows. */
  add: (events: readonly RunEvent[]) => void;
  /** Resolves when everything so far is durable. */
  flush: () => Promise<void>;
};

export const openLog = (writer: Writer, state: RunState, clock: Clock, onEvent: (event: StoredEvent) => void): Log => {
  let pending: StoredEvent[] = [];
  let last: Promise<void> = Promise.resolve();
  const write = async (earlier: Promise<void>): Promise<void> => {
    await earlier;
    const batch = pending;
    pending = [];
    if (batch.length === 0) return;
    await writer.append(batch);
    for (const event of batch) onEvent(event);
  };
  return {
    add: (events) => {
      const at = clock.now().toISOString();
      for (const event of events) {
        const stored: StoredEvent = { ...event, run: state.run, seq: state.seq + 1, at };
        fold(state, stored);
        pending.push(stored);
      }
    },
    flush: () => {
      last = write(last);
      return last;
    },
  };
};
