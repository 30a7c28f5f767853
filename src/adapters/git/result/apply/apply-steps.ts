/** Carries out the steps of an apply, all of them or none: each path is looked at again right before it is replaced. */
import type { Step } from './apply-plan.ts';
import { folderOf, inFolder, readable } from '../../door/bytes.ts';
import { type FileState, readState, sameState } from './file-state.ts';
import { syncAll, writeState } from './write-state.ts';
import { isReachedThroughFolders, removeAt } from '../../workspace/remove.ts';
import { type Trouble, whyNotWritten } from './unwritable.ts';

export type Side = 'before' | 'after';
/** `stuck`: paths that could not be put back either. */
export type Moved = { moved: true } | { moved: false; trouble: Trouble; stuck: Trouble[] };

/** Deletions first, deepest first: a folder may have to make room for a file, or a file for a folder. */
const inOrder = (steps: readonly Step[], target: Side): { step: Step; scratch: string }[] => {
  const numbered = steps.map((step, n) => ({ step, scratch: `.fixpoint-apply-${n}` }));
  const isGone = ({ step }: { step: Step }): boolean => step[target].type === 'absent';
  return [...numbered.filter(isGone).toReversed(), ...numbered.filter((entry) => !isGone(entry))];
};

/** While a file turns into a folder, paths above and below each other look foreign until both are written. */
const isBeingReplaced = (step: Step, steps: readonly Step[]): boolean =>
  steps.some(({ path }) => step.path.startsWith(`${path}/`) || path.startsWith(`${step.path}/`));

/** A crash between writing the temporary file and its rename leaves it beside the path. */
const removeScratch = (root: string, path: string, scratch: string): void => {
  removeAt(root, inFolder(folderOf(path), scratch));
};

/** Also where something else is in its place: a file that has become a folder is not there any more as a file. */
const isAt = (now: FileState, wanted: FileState, step: Step, steps: readonly Step[]): boolean =>
  sameState(now, wanted, true) || (wanted.type === 'absent' && now.type === 'foreign' && isBeingReplaced(step, steps));

const moveOne = (
  root: string,
  steps: readonly Step[],
  { step, scratch }: { step: Step; scratch: string },
  to: Side,
): Trouble | null => {
  // Below a file there is nothing to remove.
  if (step[to].type === 'absent' && !isReachedThroughFolders(root, step.path)) return null;
  const now = readState(root, step.path);
  try {
    if (isAt(now, step[to], step, steps)) removeScratch(root, step.path, scratch);
    else if (isAt(now, step[otherSide(to)], step, steps)) writeState(root, step.path, step[to], scratch);
    else
      return {
        file: readable(step.path),
        reason: 'it was changed while Fixpoint was writing, and your version is kept',
      };
    return null;
  } catch (error) {
    const reason = whyNotWritten(error);
    tryRemoveScratch(root, step.path, scratch);
    return { file: readable(step.path), reason };
  }
};

/** What could not be written is not there either. */
const tryRemoveScratch = (...scratch: Parameters<typeof removeScratch>): void => {
  try {
    removeScratch(...scratch);
  } catch {
    // As above.
  }
};

const otherSide = (side: Side): Side => (side === 'after' ? 'before' : 'after');

/** Puts back what was moved; what the user changed meanwhile stays as it is. */
const moveBack = (root: string, steps: readonly Step[], to: Side): Trouble[] => {
  const from = otherSide(to);
  const moved = steps.filter((step) => {
    const now = readState(root, step.path);
    return sameState(now, step[from], true) || (now.type === 'foreign' && isBeingReplaced(step, steps));
  });
  return inOrder(steps, to)
    .filter(({ step }) => moved.includes(step))
    .flatMap((entry) => moveOne(root, steps, entry, to) ?? []);
};

const sync = (root: string, steps: readonly Step[]): void =>
  syncAll(
    root,
    steps.map((step) => step.path),
  );

/** Puts everything back to what it was, except what the user changed meanwhile; gives what could not be. */
export const putBack = (root: string, steps: readonly Step[]): Trouble[] => {
  const stuck = moveBack(root, steps, 'before');
  sync(root, steps);
  return stuck;
};

/**
 * Brings every path to one side of the backup. When one of them resists, those that were moved go back to the other
 * side, unless it is `half` of an earlier move that is being ended: nobody knows then where each of them came from.
 */
export const moveAll = (root: string, steps: readonly Step[], to: Side, half = false): Moved => {
  for (const entry of inOrder(steps, to)) {
    const trouble = moveOne(root, steps, entry, to);
    if (trouble === null) continue;
    const stuck = half ? [] : moveBack(root, steps, otherSide(to));
    sync(root, steps);
    return { moved: false, trouble, stuck: stuck.filter(({ file }) => file !== trouble.file) };
  }
  sync(root, steps);
  return { moved: true };
};

/** Paths that are neither as they were before nor as the apply left them. */
export const foreignChanges = (root: string, steps: readonly Step[], reason: string): Trouble[] => {
  const changed = steps.filter((step) => {
    const now = readState(root, step.path);
    if (now.type === 'foreign') return !isBeingReplaced(step, steps);
    return !sameState(now, step.before, true) && !sameState(now, step.after, true);
  });
  return changed.map(({ path }) => ({ file: readable(path), reason }));
};
