/** Decides what a merge does with each touched file of the user. */
import type { Control } from '../../control/control.ts';
import { conflictAt, countsModes, type Decision } from './apply-plan.ts';
import type { Version } from './apply-versions.ts';
import { type FileState, sameState } from './file-state.ts';
import type { Merging } from './merge-index.ts';
import { userState } from './user-state.ts';

type Where = { root: string; opened: ReadonlySet<string>; merging: Merging };

/** But for their bytes, which may differ in line endings and the like. */
const sameButBytes = (user: FileState, start: FileState, modes: boolean): boolean =>
  user.type === 'file' && start.type === 'file' && sameState({ ...user, bytes: start.bytes }, start, modes);

/**
 * A file that the branch does not have is nobody's to replace, ignored or not; one that it has must be as it has it.
 */
export const decideMerge = async (control: Control, version: Version, where: Where): Promise<Decision> => {
  const { path, start, head, startId } = version;
  const modes = countsModes(control);
  if (version.module) return conflictAt(path, 'it is a submodule');
  const user = userState(where, path);
  if (user.type === 'foreign') return conflictAt(path, user.what);
  if (sameState(user, head, modes)) return { skip: path };
  const isUntouched =
    sameState(user, start, modes) ||
    (sameButBytes(user, start, modes) && (await where.merging.isStored(path, startId)));
  return isUntouched ? { step: { path, before: user, after: head } } : conflictAt(path, whyNot(start, user));
};

const whyNot = (start: FileState, user: FileState): string => {
  if (start.type === 'absent') return 'the run adds it, and a file of yours is in its place: move it away first';
  return user.type === 'absent' ? 'the run changed it, and you deleted it' : 'you changed it, and did not commit that';
};
