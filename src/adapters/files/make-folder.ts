/** Makes a folder, and those above it that are not there. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../plain/errno.ts';

/** Step by step: where a file system takes no folders, such as /proc, Node's own way of doing it never ends. */
export const makeFolder = (path: string, mode = 0o700): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Somebody else was quicker.
    if (errnoOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
};
