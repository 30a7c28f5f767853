/** One workspace: a folder, its custody index, and what is known about the folder since git last put it in order. */
import { existsSync, lstatSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { TamperedError, type WorkspaceOptions } from '../../../ports/repo.ts';
import { toByteString } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import type { Kept } from './kept.ts';
import { layOutModules } from './modules.ts';
import { removeAt } from './remove.ts';
import { type Marks, scan, settle } from './scan.ts';
import { writeThrowAway } from './throwaway.ts';

export type Room = {
  path: string;
  index: string;
  /** The tree that index and folder were last brought to; null when unknown. */
  tree: string | null;
  /** Whether nobody worked in the folder since it was brought to that tree. */
  pristine: boolean;
  marks: Marks;
  kept: Kept;
  /** The index file as our git left it. */
  indexStamp: string | null;
};

export const newRoom = (path: string, index: string): Room => ({
  path,
  index,
  tree: null,
  pristine: false,
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

const isFolder = (path: string): boolean => {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** Makes sure that the room's folder is a real folder of ours, whatever became of it. */
export const ensureFolder = (room: Room): void => {
  if (isFolder(room.path)) return;
  const slash = room.path.lastIndexOf('/');
  removeAt(room.path.slice(0, slash), toByteString(room.path.slice(slash + 1)));
  mkdirSync(room.path);
  room.marks.clear();
};

export const modulePaths = (control: Control): ReadonlySet<string> =>
  new Set(control.frozen.modules.map((module) => toByteString(module.path)));

/** Empties the folder and forgets everything about it. */
const startOver = (room: Room): void => {
  removeAt(room.path, '');
  mkdirSync(room.path);
  rmSync(room.index, { force: true });
  rmSync(`${room.index}.lock`, { force: true });
  Object.assign(room, { tree: null, pristine: false, indexStamp: null });
  room.marks.clear();
};

/** Takes away everything that is not in the tree which the index stands for. */
const clean = async (control: Control, room: Room, tree: string): Promise<void> => {
  const listing = await control.listing(tree);
  const found = scan(room.path, room.marks, room.kept, modulePaths(control));
  for (const path of settle(found, listing, room.marks, room.kept)) removeAt(room.path, path);
};

/** `--reset -u` looks at every tracked file and rewrites those that differ, and nothing else. */
const checkOut = async (control: Control, room: Room, tree: string): Promise<void> => {
  await control.git(['read-tree', '--reset', '-u', tree], { workTree: room.path, index: room.index });
  room.tree = tree;
  room.indexStamp = stampOf(room.index);
};

const bringTo = async (control: Control, room: Room, tree: string): Promise<void> => {
  ensureFolder(room);
  const trusted = room.tree !== null && existsSync(room.index) && stampOf(room.index) === room.indexStamp;
  if (!trusted) startOver(room);
  if (room.tree !== null) await clean(control, room, room.tree);
  if (room.tree === tree && room.pristine) return;
  await checkOut(control, room, tree);
};

/** Brings the room to exactly this revision, with a new throw-away `.git`. */
export const prepare = async (
  control: Control,
  room: Room,
  revision: string,
  { fresh = false, head = revision }: WorkspaceOptions = {},
): Promise<void> => {
  // Before the first write: if our folders were swapped for links, it would land elsewhere.
  control.seal.verify();
  await control.objects.verify();
  const tree = await control.treeOf(revision);
  await control.listing(tree);
  // What set-up made for an earlier use goes with everything else that is not in the tree.
  if (room.kept.size > 0) {
    room.kept = new Set();
    room.marks.clear();
  }
  try {
    if (fresh) startOver(room);
    await bringTo(control, room, tree);
  } catch (error) {
    if (error instanceof TamperedError) throw error;
    control.seal.verify();
    // Whatever made it fail, an empty folder does not have it. A second failure is the caller's to hear about.
    startOver(room);
    await checkOut(control, room, tree);
  }
  await layOutModules(control, room);
  writeThrowAway(control, room, await control.commitOf(head));
  // From here on it belongs to whoever works in it.
  room.pristine = false;
};
