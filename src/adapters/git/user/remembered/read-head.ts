/** Reads what HEAD names. */
import { RepoError } from '../../../../ports/repo.ts';
import { git } from '../../door/git.ts';
import type { Location } from '../locate.ts';
import { headStanding } from './head-standing.ts';

export type Head = { commit: string; tree: string; branch: string | null };

/** The newest answer for each repository, and how its HEAD stood then. A command asks up to six times. */
const answers = new Map<string, { standing: string; head: Head }>();

/** The commit that HEAD names; a repository without one has nothing to start from. */
export const readHead = async (at: Location): Promise<Head> => {
  const standing = headStanding(at);
  const answer = answers.get(at.gitDir);
  if (standing !== null && answer?.standing === standing) return answer.head;
  const head = await askGit(at);
  // Whatever moved HEAD meanwhile: what was asked for is not what stands there now.
  if (standing !== null && headStanding(at) === standing) answers.set(at.gitDir, { standing, head });
  return head;
};

/** The tree is read from the commit itself: in a partial clone it may not be there yet. */
const askGit = async (at: Location): Promise<Head> => {
  const call = { gitDir: at.gitDir, allow: [1, 128] };
  const [named, symbolic] = await Promise.all([
    git(['cat-file', '--batch'], { ...call, input: 'HEAD^{commit}\n' }),
    git(['symbolic-ref', '-q', 'HEAD'], call),
  ]);
  const found = /^([0-9a-f]+) commit \d+\ntree ([0-9a-f]+)\n/.exec(named.stdout.toString('latin1'));
  if (!found) throw noCommit(at);
  const [, commit = '', tree = ''] = found;
  return { commit, tree, branch: branchIn(symbolic.stdout.toString().trim()) };
};

const noCommit = ({ root }: Location): RepoError =>
  new RepoError(`The repository at ${root} has no commit to start from. Make one: git add -A && git commit`);

const branchIn = (ref: string): string | null => /^refs\/heads\/(.+)$/s.exec(ref)?.[1] ?? null;
