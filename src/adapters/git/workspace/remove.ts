/** Removes what others left: never follows a link, and is not stopped by permissions that they set. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, opendirSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { errnoOf } from '../../../plain/errno.ts';
import { inFolder, onDisk, toByteString } from '../door/bytes.ts';

export const isMissing = (error: unknown): boolean => {
  const what = errnoOf(error);
  return what === 'ENOENT' || what === 'ENOTDIR';
};

/** Lists a folder, taking back the permissions that would keep us out of it. */
export const listOpen = (root: string, folder: string) => {
  const path = onDisk(root, folder);
  const mode = lstatSync(path).mode;
  if ((mode & 0o700) !== 0o700) chmodSync(path, (mode & 0o7777) | 0o700);
  return readdirSync(path, { withFileTypes: true, encoding: 'latin1' });
};

/** Longer paths, which are made by going down step by step, cannot be named: no call takes more than 4096 bytes. */
const longestPath = 3000;

export const isTooDeep = (root: string, path: string): boolean => root.length + path.length > longestPath;

/** A folder so deep that what is in it may have no name is moved up before it is gone through. */
const withinReach = (root: string, folder: string): string => {
  if (!isTooDeep(root, folder)) return folder;
  const near = `.fixpoint-deep-${randomUUID()}`;
  chmodSync(onDisk(root, folder), 0o700);
  renameSync(onDisk(root, folder), onDisk(root, near));
  return near;
};

const removeFolder = (root: string, deep: string): void => {
  const folder = withinReach(root, deep);
  for (const entry of listOpen(root, folder)) {
    const path = inFolder(folder, entry.name);
    if (entry.isDirectory()) removeFolder(root, path);
    else unlinkSync(onDisk(root, path));
  }
  rmdirSync(onDisk(root, folder));
};

/** Whether no folder on the way to `path` is a link or a file; folders that are missing do no harm. */
export const isReachedThroughFolders = (root: string, path: string): boolean => {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const stat = lstatSync(onDisk(root, path.slice(0, slash)), { throwIfNoEntry: false });
    if (stat === undefined) return true;
    if (!stat.isDirectory()) return false;
  }
  return true;
};

/**
 * Removes `path` (a byte string) below `root`, whatever it is. Nothing happens if it is not there,
 * or if the way to it leads through a link, and so to something that is not ours.
 */
export const removeAt = (root: string, path: string): void => {
  if (!isReachedThroughFolders(root, path)) return;
  try {
    if (lstatSync(onDisk(root, path)).isDirectory()) removeFolder(root, path);
    else unlinkSync(onDisk(root, path));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
};

/** Whether a folder, and not a link to one, is there, reached through folders alone. */
export const isFolderAt = (root: string, path: string): boolean =>
  isReachedThroughFolders(root, path) &&
  lstatSync(onDisk(root, path), { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Beside our own work, and several times faster than it could be done by calls of our own. What resists, and everything
 * where there is no such program, is left.
 */
export const removeByProgram = (paths: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const remover = spawn('/bin/rm', ['-rf', '--', ...paths], { stdio: 'ignore' });
    remover.on('error', () => resolve());
    remover.on('close', () => resolve());
  });

/** A few files are gone before a program that removes them has started. */
const fewEntries = 20;

const holdsFewFiles = (folder: string): boolean => {
  try {
    using entries = opendirSync(folder);
    for (let n = 0; n < fewEntries; n++) {
      const entry = entries.readSync();
      if (entry === null) return true;
      if (entry.isDirectory()) return false;
    }
    return false;
  } catch {
    return false;
  }
};

/** A folder of ours with all that somebody left in it; beside other work where that is possible. */
export const removeByForce = async (folder: string): Promise<void> => {
  if (!lstatSync(folder, { throwIfNoEntry: false })) return;
  if (!holdsFewFiles(folder)) await removeByProgram([folder]);
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const slash = folder.lastIndexOf('/');
  removeAt(folder.slice(0, slash), toByteString(folder.slice(slash + 1)));
};
