/** Tells a control repository that is where it was made from one that was moved, or whose repository was. */
import { existsSync } from 'node:fs';
import type { Location } from '../../user/locate.ts';
import { readFrozen } from '../frozen.ts';
import type { RunPaths } from '../paths.ts';

/**
 * Its settings name files of its own and the user's objects by their paths: both have to be where they were. What
 * cannot be read is left to the seal to judge.
 */
export const isInPlace = (at: Location, paths: RunPaths): boolean => {
  if (!existsSync(paths.seal)) return false;
  try {
    const { root, objects, folder } = readFrozen(paths.frozen);
    return root === at.root && objects === at.objects && (folder === '' || folder === paths.folder);
  } catch {
    return true;
  }
};
