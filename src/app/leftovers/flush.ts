/** Sends what waits in the outboxes of a repository's runs. May be done any number of times, and killed at any. */
import type { App } from '../app.ts';
import type { Options } from '../options.ts';
import { type HeldRuns, holdRuns } from './hold-runs.ts';
import { type ListedLeftover, listLeftovers } from './list.ts';
import { readOutboxes, type RunEntry, waitingEntries } from './outboxes.ts';
import { sendWaiting } from './send-waiting.ts';

export type Flushed = {
  /** What waited, as it is now. */
  leftovers: ListedLeftover[];
  /** Runs that another process is working on: it sends theirs itself. */
  busy: string[];
};

export type FlushOptions = Options & { signal?: AbortSignal | undefined };

export const flushLeftovers = async (app: App, { signal, ...options }: FlushOptions = {}): Promise<Flushed> => {
  const waiting = waitingEntries(await readOutboxes(app, options));
  if (waiting.length === 0) return { leftovers: [], busy: [] };
  const runs = await holdRuns(app, [...new Set(waiting.map(({ run }) => run))]);
  try {
    // What a run that was resumed meanwhile has planned since counts: it is read once it is ours.
    const ours = waitingEntries(await readOutboxes(app, options)).filter(({ run }) => runs.has(run));
    await dropSuperseded(runs, ours);
    const posting = { app, trackers: await app.trackers(), runs, signal: signal ?? new AbortController().signal };
    await sendWaiting(
      posting,
      ours.filter(({ superseded }) => !superseded),
    );
  } finally {
    await runs.release();
  }
  return { leftovers: await listedNow(app, options, waiting), busy: runs.busy };
};

const dropSuperseded = async (runs: HeldRuns, entries: readonly RunEntry[]): Promise<void> => {
  for (const { run, finding, plan, issue = null } of entries.filter(({ superseded }) => superseded))
    await runs.emit(run, { type: 'leftover.confirmed', finding, plan, doing: 'superseded', issue });
};

const listedNow = async (app: App, options: Options, waiting: readonly RunEntry[]): Promise<ListedLeftover[]> => {
  const keys = new Set(waiting.map(({ run, finding }) => `${run} ${finding}`));
  return (await listLeftovers(app, options)).filter(({ run, finding }) => keys.has(`${run} ${finding}`));
};
