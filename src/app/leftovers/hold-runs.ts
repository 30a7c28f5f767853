/** Holds runs that are through, so that what became of their leftovers can be written to them. */
import { standingOf } from '../../loop/standing.ts';
import { fold } from '../../loop/state/fold.ts';
import type { RunState } from '../../loop/state/state.ts';
import type { RunEvent } from '../../model/event.ts';
import { type CleanWriter, NotTheWriterError } from '../../ports/journal.ts';
import type { App } from '../app.ts';
import { readState } from '../runs/read-run.ts';

type Holding = { state: RunState; writer: CleanWriter };

export type HeldRuns = {
  /** Runs that another process is working on: it sends theirs itself. */
  busy: string[];
  has: (run: string) => boolean;
  stateOf: (run: string) => RunState | undefined;
  /** Durable when it resolves. The run stands as it stood. */
  emit: (run: string, event: RunEvent) => Promise<void>;
  release: () => Promise<void>;
};

/** Null while another process works on it. */
const hold = async (app: App, run: string): Promise<Holding | null> => {
  try {
    const writer = await (await app.journal()).claim(run);
    return { writer, state: await readState(app, run) };
  } catch (error) {
    if (error instanceof NotTheWriterError) return null;
    throw error;
  }
};

const write = async (app: App, { state, writer }: Holding, event: RunEvent): Promise<void> => {
  const { clean } = await app.secrets();
  const stored = clean({ ...event, run: state.run.id, seq: state.run.seq + 1, at: app.clock.now().toISOString() });
  fold(state, stored);
  await writer.append([stored], standingOf(state));
};

export const holdRuns = async (app: App, runs: readonly string[]): Promise<HeldRuns> => {
  const holdings = new Map<string, Holding>();
  const busy: string[] = [];
  for (const run of runs) {
    const holding = await hold(app, run);
    if (holding) holdings.set(run, holding);
    else busy.push(run);
  }
  return {
    busy,
    has: (run) => holdings.has(run),
    stateOf: (run) => holdings.get(run)?.state,
    emit: async (run, event) => {
      const holding = holdings.get(run);
      if (holding) await write(app, holding, event);
    },
    release: async () => {
      for (const { writer } of holdings.values()) await writer.release();
    },
  };
};
