/** Carries out a merge that was decided: files, then the branch, then the index. */
import { type ApplyResult, RepoError } from '../../../../ports/repo.ts';
import type { Control } from '../../control/control.ts';
import { readable } from '../../door/bytes.ts';
import { git } from '../../door/git.ts';
import { GitFailure } from '../../door/git-call.ts';
import type { Location } from '../../user/locate.ts';
import { refusal } from './take-back.ts';
import { type Backup, markBackup } from './apply-backup.ts';
import { moveAll, putBack } from './apply-steps.ts';
import { identityEnvironment } from '../commit.ts';
import type { Merging } from './merge-index.ts';
import type { IndexLock } from './index-lock.ts';

/** Moves the branch; null when it has moved, else what git said. */
const moveHead = async (
  control: Control,
  at: Location,
  { from, to }: { from: string; to: string },
): Promise<string | null> => {
  const env = identityEnvironment(control.frozen, new Date().toISOString());
  const message = `fixpoint apply --merge: run ${control.frozen.run}`;
  try {
    await git(['update-ref', '-m', message, 'HEAD', to, from], { gitDir: at.gitDir, env });
    return null;
  } catch (failure) {
    if (!(failure instanceof GitFailure)) throw failure;
    return firstLine(failure);
  }
};

const firstLine = ({ stderr }: GitFailure): string =>
  (stderr.trim().split('\n')[0] ?? '').replace(/^fatal: /, '').replace(/\.$/, '');

export type Move = { from: string; to: string; backup: Backup; lock: IndexLock; merging: Merging; run: string };

/** The branch stays where it is, so the files go back too. */
const takeFilesBack = (root: string, { backup, run }: Move, reason: string): ApplyResult => {
  const stuck = putBack(root, backup.steps);
  if (stuck.length > 0) return refusal({ moved: false, trouble: { file: 'HEAD', reason }, stuck }, run);
  markBackup(backup, 'undone');
  throw new RepoError(
    `Your branch could not be moved: ${reason}. Your files and the index are as they were. ` +
      `Try again when no other git is at work in ${root}.`,
  );
};

/** Until the branch has moved, everything is put back when something fails. */
export const carryOutMerge = async (control: Control, at: Location, move: Move): Promise<ApplyResult> => {
  const { backup, lock, merging, run } = move;
  const moved = moveAll(at.root, backup.steps, 'after');
  if (!moved.moved) {
    const refused = refusal(moved, run);
    markBackup(backup, 'undone');
    return refused;
  }
  const index = await merging.index();
  const reason = await moveHead(control, at, move);
  if (reason !== null) return takeFilesBack(at.root, move, reason);
  lock.replace(index);
  markBackup(backup, 'applied');
  return { applied: true, files: backup.steps.map((step) => readable(step.path)), skipped: [] };
};
