/**
 * Tells the user's own programs from those that come with a repository: commands that only look start none of the
 * latter (docs/trust.md).
 */
import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';

const realPathOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Under this name, or behind the link that it is. */
export const isIn = (path: string, repository: string | undefined): boolean =>
  repository !== undefined &&
  [path, realPathOf(path)].some((each) =>
    [repository, realPathOf(repository)].some((folder) => isWithin(each, folder)),
  );

/** Without what is relative to a folder that happens to be the current one, and without what lies in the repository. */
export const usersPath = (path: string, repository: string | undefined): string =>
  path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isIn(folder, repository))
    .join(delimiter);

/** A folder to start programs in, whose files do not come with the repository. */
export const folderOutside = (repository: string | undefined): string => (isIn(tmpdir(), repository) ? '/' : tmpdir());

/** The checkout that a folder lies in, found without asking git: which git may be asked depends on it. */
export const checkoutAround = (folder: string): string | undefined => {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : checkoutAround(above);
};
