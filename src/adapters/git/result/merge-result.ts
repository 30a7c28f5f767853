/**
 * Merges a run's result into the branch that the user is on, by plumbing: no hook, filter or merge driver of the
 * repository is run.
 */
import { existsSync, mkdtempSync } from 'node:fs';
import { type ApplyRequest, type ApplyResult, RepoError } from '../../../ports/repo.ts';
import { ownFolder } from '../../files/own-folder.ts';
import { refusal, takeBack } from './apply.ts';
import { type Backup, keepBackup, latestBackup, markBackup } from './apply-backup.ts';
import { type Decision, type Step, userState } from './apply-plan.ts';
import { moveAll, putBack, unwritable } from './apply-steps.ts';
import { readVersions, type Version } from './apply-versions.ts';
import { readable } from '../door/bytes.ts';
import { identityEnvironment } from './commit.ts';
import type { Control } from '../control/control.ts';
import { sameState } from './file-state.ts';
import { git, GitFailure } from '../door/git.ts';
import { type Location, readHead } from '../user/locate.ts';
import { merge } from './merge.ts';
import { type Merging, withMerging } from './merge-index.ts';
import { type IndexLock, settleMerge, takeLock } from './merge-settle.ts';
import { removeAt } from '../workspace/remove.ts';
import { transfer } from '../control/transfer.ts';

const markersOfWorkUnderWay = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

export type MergeRequest = ApplyRequest & { scratch: string };

const isAncestor = async (control: Control, older: string, newer: string): Promise<boolean> => {
  const { exitCode } = await control.git(['merge-base', '--is-ancestor', older, newer], { allow: [1, 128] });
  return exitCode === 0;
};

/** What the user's branch will stand on: the result itself where that is possible, else a merge of both. */
const targetFor = async (control: Control, mine: string, head: string): Promise<string | { conflicts: string[] }> => {
  if (await isAncestor(control, mine, head)) return head;
  const merged = await merge(control, mine, head);
  if ('conflicts' in merged) return merged;
  const env = identityEnvironment(control.frozen, new Date().toISOString());
  const input = `Merge the fixes of run ${control.frozen.run}\n`;
  const { stdout } = await control.git(['commit-tree', '-p', mine, '-p', head, merged.tree], { env, input });
  return stdout.toString().trim();
};

/**
 * A file that the branch does not have is nobody's to replace, ignored or not; one that it has must be as it has it.
 */
const decide = async (control: Control, version: Version, where: Where): Promise<Decision> => {
  const { path, start, head, module, startId } = version;
  const modes = control.frozen.settings['core.filemode'] !== 'false';
  const conflict = (reason: string): Decision => ({ conflict: { file: readable(path), reason } });
  if (module) return conflict('it is a submodule');
  const user = userState(where, path);
  if (user.type === 'foreign') return conflict(user.what);
  if (sameState(user, head, modes)) return { skip: path };
  const step: Decision = { step: { path, before: user, after: head } };
  if (sameState(user, start, modes)) return step;
  if (start.type === 'absent')
    return conflict('the run adds it, and a file of yours is in its place: move it away first');
  if (user.type === 'absent') return conflict('the run changed it, and you deleted it');
  const isText =
    user.type === 'file' && start.type === 'file' && sameState({ ...user, bytes: start.bytes }, start, modes);
  if (isText && (await where.merging.isStored(path, startId))) return step;
  return conflict('you changed it, and did not commit that');
};

type Where = { root: string; opened: ReadonlySet<string>; merging: Merging };

const decideAll = async (
  control: Control,
  move: { from: string; to: string },
  at: Location,
  merging: Merging,
): Promise<Decision[]> => {
  ownFolder(control.paths.folder, control.paths.apply);
  const scratch = mkdtempSync(`${control.paths.apply}/scratch-`);
  try {
    const versions = await readVersions(control, move.from, move.to, scratch);
    const opened = new Set(versions.filter((version) => version.head.type === 'absent').map((version) => version.path));
    const decisions: Decision[] = [];
    for (const version of versions) decisions.push(await decide(control, version, { root: at.root, opened, merging }));
    return decisions;
  } finally {
    removeAt(scratch, '');
  }
};

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
    return (failure.stderr.trim().split('\n')[0] ?? '').replace(/^fatal: /, '').replace(/\.$/, '');
  }
};

type Move = { from: string; to: string; backup: Backup; lock: IndexLock; merging: Merging; run: string };

/** Files, then the branch, then the index: until the branch has moved, everything is put back when something fails. */
const carryOut = async (
  control: Control,
  at: Location,
  { from, to, backup, lock, merging, run }: Move,
): Promise<ApplyResult> => {
  const { steps } = backup;
  const moved = moveAll(at.root, steps, 'after');
  if (!moved.moved) {
    const refused = refusal(moved, run);
    markBackup(backup, 'undone');
    return refused;
  }
  const index = await merging.index();
  const said = await moveHead(control, at, { from, to });
  if (said !== null) {
    const stuck = putBack(at.root, steps);
    if (stuck.length > 0) return refusal({ moved: false, trouble: { file: 'HEAD', reason: said }, stuck }, run);
    markBackup(backup, 'undone');
    throw new RepoError(
      `Your branch could not be moved: ${said}. Your files and the index are as they were. Try again when no other git is at work in ${at.root}.`,
    );
  }
  lock.replace(index);
  markBackup(backup, 'applied');
  return { applied: true, files: steps.map((step) => readable(step.path)), skipped: [] };
};

const stepsOf = (
  decisions: readonly Decision[],
): {
  steps: Step[];
  conflicts: { file: string; reason: string }[];
  skipped: string[];
} => ({
  steps: decisions.flatMap((decision) => ('step' in decision ? [decision.step] : [])),
  conflicts: decisions.flatMap((decision) => ('conflict' in decision ? [decision.conflict] : [])),
  skipped: decisions.flatMap((decision) => ('skip' in decision ? [readable(decision.skip)] : [])),
});

const requireReady = (control: Control, at: Location): void => {
  const busy = markersOfWorkUnderWay.find((name) => existsSync(`${at.gitDir}/${name}`));
  if (busy !== undefined)
    throw new RepoError(`Something is under way in ${at.root} (${busy}). Finish or abort it, then merge.`);
  if (control.frozen.sparse)
    throw new RepoError(
      `${at.root} is a sparse checkout, and this merge would bring in files that are not part of it. Merge the branch of the run with git merge, or use fixpoint apply without --merge.`,
    );
};

/** What a killed process left is ended first: half an apply goes back, since the merge brings all of it. */
const settleEarlier = async (at: Location, left: Backup | null, run: string): Promise<ApplyResult | null> => {
  if (left === null || (left.manifest.state === 'applied' && !left.manifest.merge)) return null;
  const settled = left.manifest.merge ? await settleMerge(at, left, run) : takeBack(at.root, left, run);
  return settled.applied ? null : settled;
};

const mergeLocked = async (
  control: Control,
  at: Location,
  request: MergeRequest,
  lock: IndexLock,
): Promise<ApplyResult> => {
  const { run, head, start } = request;
  const mine = await readHead(at);
  if (await isAncestor(control, head, mine.commit)) return { applied: true, files: [], skipped: [] };
  const target = await targetFor(control, mine.commit, head);
  if (typeof target !== 'string')
    return { applied: false, conflicts: target.conflicts.map((file) => ({ file, reason: 'changed on both sides' })) };
  await transfer(control.paths.control, at.objects, {
    commit: target,
    known: mine.commit,
    partial: control.frozen.partial,
  });
  const move = { from: mine.commit, to: target };
  const result = await withMerging(at, { ...move, scratch: request.scratch }, async (merging): Promise<ApplyResult> => {
    const { steps, conflicts, skipped } = stepsOf(await decideAll(control, move, at, merging));
    const refused = [...conflicts, ...unwritable(at.root, steps)];
    if (refused.length > 0) return { applied: false, conflicts: refused };
    const backup = keepBackup(control.paths.apply, { start, head, merge: move, index: await merging.index() }, steps);
    const done = await carryOut(control, at, { ...move, backup, lock, merging, run });
    return done.applied ? { ...done, files: [...done.files, ...skipped].toSorted() } : done;
  });
  return 'refused' in result ? { applied: false, conflicts: [{ file: at.root, reason: result.refused }] } : result;
};

export const mergeResult = async (control: Control, at: Location, request: MergeRequest): Promise<ApplyResult> => {
  requireReady(control, at);
  const left = latestBackup(control.paths.apply);
  const settled = await settleEarlier(at, left, request.run);
  if (settled) return settled;
  const lock = takeLock(at);
  try {
    const merged = await mergeLocked(control, at, request, lock);
    // What an apply laid down before is part of the branch now: there is nothing left of it to take back.
    if (merged.applied && left?.manifest.state === 'applied') markBackup(left, 'undone');
    return merged;
  } finally {
    lock.release();
  }
};
