/**
 * Folders of ours, written to while agents of the same user run: one that became a link would lead our writes
 * elsewhere.
 */
import { lstatSync, mkdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { errnoOf } from '../../plain/errno.ts';
import { TamperedError } from '../../ports/repo.ts';
import { makeFolder as makeFolders } from './make-folder.ts';

/** Makes what is missing of `path` below `base`, and throws TamperedError if anything on the way is no folder. */
export const ownFolder = (base: string, path: string): string => {
  makeFolders(base);
  let folder = base;
  for (const part of relative(base, path).split(sep).filter(Boolean)) {
    folder = join(folder, part);
    if (isFolder(folder) || makeFolder(folder)) continue;
    if (!isFolder(folder)) throw new TamperedError(complaint(folder));
  }
  return path;
};

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** False when something is there already: another run may be making the same folder now. */
const makeFolder = (folder: string): boolean => {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
};

const complaint = (folder: string): string =>
  `${folder} was replaced behind Fixpoint's back by something that is no folder. Nothing was written there. ` +
  'Something outside the run, most likely an agent without a sandbox, did it: remove it, then start a new run.';
