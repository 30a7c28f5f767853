/** Whether a path stays in the workspace: not outside, behind a link, or of git's. */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errnoOf } from '../../../plain/errno.ts';

export const isInside = (path: string, workspace: string): boolean => {
  const root = real(workspace);
  const target = real(isAbsolute(path) ? path : resolve(workspace, path));
  if (root === null || target === null) return false;
  const parts = relative(root, target).split(sep);
  return (
    parts[0] !== '..' && !isAbsolute(relative(root, target)) && !parts.some((part) => part.toLowerCase() === '.git')
  );
};

/** Where a path really leads; what is not there yet lies in the nearest folder that is. */
const real = (path: string): string | null => {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync(at), ...missing.toReversed());
    } catch (error) {
      const isMissing = errnoOf(error) === 'ENOENT';
      // A link that leads nowhere is there all the same, and leads wherever something will be written.
      if (!isMissing || isThere(at) || dirname(at) === at || missing.length > 100) return null;
      missing.push(basename(at));
    }
  }
};

const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
};
