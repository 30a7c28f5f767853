/** Takes back what an apply laid down, and says how things stand when that does not work. */
import { type ApplyResult, RepoError } from '../../../../ports/repo.ts';
import { readable } from '../../door/bytes.ts';
import { type Backup, markBackup } from './apply-backup.ts';
import type { Step } from './apply-plan.ts';
import { foreignChanges, moveAll, type Moved } from './apply-steps.ts';

export const namesOf = (steps: readonly Step[]): string[] => steps.map((step) => readable(step.path));

/** When not even putting back worked, the user has to know how things stand, and what to do. */
export const refusal = (moved: Moved & { moved: false }, run: string): ApplyResult => {
  const { trouble, stuck } = moved;
  if (stuck.length === 0) return { applied: false, conflicts: [trouble] };
  const left = stuck.map(({ file, reason }) => `${file} (${reason})`).join(', ');
  throw new RepoError(
    `${trouble.file}: ${trouble.reason}. The other files were put back, except: ${left}. Repair that, then run: ` +
      `fixpoint apply ${run} --undo`,
  );
};

export const takeBack = (root: string, backup: Backup, run: string): ApplyResult => {
  const half = backup.manifest.state !== 'applied';
  const reason = half ? changedHalfWay(run) : 'it was changed after Fixpoint wrote it';
  const conflicts = foreignChanges(root, backup.steps, reason);
  if (conflicts.length > 0) return { applied: false, conflicts };
  markBackup(backup, 'undoing');
  const moved = moveAll(root, backup.steps, 'before', half);
  if (moved.moved) {
    markBackup(backup, 'undone');
    return { applied: true, files: namesOf(backup.steps), skipped: [] };
  }
  const refused = refusal(moved, run);
  if (!half) markBackup(backup, 'applied');
  return refused;
};

export const changedHalfWay = (run: string): string =>
  'an apply was interrupted half-way, and it was changed since. Move your version away, then run: ' +
  `fixpoint apply ${run} --undo`;
