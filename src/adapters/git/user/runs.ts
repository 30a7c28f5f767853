/** What a repository does for one run, whose state is kept apart from it. */
import { type ApplyRequest, type Repo, RepoError } from '../../../ports/repo.ts';
import { beginCustody } from '../control/begin.ts';
import { type Control, openControl } from '../control/control.ts';
import { custodyOf } from '../control/custody.ts';
import { discardCustody, expireCustody } from '../control/discard.ts';
import { type RunPaths, runPaths } from '../control/paths.ts';
import { isInPlace } from '../control/rebuild/in-place.ts';
import { rebuildCustody } from '../control/rebuild/rebuild.ts';
import { existingControl, resumedControl } from '../control/reopen.ts';
import { GitFailure } from '../door/git-call.ts';
import { apply, undoApply } from '../result/apply/apply.ts';
import { appliedAt } from '../result/apply/apply-backup.ts';
import { mergeResult } from '../result/apply/merge-result.ts';
import { branchStanding, removeRunBranch } from '../result/run-branch.ts';
import type { Location } from './locate.ts';

type State = { dir: string; scratch: string };
type Beginnings = Pick<Repo, 'begin' | 'discard' | 'expire' | 'isInPlace' | 'restore' | 'reopen'>;
type Results = Pick<Repo, 'apply' | 'merge' | 'appliedAt' | 'undoApply' | 'branchOf' | 'removeBranch'>;
type PathsOf = (run: string) => RunPaths;

export const runsIn = (at: Location, { dir, scratch }: State): Beginnings & Results => {
  const pathsOf: PathsOf = (run) => runPaths(dir, at.id, run);
  return { ...beginningsIn(at, pathsOf, scratch), ...resultsIn(at, pathsOf, scratch) };
};

const beginningsIn = (at: Location, pathsOf: PathsOf, scratch: string): Beginnings => ({
  begin: async (run, { includeDirty, hooks = false, keep }) => {
    const paths = pathsOf(run);
    const options = { run, includeDirty, hooks, keep, scratch };
    const { frozen, seal } = await explained(at, () => beginCustody(at, paths, options));
    return custodyOf(openControl(paths, frozen, seal));
  },
  discard: (run) => discardCustody(at, pathsOf(run), run),
  expire: (run, keep) => expireCustody(at, pathsOf(run), run, keep),
  isInPlace: (run) => isInPlace(at, pathsOf(run)),
  restore: (request) => explained(at, () => rebuildCustody(at, pathsOf(request.run), request)),
  reopen: async (run, options) => custodyOf(await resumedControl(pathsOf(run), run, options?.seal)),
});

const resultsIn = (at: Location, pathsOf: PathsOf, scratch: string): Results => {
  const controlOf = ({ run, seal }: ApplyRequest): Control => existingControl(pathsOf(run), run, seal);
  return {
    apply: async (request) => apply(controlOf(request), request, at),
    merge: async (request) => mergeResult(controlOf(request), at, { ...request, scratch }),
    appliedAt: (run) => appliedAt(pathsOf(run).apply),
    undoApply: async (run) => undoApply(pathsOf(run).apply, at, run),
    branchOf: (result) => branchStanding(at.commonDir, result),
    removeBranch: (result) => removeRunBranch(at.commonDir, result),
  };
};

/** What git cannot read before a run begins is wrong with the repository, not with Fixpoint. */
export const explained = async <T>(at: Location, work: () => Promise<T>): Promise<T> => {
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
