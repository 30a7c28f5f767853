/** The outboxes of all runs of a repository: what is wanted of each issue, by whom, and whether that still counts. */
import type { RunEvent } from '../../model/event.ts';
import type { Journal } from '../../ports/journal.ts';
import { foldOutbox, isWaiting, type Outbox, type OutboxEntry } from '../../stages/leftovers/outbox.ts';
import type { App } from '../app.ts';
import type { Options } from '../options.ts';
import { listRuns } from '../runs/find-run.ts';

/** `superseded`: a later run has planned otherwise for the same finding. */
export type RunEntry = OutboxEntry & { run: string; superseded: boolean };

const types = ['leftover.sent', 'leftover.confirmed', 'leftover.failed'] as const satisfies RunEvent['type'][];

/** More than anybody has; a limit all the same, since each of them is looked at. */
const mostRuns = 1_000;

const outboxOf = async (journal: Journal, run: string): Promise<Outbox> => {
  const planned = await journal.read(run, { type: 'leftover.planned' });
  if (planned.length === 0) return new Map();
  const others = await Promise.all(types.map((type) => journal.read(run, { type })));
  const outbox: Outbox = new Map();
  for (const event of [...planned, ...others.flat()].toSorted((a, b) => a.seq - b.seq)) foldOutbox(outbox, event);
  return outbox;
};

/** Newest runs first, as they are listed. */
export const readOutboxes = async (app: App, options: Options): Promise<RunEntry[]> => {
  const journal = await app.journal();
  const runs = await listRuns(app, options, mostRuns);
  const outboxes = await Promise.all(
    runs.map(async ({ run }) => ({ run, entries: [...(await outboxOf(journal, run)).values()] })),
  );
  const newest = newestPlans(outboxes.flatMap(({ entries }) => entries));
  return outboxes.flatMap(({ run, entries }) =>
    entries.map((entry) => ({ ...entry, run, superseded: newest.get(keyOf(entry)) !== entry.plan })),
  );
};

/** A finding may have an issue in each of several places. */
const keyOf = ({ to, place, finding }: OutboxEntry): string => `${to} ${place?.project ?? ''} ${finding}`;

const newestPlans = (entries: readonly OutboxEntry[]): Map<string, string> => {
  const newest = new Map<string, OutboxEntry>();
  for (const entry of entries) {
    const other = newest.get(keyOf(entry));
    if (!other || other.at < entry.at) newest.set(keyOf(entry), entry);
  }
  return new Map([...newest].map(([key, { plan }]) => [key, plan]));
};

export const waitingEntries = (entries: readonly RunEntry[]): RunEntry[] => entries.filter(isWaiting);
