/** Brings a path to a state so that a crash of ours leaves either the old or the new. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { folderOf, inFolder, onDisk } from '../../door/bytes.ts';
import { isReachedThroughFolders, removeAt } from '../../workspace/remove.ts';
import type { FileState } from './file-state.ts';

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

const removePath = (root: string, path: string, temporary: string): void => {
  removeAt(root, temporary);
  if (lstatSync(onDisk(root, path), { throwIfNoEntry: false })) unlinkSync(onDisk(root, path));
  removeEmptyFolders(root, path);
};

/** Brings a path to a state. `scratch` names the temporary file beside it, so that a repeat finds and replaces it. */
export const writeState = (root: string, path: string, state: FileState, scratch: string): void => {
  if (!isReachedThroughFolders(root, path)) throw new Error(`${path} is reached through a link`);
  if (state.type === 'foreign') throw new Error(`${path} cannot become a folder`);
  const temporary = inFolder(folderOf(path), scratch);
  if (state.type === 'absent') removePath(root, path, temporary);
  else replacePath(root, path, state, temporary);
};

type Content = Exclude<FileState, { type: 'foreign' | 'absent' }>;

const replacePath = (root: string, path: string, content: Content, temporary: string): void => {
  mkdirSync(onDisk(root, folderOf(path)), { recursive: true });
  removeAt(root, temporary);
  if (content.type === 'link') symlinkSync(content.target, onDisk(root, temporary));
  else writeNew(onDisk(root, temporary), content.bytes, content.mode);
  renameSync(onDisk(root, temporary), onDisk(root, path));
};
