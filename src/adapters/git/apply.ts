/** Lays a run's result over the user's files, all of it or nothing, and takes it back again. */
import { mkdtempSync } from 'node:fs';
import { RepoError } from '../../ports/repo.ts';
import type { ApplyRequest, ApplyResult } from '../../ports/repo.ts';
import { ownFolder } from '../own-folder.ts';
import { latestBackup, makeBackup, markBackup } from './applybackup.ts';
import type { Backup } from './applybackup.ts';
import { decide } from './applyplan.ts';
import type { Decision, Step } from './applyplan.ts';
import { readVersions } from './applyversions.ts';
import { readable } from './bytes.ts';
import type { Control } from './control.ts';
import { readState, sameState, syncAll, writeState } from './filestate.ts';
import { isReachedThroughFolders, removeAt } from './remove.ts';

/** Deletions first, deepest first: a folder may have to make room for a file, or a file for a folder. */
function inOrder(steps: readonly Step[], target: 'before' | 'after'): { step: Step; n: number }[] {
  const numbered = steps.map((step, n) => ({ step, n }));
  const isGone = ({ step }: { step: Step }): boolean => step[target].type === 'absent';
  return [...numbered.filter(isGone).toReversed(), ...numbered.filter((entry) => !isGone(entry))];
}

/** Brings every path to one side of the backup. Paths that are there already are left alone. */
function carryOut(root: string, steps: readonly Step[], target: 'before' | 'after'): void {
  for (const { step, n } of inOrder(steps, target)) {
    const scratch = `.fixpoint-apply-${n}`;
    // Below a file there is nothing to remove.
    if (step[target].type === 'absent' && !isReachedThroughFolders(root, step.path)) continue;
    if (sameState(readState(root, step.path), step[target], true)) removeScratch(root, step.path, scratch);
    else writeState(root, step.path, step[target], scratch);
  }
  syncAll(
    root,
    steps.map((step) => step.path),
  );
}

/** A crash between writing the temporary file and its rename leaves it beside the path. */
function removeScratch(root: string, path: string, scratch: string): void {
  const slash = path.lastIndexOf('/');
  removeAt(root, slash < 0 ? scratch : `${path.slice(0, slash)}/${scratch}`);
}

/** While a file turns into a folder, paths above and below each other look foreign until both are written. */
function isBeingReplaced(step: Step, steps: readonly Step[]): boolean {
  return steps.some(({ path }) => step.path.startsWith(`${path}/`) || path.startsWith(`${step.path}/`));
}

/** Paths that are neither as they were before nor as the apply left them. */
function foreignChanges(root: string, steps: readonly Step[]): { file: string; reason: string }[] {
  const changed = steps.filter((step) => {
    const now = readState(root, step.path);
    if (now.type === 'foreign') return !isBeingReplaced(step, steps);
    return !sameState(now, step.before, true) && !sameState(now, step.after, true);
  });
  return changed.map(({ path }) => ({ file: readable(path), reason: 'it was changed after Fixpoint wrote it' }));
}

function finish(root: string, backup: Backup): ApplyResult {
  const conflicts = foreignChanges(root, backup.steps);
  if (conflicts.length > 0) return { applied: false, conflicts };
  carryOut(root, backup.steps, 'after');
  markBackup(backup, 'applied');
  return { applied: true, files: backup.steps.map((step) => readable(step.path)), skipped: [] };
}

async function decideAll(control: Control, request: ApplyRequest, root: string): Promise<Decision[]> {
  ownFolder(control.paths.folder, control.paths.apply);
  const scratch = mkdtempSync(`${control.paths.apply}/scratch-`);
  try {
    const versions = await readVersions(control, request.start, request.head, scratch);
    const opened = new Set(versions.filter((version) => version.head.type === 'absent').map((version) => version.path));
    const decisions: Decision[] = [];
    for (const version of versions) decisions.push(await decide(control, version, { root, scratch, opened }));
    return decisions;
  } finally {
    removeAt(scratch, '');
  }
}

export async function apply(control: Control, request: ApplyRequest, root: string): Promise<ApplyResult> {
  const unfinished = latestBackup(control.paths.apply);
  const isSame = unfinished?.manifest.start === request.start && unfinished.manifest.head === request.head;
  if (unfinished?.manifest.state === 'applying' && isSame) return finish(root, unfinished);
  const decisions = await decideAll(control, request, root);
  const conflicts = decisions.flatMap((decision) => ('conflict' in decision ? [decision.conflict] : []));
  if (conflicts.length > 0) return { applied: false, conflicts };
  const skipped = decisions.flatMap((decision) => ('skip' in decision ? [readable(decision.skip)] : []));
  const steps = decisions.flatMap((decision) => ('step' in decision ? [decision.step] : []));
  if (steps.length === 0) return { applied: true, files: [], skipped };
  const result = finish(root, makeBackup(control.paths.apply, request, steps));
  return result.applied ? { ...result, skipped } : result;
}

export function undoApply(applyFolder: string, root: string, run: string): ApplyResult {
  const backup = latestBackup(applyFolder);
  if (!backup) throw new RepoError(`Nothing of the run ${run} was applied here, so there is nothing to take back.`);
  const conflicts = foreignChanges(root, backup.steps);
  if (conflicts.length > 0) return { applied: false, conflicts };
  markBackup(backup, 'undoing');
  carryOut(root, backup.steps, 'before');
  markBackup(backup, 'undone');
  return { applied: true, files: backup.steps.map((step) => readable(step.path)), skipped: [] };
}
