/** The commit that a branch left another at: what `--new-since` compares with. */
import { RepoError } from '../../../ports/repo.ts';
import { git } from '../door/git.ts';
import type { Location } from './locate.ts';

export const mergeBase = async (at: Location, ref: string): Promise<string> => {
  const call = { gitDir: at.gitDir, allow: [1, 128] };
  const named = await git(['rev-parse', '--verify', '-q', '--end-of-options', `${ref}^{commit}`], call);
  const commit = named.stdout.toString().trim();
  if (named.exitCode !== 0 || commit === '')
    throw new RepoError(
      `There is no commit ${JSON.stringify(ref)} in the repository at ${at.root}. Name a branch, a tag or a commit.`,
    );
  const { exitCode, stdout } = await git(['merge-base', commit, 'HEAD'], call);
  if (exitCode !== 0)
    throw new RepoError(
      `${ref} and the branch that you are on have no commit in common. ` +
        'Name another, or fetch more of the history (git fetch --unshallow).',
    );
  return stdout.toString().trim();
};
