/** The user's repository: read, never written, except for the run's pin and its branch. */
import { join } from 'node:path';
import { type ApplyRequest, type Repo, RepoError } from '../../../ports/repo.ts';
import { apply, undoApply } from '../result/apply/apply.ts';
import { beginCustody } from '../control/begin.ts';
import { discardCustody } from '../control/discard.ts';
import { committedTree } from './committed.ts';
import { type Control, openControl } from '../control/control.ts';
import { custodyOf } from '../control/custody.ts';
import { existingControl, resumedControl } from '../control/reopen.ts';
import { blobReader } from '../door/blob-reader.ts';
import { isDirty } from './dirty.ts';
import { factsAt, renamesBetween } from './facts.ts';
import { type FactsSource, historyOf } from './history.ts';
import { GitFailure } from '../door/git-call.ts';
import { locate, type Location, readHead } from './locate.ts';
import { mergeBase } from './merge-base.ts';
import { mergeResult } from '../result/apply/merge-result.ts';
import { type RunPaths, runPaths } from '../control/paths.ts';
import { isInPlace } from '../control/rebuild/in-place.ts';
import { rebuildCustody } from '../control/rebuild/rebuild.ts';
import { hasCommit } from '../control/rebuild/require.ts';
import { readUserText } from '../door/read-text.ts';
import { reviewBase } from './review-base.ts';
import { makeStateDir } from '../control/state-dir.ts';
import { readUserConfig } from './user-config.ts';

export { copyTree } from '../workspace/copy-tree.ts';
export { started as gitProcesses } from '../door/start-git.ts';
export { removeByForce } from '../workspace/remove.ts';

/** What git cannot read before a run begins is wrong with the repository, not with Fixpoint. */
const explained = async <T>(at: Location, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof GitFailure)) throw failure;
    throw new RepoError(
      `The repository at ${at.root} cannot be worked with: ${failure.message}. ` +
        `Run \`git fsck\` there, and repair what it reports.`,
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

type State = { dir: string; scratch: string };
type OfRuns = Pick<Repo, 'begin' | 'discard' | 'isInPlace' | 'restore' | 'reopen' | 'apply' | 'merge' | 'undoApply'>;
type OfCommits = Pick<
  Repo,
  'has' | 'readText' | 'committed' | 'facts' | 'inHistory' | 'renames' | 'mergeBase' | 'reviewBase'
>;

/** What has to do with one run, whose state is kept apart from the repository. */
const runsIn = (at: Location, { dir, scratch }: State): OfRuns => {
  const pathsOf = (run: string): RunPaths => runPaths(dir, at.id, run);
  const controlOf = ({ run, seal }: ApplyRequest): Control => existingControl(pathsOf(run), run, seal);
  return {
    begin: async (run, { includeDirty, hooks = false, keep }) => {
      const paths = pathsOf(run);
      const options = { run, includeDirty, hooks, keep, scratch };
      const { frozen, seal } = await explained(at, () => beginCustody(at, paths, options));
      return custodyOf(openControl(paths, frozen, seal));
    },
    discard: (run) => discardCustody(at, pathsOf(run), run),
    isInPlace: (run) => isInPlace(at, pathsOf(run)),
    restore: (request) => explained(at, () => rebuildCustody(at, pathsOf(request.run), request)),
    reopen: async (run, options) => custodyOf(await resumedControl(pathsOf(run), run, options?.seal)),
    apply: async (request) => apply(controlOf(request), request, at),
    merge: async (request) => mergeResult(controlOf(request), at, { ...request, scratch }),
    undoApply: async (run) => undoApply(pathsOf(run).apply, at, run),
  };
};

/** What is read of commits, whatever is checked out. */
const commitsIn = (at: Location): OfCommits => ({
  has: (commit) => hasCommit(at, commit),
  readText: (revision, file) => readUserText(at, revision, file),
  committed: (ref) => committedTree(at, ref),
  facts: (revision, files) => withSource(at, (source) => factsAt(source, revision, files)),
  inHistory: (revision, files) => withSource(at, (source) => historyOf(source, revision, files)),
  renames: (from, to) => renamesBetween(at.gitDir, from, to),
  mergeBase: (ref) => mergeBase(at, ref),
  reviewBase: async (ref) => reviewBase(at, (await readHead(at)).commit, ref),
});

/**
 * Rejects with RepoError when the folder is not in a repository that a run can start from. `id`: of its state folder,
 * where that is not named after the place where the repository lies now.
 */
export const openRepo = async (cwd: string, options: { stateDir: string; id?: string }): Promise<Repo> => {
  const here = await locate(cwd);
  const at = { ...here, id: options.id ?? here.id };
  await readHead(at);
  const dir = makeStateDir(options.stateDir, at);
  const scratch = join(dir, at.id, 'tmp');
  return {
    root: at.root,
    id: at.id,
    head: () => readHead(at),
    isDirty: () =>
      explained(at, async () => isDirty(at, await readUserConfig(at), (await readHead(at)).commit, scratch)),
    ...runsIn(at, { dir, scratch }),
    ...commitsIn(at),
  };
};
