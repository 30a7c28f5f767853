/**
 * Where the paths of a report lead: from the folder that the tool ran in, then from the root of the repository
 * (requirement 1.11).
 */
import { existsSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { PathOptions, Whereabouts } from '../../ports/files.ts';
import { nearbyRepo } from '../git/user/nearby.ts';

/** The folder that it lies in, or would lie in. */
const nearestFolder = (path: string): string => {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : nearestFolder(folder);
};

const whereaboutsFrom =
  (root: string) =>
  (path: string): Whereabouts => {
    // Of another system.
    if (!isAbsolute(path)) return 'nowhere';
    const repository = nearbyRepo(nearestFolder(path));
    if (repository !== null) return repository === nearbyRepo(root) ? 'this repository' : 'another repository';
    return existsSync(path) ? 'no repository' : 'nowhere';
  };

/** `folder`: from the root. */
export const lookIn = (root: string, folder = ''): PathOptions => ({
  root,
  folder,
  exists: (path) => existsSync(join(root, path)),
  whereabouts: whereaboutsFrom(root),
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
