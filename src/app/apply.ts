/** Brings the result of a run into the user's checkout, and takes it back. */
import type { RunState } from '../loop/state/state.ts';
import { InputError } from '../model/expected.ts';
import type { RunSummary } from '../ports/journal.ts';
import type { ApplyRequest as RepoRequest, ApplyResult, Repo } from '../ports/repo.ts';
import type { App } from './app.ts';
import { runToApply, runToUndo } from './newest-result.ts';
import { findRun } from './runs/find-run.ts';
import { readState } from './runs/read-run.ts';
import type { Options } from './options.ts';
import { findRepo, settleIn, type Sought } from './runs/whereabouts.ts';

export type Applied = {
  run: string;
  applied: boolean;
  files: string[];
  skipped: string[];
  conflicts: { file: string; reason: string }[];
  message?: string;
};

/** Without a run, the newest that has something to bring in, or to take back. */
export type ApplyRequest = Options & { run?: string | undefined; merge?: boolean; undo?: boolean };

export const apply = async (app: App, request: ApplyRequest): Promise<Applied> =>
  (await app.secrets()).clean(await bringIn(app, request));

const bringIn = async (app: App, request: ApplyRequest): Promise<Applied> => {
  const { run, repo: home } = await runMeant(app, request);
  const state = await readState(app, run);
  const sought = { home, state, root: state.run.started.root, options: request };
  const repo = await findRepo(app, sought);
  if (request.undo === true) return toApplied(run, await repo.undoApply(run));
  refuseUnfinished(state);
  const { head = null, branch = null } = state.end.handedOver ?? {};
  if (head === null) return nothingToApply(run);
  if (!repo.isInPlace(run)) {
    await refuseExpired(app, sought, branch);
    await moveIn(app, repo, sought);
  }
  const { start, seal } = state.run.started;
  const result = { run, start: start.commit, head, seal };
  return toApplied(run, request.merge === true ? await merge(repo, result, branch) : await repo.apply(result));
};

const runMeant = (app: App, { run, undo = false, ...options }: ApplyRequest): Promise<RunSummary> => {
  if (run !== undefined) return findRun(app, { ...options, run });
  return undo ? runToUndo(app, options) : runToApply(app, options);
};

const refuseUnfinished = ({ run: { id }, end }: RunState): void => {
  if (!end.finished)
    throw new InputError(`Run ${id} is not finished. Resume it with \`fixpoint resume ${id}\`.`, 'conflict');
};

/** What it kept was removed when it was old enough: only a run whose result is a branch is. */
const refuseExpired = async (app: App, { home, state }: Sought, branch: string | null): Promise<void> => {
  const { id: run, started } = state.run;
  if (branch === null || !started.repository) return;
  const { get } = await app.artifacts({ repo: home, run });
  if ((await get(started.repository.facts.artifact)) !== null) return;
  throw new InputError(
    `What run ${run} kept was removed (artifacts.retention). Its result is the branch ${branch}: ` +
      `bring it in with \`git merge ${branch}\`.`,
    'not-found',
  );
};

/** Only whoever holds the run may tell the journal where it is. */
const moveIn = async (app: App, repo: Repo, sought: Sought): Promise<void> => {
  const writer = await (await app.journal()).claim(sought.state.run.id);
  try {
    await settleIn(app, repo, sought, writer);
  } finally {
    await writer.release();
  }
};

const nothingToApply = (run: string): Applied => ({
  run,
  applied: true,
  files: [],
  skipped: [],
  conflicts: [],
  message: `Run ${run} fixed nothing, so there is nothing to apply.`,
});

const merge = (repo: Repo, result: RepoRequest, branch: string | null): Promise<ApplyResult> => {
  if (branch !== null) return repo.merge(result);
  throw new InputError(
    `Run ${result.run} made no branch (commit.per: none). Use \`fixpoint apply ${result.run}\` without --merge.`,
    'conflict',
  );
};

const toApplied = (run: string, result: ApplyResult): Applied =>
  result.applied
    ? { run, ...result, conflicts: [] }
    : { run, applied: false, files: [], skipped: [], conflicts: result.conflicts };
