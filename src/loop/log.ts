/** Writes events: folded at once, stored together at the next moment that matters, shown only when they are stored. */
import type { RunEvent, StoredEvent } from '../model/event.ts';
import type { Clean } from '../model/clean.ts';
import type { Standing } from '../model/run/standing.ts';
import type { CleanWriter } from '../ports/journal.ts';
import type { Engine } from './engine.ts';
import { mayChangeTotals, standingOf } from './standing.ts';
import { fold } from './state/fold.ts';
import type { RunState } from './state/state.ts';

export type Log = {
  /** A decision: it costs nothing to take it again, so it may wait to be stored with what follows. */
  add: (events: readonly RunEvent[]) => void;
  /** Resolves when everything so far is durable. */
  flush: () => Promise<void>;
};

export type LogOptions = {
  writer: CleanWriter;
  state: RunState;
  engine: Pick<Engine, 'clock' | 'clean'>;
  onEvent: (event: Clean<StoredEvent>) => void;
};

export const openLog = ({ writer, state, engine: { clock, clean }, onEvent }: LogOptions): Log => {
  let pending: Clean<StoredEvent>[] = [];
  let last: Promise<void> = Promise.resolve();
  let totals: Standing['totals'] | undefined;
  const write = async (earlier: Promise<void>): Promise<void> => {
    await earlier;
    const batch = pending;
    pending = [];
    if (batch.length === 0) return;
    const standing = standingOf(state, totals);
    totals = standing.totals;
    await writer.append(batch, standing);
    for (const event of batch) onEvent(event);
  };
  return {
    add: (events) => {
      const at = clock.now().toISOString();
      for (const event of events) {
        // A resumed run knows what the journal says, so this one goes by the same.
        const stored = clean<StoredEvent>({ ...event, run: state.run.id, seq: state.run.seq + 1, at });
        fold(state, stored);
        if (mayChangeTotals(event)) totals = undefined;
        pending.push(stored);
      }
    },
    flush: () => {
      last = write(last);
      return last;
    },
  };
};
