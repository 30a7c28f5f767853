/** One walk over a workspace after someone worked in it; folders whose change time stands still are not read again. */
import { lstatSync, type Stats } from 'node:fs';
import { inFolder, onDisk } from '../door/bytes.ts';
import { type Kept, leadsToKept } from './kept.ts';
import type { Kind, Listing } from './listing.ts';
import { isMissing, isTooDeep, listOpen, removeAt } from './remove.ts';

/** A folder that was seen to hold tracked names only; nobody can add or take a name without moving its change time. */
type Mark = { ctimeMs: number; ino: number; folders: string[] };
export type Marks = Map<string, Mark>;

type Entry = { name: string; kind: 'file' | 'folder' };
type Fresh = { folder: string; stat: Stats; readAt: number; entries: Entry[]; changed: boolean };
export type Scan = { fresh: Fresh[]; removed: string[] };

/** Change times can be as coarse as this on some file systems: younger folders are read again. */
const coarsestClockMs = 2000;

const isGitName = (name: string): boolean => name.length === 4 && name.toLowerCase() === '.git';

/**
 * Reads a folder, and takes out what must not be there for git: nested repositories, what no path can name, and things
 * that are no files.
 */
const readFolder = (root: string, folder: string, stat: Stats, removed: string[]): Fresh => {
  const readAt = Date.now();
  const entries: Entry[] = [];
  let changed = false;
  for (const entry of listOpen(root, folder)) {
    const path = inFolder(folder, entry.name);
    const isFolder = entry.isDirectory();
    if (isGitName(entry.name)) {
      if (folder === '') continue;
      removeAt(root, path);
    } else if (isFolder && isTooDeep(root, path)) removeAt(root, path);
    else if (isFolder || entry.isFile() || entry.isSymbolicLink()) {
      entries.push({ name: entry.name, kind: isFolder ? 'folder' : 'file' });
      continue;
    } else removeAt(root, path);
    removed.push(path);
    changed = true;
  }
  return { folder, stat, readAt, entries, changed };
};

const statOf = (root: string, folder: string): Stats | null => {
  try {
    const stat = lstatSync(onDisk(root, folder));
    return stat.isDirectory() ? stat : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** Visits every folder except kept ones and those of submodules. */
export const scan = (root: string, marks: Marks, kept: Kept, modules: ReadonlySet<string>): Scan => {
  const result: Scan = { fresh: [], removed: [] };
  const queue = [''];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const stat = statOf(root, folder);
    if (stat === null) continue;
    const mark = marks.get(folder);
    if (mark && mark.ctimeMs === stat.ctimeMs && mark.ino === stat.ino) {
      queue.push(...mark.folders);
      continue;
    }
    marks.delete(folder);
    const fresh = readFolder(root, folder, stat, result.removed);
    result.fresh.push(fresh);
    for (const entry of fresh.entries) {
      const path = inFolder(folder, entry.name);
      if (entry.kind === 'folder' && !kept.has(path) && !modules.has(path)) queue.push(path);
    }
  }
  return result;
};

const belongs = (kind: Kind | undefined, entry: Entry): boolean =>
  kind === entry.kind || (kind === 'module' && entry.kind === 'folder');

/** Compares what was read with a tree: gives the topmost paths that are not in it, and remembers clean folders. */
export const settle = (scanned: Scan, listing: Listing, marks: Marks, kept: Kept): string[] => {
  const leftovers: string[] = [];
  for (const { folder, stat, readAt, entries, changed } of scanned.fresh) {
    const names = listing.folders.get(folder);
    // What lies in a folder that is not tracked is covered by the folder itself, unless the way leads to something
    // kept.
    if (!names && !leadsToKept(kept, folder)) continue;
    let clean = !changed;
    const folders: string[] = [];
    for (const entry of entries) {
      const path = inFolder(folder, entry.name);
      if (kept.has(path)) continue;
      const kind = names?.get(entry.name);
      if (entry.kind === 'folder' && kind === 'folder') folders.push(path);
      if (belongs(kind, entry)) continue;
      clean = false;
      if (entry.kind === 'folder' && kind === undefined && leadsToKept(kept, path)) continue;
      leftovers.push(path);
    }
    if (clean && readAt - stat.ctimeMs > coarsestClockMs)
      marks.set(folder, { ctimeMs: stat.ctimeMs, ino: stat.ino, folders });
  }
  return leftovers;
};
