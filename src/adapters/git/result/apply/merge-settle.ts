/** Ends a merge that a killed process left half-way: forward once the branch has moved, else back. */
import { readFileSync } from 'node:fs';
import type { ApplyResult } from '../../../../ports/repo.ts';
import { type Backup, markBackup } from './apply-backup.ts';
import { foreignChanges, moveAll, type Side } from './apply-steps.ts';
import { type IndexLock, takeLock } from './index-lock.ts';
import { readable } from '../../door/bytes.ts';
import { readHead } from '../../user/remembered/read-head.ts';
import type { Location } from '../../user/locate.ts';

export const settleMerge = async (at: Location, backup: Backup, run: string): Promise<ApplyResult> => {
  const lock = takeLock(at);
  try {
    const { commit } = await readHead(at);
    const conflicts = foreignChanges(at.root, backup.steps, changedHalfWay(run));
    if (conflicts.length > 0) return { applied: false, conflicts };
    return settleTo(commit === backup.manifest.merge?.to ? 'after' : 'before', at, backup, lock);
  } finally {
    lock.release();
  }
};

const changedHalfWay = (run: string): string =>
  'a merge was interrupted half-way, and it was changed since. Move your version away, then run: ' +
  `fixpoint apply ${run} --undo`;

const settleTo = (side: Side, { root }: Location, backup: Backup, lock: IndexLock): ApplyResult => {
  const moved = moveAll(root, backup.steps, side);
  if (!moved.moved) return { applied: false, conflicts: [moved.trouble, ...moved.stuck] };
  if (side === 'after') lock.replace(readFileSync(`${backup.folder}/index`));
  markBackup(backup, side === 'after' ? 'applied' : 'undone');
  return { applied: true, files: backup.steps.map((step) => readable(step.path)), skipped: [] };
};
