/** The commit that a branch left another at: what `--new-since` compares with. */
import { RepoError } from '../../../ports/repo.ts';
import { git } from '../door/git.ts';
import { resolveCommit } from './committed.ts';
import type { Location } from './locate.ts';

export const mergeBase = async (at: Location, ref: string): Promise<string> => {
  const commit = await resolveCommit(at, ref);
  const { exitCode, stdout } = await git(['merge-base', commit, 'HEAD'], { gitDir: at.gitDir, allow: [1, 128] });
  if (exitCode !== 0)
    throw new RepoError(
      `${ref} and the branch that you are on have no commit in common. ` +
        'Name another, or fetch more of the history (git fetch --unshallow).',
    );
  return stdout.toString().trim();
};
