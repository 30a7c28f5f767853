/** What is at a path: read as it is, and written so that a crash of ours leaves either the old or the new. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { folderOf, inFolder, onDisk } from '../door/bytes.ts';
import { isReachedThroughFolders, removeAt } from '../workspace/remove.ts';

export type FileState =
  | { type: 'absent' }
  | { type: 'file'; bytes: Buffer; mode: number }
  | { type: 'link'; target: Buffer }
  /** A folder, a device, or something that is only reached through a link: never written. */
  | { type: 'foreign'; what: string };

export const absent: FileState = { type: 'absent' };

/** What cannot be read is nobody's to replace. */
const unreadableCodes = new Set(['EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EIO']);

export const readState = (root: string, path: string): FileState => {
  try {
    return readReachable(root, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unreadableCodes.has(String(error.code)))) throw error;
    return { type: 'foreign', what: `it cannot be read (${String(error.code)})` };
  }
};

const readReachable = (root: string, path: string): FileState => {
  if (!isReachedThroughFolders(root, path)) return { type: 'foreign', what: 'one of its folders is a link or a file' };
  const stat = lstatSync(onDisk(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return absent;
  if (stat.isFile()) return { type: 'file', bytes: readFileSync(onDisk(root, path)), mode: stat.mode & 0o7777 };
  if (stat.isSymbolicLink()) return { type: 'link', target: readlinkSync(onDisk(root, path), 'buffer') };
  return { type: 'foreign', what: stat.isDirectory() ? 'a folder is in its place' : 'it is neither a file nor a link' };
};

export const isExecutable = (state: FileState): boolean => state.type === 'file' && (state.mode & 0o100) !== 0;

export const sameState = (a: FileState, b: FileState, modes: boolean): boolean => {
  if (a.type === 'file' && b.type === 'file')
    return a.bytes.equals(b.bytes) && (!modes || isExecutable(a) === isExecutable(b));
  if (a.type === 'link' && b.type === 'link') return a.target.equals(b.target);
  return a.type === 'absent' && b.type === 'absent';
};

/** The name must be new: an existing link would be followed. */
export const writeNew = (path: string | Buffer, bytes: Uint8Array, mode: number): void => {
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes.length; at += writeSync(file, bytes, at));
    fchmodSync(file, mode);
  } finally {
    closeSync(file);
  }
};

/** Makes sure that a file or folder is on the disk. */
export const sync = (path: string | Buffer): void => {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
};

/**
 * After many writes: one pass at the end costs far less than waiting for the disk after each. Links and what is gone
 * follow their folders.
 */
export const syncAll = (root: string, paths: readonly string[]): void => {
  const folders = new Set<string>();
  for (const path of paths) {
    if (!isReachedThroughFolders(root, path)) continue;
    if (lstatSync(onDisk(root, path), { throwIfNoEntry: false })?.isFile() === true) sync(onDisk(root, path));
    if (lstatSync(onDisk(root, folderOf(path)), { throwIfNoEntry: false })?.isDirectory() === true)
      folders.add(folderOf(path));
  }
  for (const folder of folders) sync(onDisk(root, folder));
};

/** Folders that a deletion leaves empty are removed, as git does. */
const removeEmptyFolders = (root: string, path: string): void => {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    try {
      rmdirSync(onDisk(root, folder));
    } catch {
      return;
    }
  }
};

/** Brings a path to a state. `scratch` names the temporary file beside it, so that a repeat finds and replaces it. */
export const writeState = (root: string, path: string, state: FileState, scratch: string): void => {
  if (!isReachedThroughFolders(root, path)) throw new Error(`${path} is reached through a link`);
  if (state.type === 'foreign') throw new Error(`${path} cannot become a folder`);
  if (state.type === 'absent') {
    removeAt(root, inFolder(folderOf(path), scratch));
    if (lstatSync(onDisk(root, path), { throwIfNoEntry: false })) unlinkSync(onDisk(root, path));
    removeEmptyFolders(root, path);
    return;
  }
  const folder = folderOf(path);
  mkdirSync(onDisk(root, folder), { recursive: true });
  const temporary = inFolder(folder, scratch);
  removeAt(root, temporary);
  if (state.type === 'link') symlinkSync(state.target, onDisk(root, temporary));
  else writeNew(onDisk(root, temporary), state.bytes, state.mode);
  renameSync(onDisk(root, temporary), onDisk(root, path));
};
