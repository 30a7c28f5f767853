/** The user's repository: read, never written, except for the run's pin and its branch. */
import { join } from 'node:path';
import { type Repo, RepoError } from '../../../ports/repo.ts';
import { apply, undoApply } from '../result/apply.ts';
import { beginCustody } from '../control/begin.ts';
import { discardCustody } from '../control/discard.ts';
import { committedTree } from './committed.ts';
import { openControl } from '../control/control.ts';
import { custodyOf, existingControl, resumedControl } from '../control/custody.ts';
import { blobReader } from '../door/blob-reader.ts';
import { isDirty } from './dirty.ts';
import { factsAt, type FactsSource, historyOf, renamesBetween } from './facts.ts';
import { GitFailure } from '../door/git.ts';
import { locate, type Location, readHead } from './locate.ts';
import { mergeBase } from './merge-base.ts';
import { mergeResult } from '../result/merge-result.ts';
import { runPaths } from '../control/paths.ts';
import { readUserText } from '../door/read-text.ts';
import { reviewBase } from './review-base.ts';
import { makeStateDir } from '../control/state-dir.ts';
import { readUserConfig } from './user-config.ts';

export { copyTree } from '../workspace/copy-tree.ts';
export { started as gitProcesses } from '../door/git.ts';
export { removeByForce } from '../workspace/remove.ts';

/** What git cannot read before a run begins is wrong with the repository, not with Fixpoint. */
const explained = async <T>(at: Location, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof GitFailure)) throw failure;
    throw new RepoError(
      `The repository at ${at.root} cannot be worked with: ${failure.message}. Run \`git fsck\` there, and repair what it reports.`,
    );
  }
};

const withSource = async <T>(at: Location, work: (source: FactsSource) => Promise<T>): Promise<T> => {
  const reader = blobReader({ gitDir: at.gitDir });
  try {
    return await work({ gitDir: at.gitDir, shallow: join(at.commonDir, 'shallow'), blob: reader.read });
  } finally {
    reader.end();
  }
};

/** Rejects with RepoError when the folder is not in a repository that a run can start from. */
export const openRepo = async (cwd: string, options: { stateDir: string }): Promise<Repo> => {
  const at = await locate(cwd);
  await readHead(at);
  const stateDir = makeStateDir(options.stateDir, at);
  const scratch = join(stateDir, at.id, 'tmp');
  return {
    root: at.root,
    id: at.id,
    head: () => readHead(at),
    isDirty: () =>
      explained(at, async () => isDirty(at, await readUserConfig(at), (await readHead(at)).commit, scratch)),
    begin: async (run, { includeDirty, hooks = false, keep }) => {
      const paths = runPaths(stateDir, at.id, run);
      const begun = { run, includeDirty, hooks, keep, scratch };
      const { frozen, seal } = await explained(at, () => beginCustody(at, paths, begun));
      return custodyOf(openControl(paths, frozen, seal));
    },
    discard: (run) => discardCustody(at, runPaths(stateDir, at.id, run), run),
    reopen: async (run, reopened) =>
      custodyOf(await resumedControl(runPaths(stateDir, at.id, run), run, reopened?.seal)),
    apply: async (request) =>
      apply(existingControl(runPaths(stateDir, at.id, request.run), request.run, request.seal), request, at),
    merge: async (request) =>
      mergeResult(existingControl(runPaths(stateDir, at.id, request.run), request.run, request.seal), at, {
        ...request,
        scratch,
      }),
    readText: (revision, file) => readUserText(at, revision, file),
    committed: (ref) => committedTree(at, ref),
    facts: (revision, files) => withSource(at, (source) => factsAt(source, revision, files)),
    inHistory: (revision, files) => withSource(at, (source) => historyOf(source, revision, files)),
    renames: (from, to) => renamesBetween(at.gitDir, from, to),
    mergeBase: (ref) => mergeBase(at, ref),
    reviewBase: async (ref) => reviewBase(at, (await readHead(at)).commit, ref),
    undoApply: async (run) => undoApply(runPaths(stateDir, at.id, run).apply, at, run),
  };
};
