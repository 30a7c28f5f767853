/** Commits that histories have in common: where a branch left another, and what remotes have of one. */
import { RepoError } from '../../../ports/repo.ts';
import { git } from '../door/git.ts';
import { resolveCommit } from './committed.ts';
import type { Location } from './locate.ts';

/** What `--new-since` compares with. */
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

const isOnRemote = async ({ gitDir }: Location, commit: string): Promise<boolean> => {
  const args = ['for-each-ref', '--count=1', `--contains=${commit}`, '--format=%(refname)', 'refs/remotes'];
  const { exitCode, stdout } = await git(args, { gitDir, allow: [1, 128, 129] });
  return exitCode === 0 && stdout.toString().trim() !== '';
};

/** Where the history of a commit leaves what remotes have: git lists such commits with a minus. */
const newestOnRemote = async ({ gitDir }: Location, commit: string): Promise<string | null> => {
  const args = ['rev-list', '--boundary', commit, '--not', '--remotes'];
  const { exitCode, stdout } = await git(args, { gitDir, allow: [1, 128] });
  if (exitCode !== 0) return null;
  return /^-([0-9a-f]+)$/m.exec(stdout.toString())?.[1] ?? null;
};

/** Which commit a link can name: one that a remote has, as far as this clone knows. */
export const publishedCommit = async (at: Location, commit: string): Promise<string | null> =>
  (await isOnRemote(at, commit)) ? commit : newestOnRemote(at, commit);
