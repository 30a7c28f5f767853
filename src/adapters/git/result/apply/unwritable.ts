/** Why a file of the user cannot be written, found out before or while it is tried. */
import { accessSync, constants, lstatSync } from 'node:fs';
import { errnoOf } from '../../../../plain/errno.ts';
import { folderOf, onDisk, readable } from '../../door/bytes.ts';
import type { Step } from './apply-plan.ts';

export type Trouble = { file: string; reason: string };

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'a folder is in its place',
  ENOTEMPTY: 'a folder with other files is in its place',
  ENOTDIR: 'a file is in the place of its folder',
  EEXIST: 'something else is in its place',
};

/** Why the file system refused; anything else is a bug and thrown. */
export const whyNotWritten = (error: unknown): string => {
  const code = errnoOf(error);
  if (code === undefined) throw error;
  return `it could not be written: ${reasons[code] ?? code}`;
};

/** The folder that a path would be written into, or the nearest one above it that is there. */
const nearestFolder = (root: string, path: string): string | Buffer => {
  let folder = folderOf(path);
  while (folder !== '' && lstatSync(onDisk(root, folder), { throwIfNoEntry: false })?.isDirectory() !== true)
    folder = folderOf(folder);
  return onDisk(root, folder);
};

/** What can be seen before anything is written. */
export const unwritable = (root: string, steps: readonly Step[]): Trouble[] =>
  steps.flatMap(({ path }) => {
    try {
      accessSync(nearestFolder(root, path), constants.W_OK | constants.X_OK);
      return [];
    } catch (error) {
      return [{ file: readable(path), reason: whyNotWritten(error) }];
    }
  });
