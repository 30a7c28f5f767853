/** Removes what others left: never follows a link, and is not stopped by permissions that they set. */
import { chmodSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { inFolder, onDisk } from './bytes.ts';

function code(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  const what = code(error);
  return what === 'ENOENT' || what === 'ENOTDIR';
}

/** Lists a folder, taking back the permissions that would keep us out of it. */
export function listOpen(root: string, folder: string) {
  const path = onDisk(root, folder);
  const mode = lstatSync(path).mode;
  if ((mode & 0o700) !== 0o700) chmodSync(path, (mode & 0o7777) | 0o700);
  return readdirSync(path, { withFileTypes: true, encoding: 'latin1' });
}

function removeFolder(root: string, folder: string): void {
  for (const entry of listOpen(root, folder)) {
    const path = inFolder(folder, entry.name);
    if (entry.isDirectory()) removeFolder(root, path);
    else unlinkSync(onDisk(root, path));
  }
  rmdirSync(onDisk(root, folder));
}

/** Whether no folder on the way to `path` is a link or a file; folders that are missing do no harm. */
export function isReachedThroughFolders(root: string, path: string): boolean {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const stat = lstatSync(onDisk(root, path.slice(0, slash)), { throwIfNoEntry: false });
    if (stat === undefined) return true;
    if (!stat.isDirectory()) return false;
  }
  return true;
}

/**
 * Removes `path` (a byte string) below `root`, whatever it is. Nothing happens if it is not there,
 * or if the way to it leads through a link, and so to something that is not ours.
 */
export function removeAt(root: string, path: string): void {
  if (!isReachedThroughFolders(root, path)) return;
  try {
    if (lstatSync(onDisk(root, path)).isDirectory()) removeFolder(root, path);
    else unlinkSync(onDisk(root, path));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
