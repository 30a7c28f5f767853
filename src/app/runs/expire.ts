/** Removes what ended runs have kept, after `artifacts.retention`: how they ended stays in the journal. */
import type { RunState } from '../../loop/state/state.ts';
import { type Journal, NotTheWriterError, type RunSummary } from '../../ports/journal.ts';
import type { Repo } from '../../ports/repo.ts';
import type { App } from '../app.ts';
import { isWaiting } from '../../stages/leftovers/outbox.ts';
import { readState } from './read-run.ts';

/** The report for people, what is left over where that is a file, and what takes back an `apply`. */
const kept = ['apply', 'artifacts/report.md', 'artifacts/leftovers.md'];

/** More are not looked at: each of them is read, and somebody waits for a run to start. */
const mostLooked = 50;

type Expiring = { app: Pick<App, 'journal' | 'clock'>; repo: Repo; retention: number | undefined };

/** Gives what could not be removed, in words: nothing of this keeps a run from starting. */
export const expireRuns = async ({ app, repo, retention }: Expiring): Promise<string[]> => {
  if (retention === undefined) return [];
  const journal = await app.journal();
  const before = new Date(app.clock.now().getTime() - retention).toISOString();
  const runs = await journal.list({ repo: repo.id, begun: true });
  const old = runs.filter((run) => isOver(run, before) && repo.isInPlace(run.run)).slice(-mostLooked);
  const problems: string[] = [];
  for (const { run } of old)
    await expireUnneeded(journal, repo, run).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      problems.push(`What run ${run} has kept could not be removed: ${why}`);
    });
  return problems;
};

const isOver = ({ holder, standing }: RunSummary, before: string): boolean =>
  holder === null &&
  standing !== null &&
  standing.status !== null &&
  standing.status !== 'waiting' &&
  standing.lastAt < before;

const expireUnneeded = async (journal: Journal, repo: Repo, run: string): Promise<void> => {
  const state = await readState({ journal: async () => journal }, run);
  if (whyNeeded(state) === null) await expire(journal, repo, run);
};

/** Nothing happens to a run that somebody holds. */
export const expire = async (journal: Journal, repo: Repo, run: string): Promise<void> => {
  const writer = await journal.claim(run).catch(whoeverHasIt);
  if (!writer) return;
  try {
    await repo.expire(run, kept);
  } finally {
    await writer.release();
  }
};

/** Null when it cannot be resumed, nothing waits to be sent, and its result is a branch. */
export const whyNeeded = ({ run, end: { finished, handedOver }, people, leftovers }: RunState): string | null => {
  if (people.waitingFor && !finished) return `it waits for answers (fixpoint answer ${run.id})`;
  if (finished === undefined || finished.stopReason !== undefined)
    return `it can be resumed (fixpoint resume ${run.id})`;
  if ([...leftovers.outbox.values()].some(isWaiting)) return 'it has leftovers to send (fixpoint leftovers flush)';
  const isOnlyHere = handedOver !== undefined && handedOver.head !== null && handedOver.branch === null;
  return isOnlyHere ? `its result is in no branch (fixpoint apply ${run.id})` : null;
};

const whoeverHasIt = (error: unknown): null => {
  if (error instanceof NotTheWriterError) return null;
  throw error;
};
