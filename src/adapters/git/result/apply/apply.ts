/** Lays a run's result over the user's files, all of it or nothing, and takes it back again. */
import { type ApplyRequest, type ApplyResult, RepoError } from '../../../../ports/repo.ts';
import { type Backup, keepBackup, lastMerge, latestBackup, markBackup } from './apply-backup.ts';
import { decide } from './apply-plan.ts';
import { foreignChanges, moveAll } from './apply-steps.ts';
import { decideAll } from './decide-all.ts';
import type { Control } from '../../control/control.ts';
import type { Location } from '../../user/locate.ts';
import { settleMerge } from './merge-settle.ts';
import { changedHalfWay, namesOf, refusal, takeBack } from './take-back.ts';
import { unwritable } from './unwritable.ts';

const finish = (root: string, backup: Backup, run: string): ApplyResult => {
  const moved = moveAll(root, backup.steps, 'after');
  if (!moved.moved) {
    const refused = refusal(moved, run);
    markBackup(backup, 'undone');
    return refused;
  }
  markBackup(backup, 'applied');
  return { applied: true, files: namesOf(backup.steps), skipped: [] };
};

const finishHalf = (root: string, left: Backup, run: string): ApplyResult => {
  const conflicts = foreignChanges(root, left.steps, changedHalfWay(run));
  if (conflicts.length > 0) return { applied: false, conflicts };
  return finish(root, left, run);
};

const isSameRequest = ({ manifest }: Backup, { start, head }: ApplyRequest): boolean =>
  manifest.start === start && manifest.head === head;

/**
 * Ends what a killed process began: forward where it is the same request, else back. Null when nothing is left of it.
 */
const settle = async (control: Control, request: ApplyRequest, at: Location): Promise<ApplyResult | null> => {
  const { run } = request;
  const left = latestBackup(control.paths.apply);
  if (left === null || left.manifest.state === 'applied') return null;
  if (!left.manifest.merge && left.manifest.state === 'applying' && isSameRequest(left, request))
    return finishHalf(at.root, left, run);
  const settled = left.manifest.merge ? await settleMerge(at, left, run) : takeBack(at.root, left, run);
  return settled.applied ? null : settled;
};

export const apply = async (control: Control, request: ApplyRequest, at: Location): Promise<ApplyResult> => {
  const settled = await settle(control, request, at);
  if (settled) return settled;
  const { root } = at;
  const { steps, conflicts, skipped } = await decideAll(
    control,
    { from: request.start, to: request.head },
    (version, deciding) => decide(control, version, { root, ...deciding }),
  );
  const refused = [...conflicts, ...unwritable(root, steps)];
  if (refused.length > 0) return { applied: false, conflicts: refused };
  if (steps.length === 0) return { applied: true, files: [], skipped };
  const result = finish(root, keepBackup(control.paths.apply, request, steps), request.run);
  return result.applied ? { ...result, skipped } : result;
};

const nothingToTakeBack = (run: string, merge: { from: string; to: string } | undefined): string => {
  if (!merge) return `Nothing of the run ${run} was applied here, so there is nothing to take back.`;
  return (
    `The run ${run} was merged into your branch, which moved from ${merge.from.slice(0, 12)} to ` +
    `${merge.to.slice(0, 12)}. ` +
    `Take that back with git: git reset --keep ${merge.from.slice(0, 12)} if nothing came after it, else git revert.`
  );
};

export const undoApply = async (applyFolder: string, at: Location, run: string): Promise<ApplyResult> => {
  const backup = latestBackup(applyFolder);
  if (!backup) throw new RepoError(nothingToTakeBack(run, lastMerge(applyFolder)));
  return backup.manifest.merge ? settleMerge(at, backup, run) : takeBack(at.root, backup, run);
};
