/** `fixpoint clean`: removes what earlier runs keep, and their branches. How they ended stays in the journal. */
import { Age } from '../../config/values.ts';
import type { RunState } from '../../loop/state/state.ts';
import { InputError } from '../../model/expected.ts';
import { given } from '../../plain/given.ts';
import type { RunSummary } from '../../ports/journal.ts';
import type { Repo } from '../../ports/repo.ts';
import type { App } from '../app.ts';
import type { Options } from '../options.ts';
import { expire, whyNeeded } from '../runs/expire.ts';
import { findRun } from '../runs/find-run.ts';
import { readState } from '../runs/read-run.ts';
import { openPlace } from '../start/place.ts';
import { type Cleaning, decideCleaning, type OldRun, type Wish } from './decide.ts';

export type CleanRequest = Options & {
  /** Ids of runs, or the start of one: only these. */
  runs?: readonly string[];
  /** Such as `10d`; `artifacts.retention` by default, or ten days. */
  olderThan?: string;
  /** So many of the newest stay, however old they are. */
  keep?: number;
  /** Remove branches too whose commits no other branch has. */
  unmerged?: boolean;
};

/** What would be removed, and what removes it. */
export type Clean = Cleaning & { remove: () => Promise<string[]> };

const tenDays = 10 * 86_400_000;

export const clean = async (app: App, request: CleanRequest): Promise<Clean> => {
  const { repo, config } = await openPlace(app, request);
  const wish = wishOf(app, request, config.artifacts.retention);
  const old: OldRun[] = [];
  const named = request.runs ?? [];
  for (const summary of await runsMeant(app, request, repo)) old.push(await standing(app, repo, summary, named));
  const cleaning = decideCleaning(old, wish);
  return { ...cleaning, remove: () => removeAll(app, repo, cleaning) };
};

const wishOf = (app: App, { olderThan, keep = 0, unmerged = false }: CleanRequest, retention = tenDays): Wish => {
  const age = olderThan === undefined ? { success: true as const, data: retention } : Age.safeParse(olderThan);
  if (!age.success) throw new InputError(`--older-than takes an age such as 12h or 10d; it is ${olderThan}.`);
  if (!Number.isInteger(keep) || keep < 0) throw new InputError('--keep takes how many runs stay, such as 5.');
  return { before: new Date(app.clock.now().getTime() - age.data).toISOString(), keep, unmerged };
};

/** Those of this repository, newest first. One that was named and belongs to another is no business of this one. */
const runsMeant = async (app: App, request: CleanRequest, repo: Repo): Promise<RunSummary[]> => {
  if (request.runs === undefined || request.runs.length === 0)
    return (await app.journal()).list({ repo: repo.id, begun: true });
  const found = await Promise.all(request.runs.map((run) => findRun(app, { ...given({ cwd: request.cwd }), run })));
  refuseForeign(found, repo);
  return found;
};

const refuseForeign = (runs: readonly RunSummary[], { id }: Repo): void => {
  const other = runs.find(({ repo }) => repo !== id);
  if (other) throw new InputError(`Run ${other.run} belongs to ${other.standing?.root ?? 'another repository'}.`);
};

const standing = async (app: App, repo: Repo, summary: RunSummary, named: readonly string[]): Promise<OldRun> => {
  const { run, holder, standing: stands, startedAt } = summary;
  const state = stands === null ? null : await readState(app, run).catch(() => null);
  const reason = state === null ? 'it cannot be read' : whyNeeded(state);
  return {
    run,
    lastAt: stands?.lastAt ?? startedAt,
    status: stands?.status ?? 'interrupted',
    isNamed: named.length > 0,
    isHeld: holder !== null,
    hasFiles: repo.isInPlace(run),
    ...given({ reason: reason ?? undefined }),
    branch: await branchOf(repo, state),
  };
};

const branchOf = async (repo: Repo, state: RunState | null): Promise<OldRun['branch']> => {
  const { branch = null, head = null } = state?.end.handedOver ?? {};
  if (branch === null || head === null) return null;
  const stands = await repo.branchOf({ branch, head });
  return stands && { name: branch, stands };
};

/** Gives what could not be removed, in words. */
const removeAll = async (app: App, repo: Repo, { removed }: Cleaning): Promise<string[]> => {
  const journal = await app.journal();
  const problems: string[] = [];
  for (const { run, files, branch } of removed) {
    try {
      if (files) await expire(journal, repo, run);
      if (branch !== null) await repo.removeBranch({ branch, head: await headOf(app, run) });
    } catch (error) {
      problems.push(`${run}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return problems;
};

const headOf = async (app: App, run: string): Promise<string> => (await readState(app, run)).end.handedOver?.head ?? '';
