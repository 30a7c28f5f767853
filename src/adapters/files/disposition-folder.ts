/**
 * The folder that dispositions are in. It comes with the repository, so a link in it could lead anywhere: none is
 * followed out of it.
 */
import { lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { InputError } from '../../model/expected.ts';

export const dispositionFolder = '.fixpoint/dispositions';

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

/** Null when it is not there; rejects what is no folder, or leads out of the repository. */
const resolveFolder = (root: string, name: string): string | null => {
  const path = join(root, name);
  if (!lstatSync(path, { throwIfNoEntry: false })) return null;
  const real = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? realpathSync(path) : null;
  const home = realpathSync(root);
  if (real === null)
    throw new InputError(
      `${name} is no folder. Dispositions are kept in a folder of this name: move it out of the way.`,
    );
  if (!isWithin(real, home) || isWithin(real, join(home, '.git')))
    throw new InputError(
      `${name} is a symbolic link that leads out of the repository. Put a folder there in its place.`,
    );
  return real;
};

export const findFolder = (root: string): string | null => {
  const [outer = ''] = dispositionFolder.split('/');
  return resolveFolder(root, outer) === null ? null : resolveFolder(root, dispositionFolder);
};

/** Makes what is missing of it. */
export const makeFolder = (root: string): string => {
  const [outer = ''] = dispositionFolder.split('/');
  for (const name of [outer, dispositionFolder]) if (resolveFolder(root, name) === null) mkdirSync(join(root, name));
  return realpathSync(join(root, dispositionFolder));
};
