/**
 * Merges a run's result into the branch that the user is on, by plumbing: no hook, filter or merge driver of the
 * repository is run.
 */
import { existsSync } from 'node:fs';
import { type ApplyRequest, type ApplyResult, RepoError } from '../../../../ports/repo.ts';
import type { Control } from '../../control/control.ts';
import { transfer } from '../../control/transfer.ts';
import { readHead } from '../../user/remembered/read-head.ts';
import type { Location } from '../../user/locate.ts';
import { takeBack } from './take-back.ts';
import { type Backup, keepBackup, latestBackup, markBackup } from './apply-backup.ts';
import { carryOutMerge } from './carry-out-merge.ts';
import { decideAll } from './decide-all.ts';
import { type Merging, withMerging } from './merge-index.ts';
import { decideMerge } from './merge-plan.ts';
import { type IndexLock, takeLock } from './index-lock.ts';
import { settleMerge } from './merge-settle.ts';
import { isAncestor, targetFor } from './merge-target.ts';
import { unwritable } from './unwritable.ts';

const markersOfWorkUnderWay = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

export type MergeRequest = ApplyRequest & { scratch: string };

const requireReady = (control: Control, at: Location): void => {
  const busy = markersOfWorkUnderWay.find((name) => existsSync(`${at.gitDir}/${name}`));
  if (busy !== undefined)
    throw new RepoError(`Something is under way in ${at.root} (${busy}). Finish or abort it, then merge.`);
  if (control.frozen.sparse)
    throw new RepoError(
      `${at.root} is a sparse checkout, and this merge would bring in files that are not part of it. ` +
        'Merge the branch of the run with git merge, or use fixpoint apply without --merge.',
    );
};

/** What a killed process left is ended first: half an apply goes back, since the merge brings all of it. */
const settleEarlier = async (at: Location, left: Backup | null, run: string): Promise<ApplyResult | null> => {
  if (left === null || (left.manifest.state === 'applied' && !left.manifest.merge)) return null;
  const settled = left.manifest.merge ? await settleMerge(at, left, run) : takeBack(at.root, left, run);
  return settled.applied ? null : settled;
};

type Merge = { control: Control; at: Location; request: MergeRequest; lock: IndexLock };

const moveTo = async (
  { control, at, request, lock }: Merge,
  move: { from: string; to: string },
  merging: Merging,
): Promise<ApplyResult> => {
  const { run, start, head } = request;
  const { steps, conflicts, skipped } = await decideAll(control, move, (version, { opened }) =>
    decideMerge(control, version, { root: at.root, opened, merging }),
  );
  const refused = [...conflicts, ...unwritable(at.root, steps)];
  if (refused.length > 0) return { applied: false, conflicts: refused };
  const backup = keepBackup(control.paths.apply, { start, head, merge: move, index: await merging.index() }, steps);
  const done = await carryOutMerge(control, at, { ...move, backup, lock, merging, run });
  return done.applied ? { ...done, files: [...done.files, ...skipped].toSorted() } : done;
};

const mergeLocked = async (merge: Merge): Promise<ApplyResult> => {
  const { control, at, request } = merge;
  const { commit: from } = await readHead(at);
  if (await isAncestor(control, request.head, from)) return { applied: true, files: [], skipped: [] };
  const to = await targetFor(control, from, request.head);
  if (typeof to === 'string') return moveBranch(merge, { from, to });
  return { applied: false, conflicts: to.conflicts.map((file) => ({ file, reason: 'changed on both sides' })) };
};

const moveBranch = async (merge: Merge, move: { from: string; to: string }): Promise<ApplyResult> => {
  const { control, at, request } = merge;
  const { partial } = control.frozen;
  await transfer(control.paths.control, at.objects, { commit: move.to, known: move.from, partial });
  const { scratch } = request;
  const result = await withMerging(at, { ...move, scratch }, (merging) => moveTo(merge, move, merging));
  return 'refused' in result ? { applied: false, conflicts: [{ file: at.root, reason: result.refused }] } : result;
};

export const mergeResult = async (control: Control, at: Location, request: MergeRequest): Promise<ApplyResult> => {
  requireReady(control, at);
  const left = latestBackup(control.paths.apply);
  const settled = await settleEarlier(at, left, request.run);
  if (settled) return settled;
  const lock = takeLock(at);
  try {
    const merged = await mergeLocked({ control, at, request, lock });
    // What an apply laid down before is part of the branch now: there is nothing left of it to take back.
    if (merged.applied && left?.manifest.state === 'applied') markBackup(left, 'undone');
    return merged;
  } finally {
    lock.release();
  }
};
