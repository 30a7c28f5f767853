/**
 * Where the paths of a report lead: from the folder that the tool ran in, then from the root of the repository
 * (requirement 1.11).
 */
import { existsSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { PathOptions } from '../../ports/files.ts';

/** `folder`: from the root. */
export const lookIn = (root: string, folder = ''): PathOptions => ({
  root,
  folder,
  exists: (path) => existsSync(join(root, path)),
  isOnThisMachine: existsSync,
});

/** For a folder that somebody is in, or names. One outside of the repository says what absolute paths begin with. */
export const lookFrom = (root: string, folder: string): PathOptions => {
  const within = relative(realOf(root), realOf(folder));
  const isOutside = within === '..' || within.startsWith(`..${sep}`);
  return isOutside ? { ...lookIn(root), otherRoots: [folder] } : lookIn(root, within.split(sep).join('/'));
};

/** Tools print the path that they were started in, or what is behind it. */
export const bothRoots = async (root: string): Promise<Required<Pick<PathOptions, 'root' | 'otherRoots'>>> => ({
  root,
  otherRoots: [await realpath(root)],
});

const realOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};
