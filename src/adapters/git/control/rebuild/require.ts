/** What has to be there before a run is rebuilt, with words for who lacks it. */
import { RepoError } from '../../../../ports/repo.ts';
import { git } from '../../door/git.ts';
import type { Location } from '../../user/locate.ts';
import { readIfThere } from '../../user/user-config.ts';
import type { Frozen } from '../frozen.ts';
import type { RunPaths } from '../paths.ts';
import { isSealed } from '../seal.ts';

/**
 * Whether a repository has a commit with its files: only a clone of where a run began has the one that it began from.
 */
export const hasCommit = async (at: Location, commit: string): Promise<boolean> => {
  const { exitCode } = await git(['cat-file', '-e', `${commit}^{commit}`], { gitDir: at.gitDir, allow: [1, 128] });
  return exitCode === 0;
};

export const requireCommit = async (at: Location, run: string, { head, remote }: Frozen): Promise<void> => {
  if (await hasCommit(at, head)) return;
  const isShallow = readIfThere(`${at.commonDir}/shallow`) !== '';
  const fetch = isShallow ? 'git fetch --unshallow' : `git fetch ${remote ?? '<where it began>'} ${head}`;
  throw new RepoError(
    `The repository at ${at.root} does not have the commit ${head}, from which run ${run} started. ` +
      `Fetch it there (${fetch}), then try again; ` +
      `if it is no clone of ${remote ?? 'where the run began'}, change to one.`,
  );
};

/** Hooks are nowhere but in the state folder: a clone has none, and those that it has are not the ones of the start. */
export const requireHooks = (paths: RunPaths, { run, hooks }: Frozen, seal: string | undefined): void => {
  if (!hooks.copied || isSealed(paths, 'hooks', seal)) return;
  throw new RepoError(
    `Run ${run} uses the commit hooks of the repository that it began in (commit.hooks), ` +
      `and its copy of them is not in ${paths.hooks} any more. ` +
      'Bring the whole state folder along, or start a new run.',
  );
};
