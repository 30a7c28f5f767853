/** The branch that a run handed over: how it stands by now, and its removal. */
import type { HandedOver, RunBranch } from '../../../ports/repo.ts';
import { RepoError } from '../../../ports/repo.ts';
import { git } from '../door/git.ts';
import { branchesIn, checkedOut, heads } from './hand-over.ts';

/** Null where it is gone. */
export const branchStanding = async (commonDir: string, { branch, head }: HandedOver): Promise<RunBranch | null> => {
  const tip = (await branchesIn(commonDir)).get(branch);
  if (tip === undefined) return null;
  if (checkedOut(commonDir).has(branch)) return 'checked-out';
  if (tip !== head) return 'moved';
  return (await isElsewhere(commonDir, heads + branch, tip)) ? 'elsewhere' : 'only-here';
};

/** Pins of ours keep nothing for the user. */
const isElsewhere = async (commonDir: string, ref: string, tip: string): Promise<boolean> => {
  const { stdout } = await git(['for-each-ref', '--format=%(refname)', '--contains', tip], { gitDir: commonDir });
  const refs = stdout.toString('utf8').split('\n').filter(Boolean);
  return refs.some((each) => each !== ref && !each.startsWith('refs/fixpoint/') && each !== 'refs/stash');
};

/** Only as long as it is where the run left it. */
export const removeRunBranch = async (commonDir: string, { branch, head }: HandedOver): Promise<void> => {
  const { exitCode } = await git(['update-ref', '-d', heads + branch, head], { gitDir: commonDir, allow: [1, 128] });
  if (exitCode !== 0) throw new RepoError(`The branch ${branch} could not be removed: it has moved, or git is busy.`);
};
