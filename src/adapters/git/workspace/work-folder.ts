/** A folder that is worked in, its custody index, and what is known about it since git last put it in order. */
import { lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { toByteString } from '../door/bytes.ts';
import type { Kept } from './kept.ts';
import { removeAt } from './remove.ts';
import type { Marks } from './scan.ts';
import type { Trash } from './trash.ts';

export type WorkFolder = {
  path: string;
  index: string;
  /** What is in it is looked at as in a fresh clone: no file is older than another (by-hand/one-time.ts). */
  isForProof: boolean;
  /** The one time that its files have then, in seconds. */
  time: number;
  /** Where goes what is in the way. */
  trash: Trash;
  /** The tree that index and folder were last brought to; null when unknown. */
  tree: string | null;
  /** Whether nobody worked in the folder since it was brought to that tree. */
  pristine: boolean;
  /** The tracked files that are not what the tree says, where that is known; byte strings. */
  changed: ReadonlySet<string> | null;
  marks: Marks;
  kept: Kept;
  /** The index file as our git left it. */
  indexStamp: string | null;
};

type Place = Pick<WorkFolder, 'path' | 'index' | 'isForProof' | 'trash'>;

export const newWorkFolder = (place: Place): WorkFolder => ({
  ...place,
  time: 0,
  tree: null,
  pristine: false,
  changed: null,
  marks: new Map(),
  kept: new Set(),
  indexStamp: null,
});

/** Identifies the index file's state: anybody else's write moves it. */
export const stampOf = (file: string): string | null => {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return null;
  }
};

export const isFolder = (path: string | Buffer): boolean => {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** Makes sure that it is a real folder of ours, whatever became of it. */
export const ensureFolder = (folder: WorkFolder): void => {
  if (isFolder(folder.path)) return;
  const slash = folder.path.lastIndexOf('/');
  removeAt(folder.path.slice(0, slash), toByteString(folder.path.slice(slash + 1)));
  mkdirSync(folder.path);
  folder.marks.clear();
};

/** Neither the index nor the folder is believed any more. */
export const distrust = (folder: WorkFolder): void => {
  rmSync(`${folder.index}.lock`, { force: true });
  Object.assign(folder, { tree: null, pristine: false, changed: null, indexStamp: null });
};

/** A real folder that is new, most likely. */
const isEmpty = (path: string): boolean => isFolder(path) && readdirSync(path).length === 0;

/** Empties the folder and forgets everything about it. */
export const startOver = (folder: WorkFolder): void => {
  if (!isEmpty(folder.path)) {
    folder.trash.take(folder.path, '');
    mkdirSync(folder.path);
  }
  rmSync(folder.index, { force: true });
  distrust(folder);
  folder.marks.clear();
};

/** What set-up made stays out of snapshots from here on; what was known of the folders around it does not hold. */
export const keep = (folder: WorkFolder, kept: Kept): void => {
  folder.kept = kept;
  folder.marks.clear();
};
