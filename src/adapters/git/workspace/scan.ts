/** One walk over a workspace after someone worked in it; folders whose change time stands still are not read again. */
import { lstatSync, type Stats } from 'node:fs';
import { inFolder, onDisk } from '../door/bytes.ts';
import type { Kept } from './kept.ts';
import { isMissing, isTooDeep, listOpen, removeAt } from './remove.ts';

/** A folder that was seen to hold tracked names only; nobody can add or take a name without moving its change time. */
type Mark = { ctimeMs: number; ino: number; folders: string[] };
export type Marks = Map<string, Mark>;

export type Entry = { name: string; kind: 'file' | 'folder' };
export type Fresh = { folder: string; stat: Stats; readAt: number; entries: Entry[]; changed: boolean };
export type ScannedFolder = { path: string; marks: Marks; kept: Kept };
export type Scan = { fresh: Fresh[]; removed: string[] };

const isGitName = (name: string): boolean => name.length === 4 && name.toLowerCase() === '.git';

const kindOnDisk = (entry: { isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean }) => {
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() || entry.isSymbolicLink() ? 'file' : null;
};

/**
 * Reads a folder, and takes out what must not be there for git: nested repositories, what no path can name, and things
 * that are no files.
 */
const readFolder = (root: string, folder: string, stat: Stats, removed: string[]): Fresh => {
  const fresh: Fresh = { folder, stat, readAt: Date.now(), entries: [], changed: false };
  for (const entry of listOpen(root, folder)) {
    const path = inFolder(folder, entry.name);
    const isRepository = isGitName(entry.name);
    // The workspace's own.
    if (isRepository && folder === '') continue;
    const kind = kindOnDisk(entry);
    if (!isRepository && kind !== null && (kind === 'file' || !isTooDeep(root, path))) {
      fresh.entries.push({ name: entry.name, kind });
      continue;
    }
    removeAt(root, path);
    removed.push(path);
    fresh.changed = true;
  }
  return fresh;
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

const isUnchanged = (mark: Mark | undefined, stat: Stats): mark is Mark =>
  mark?.ctimeMs === stat.ctimeMs && mark.ino === stat.ino;

/** Where to go on from a folder: kept ones and those of submodules are nobody's to look into. */
const foldersBelow = ({ folder, entries }: Fresh, kept: Kept, modules: ReadonlySet<string>): string[] =>
  entries
    .filter((entry) => entry.kind === 'folder')
    .map((entry) => inFolder(folder, entry.name))
    .filter((path) => !kept.has(path) && !modules.has(path));

/** Visits every folder except kept ones and those of submodules. */
export const scan = ({ path: root, marks, kept }: ScannedFolder, modules: ReadonlySet<string>): Scan => {
  const result: Scan = { fresh: [], removed: [] };
  const queue = [''];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const stat = statOf(root, folder);
    if (stat === null) continue;
    const mark = marks.get(folder);
    if (isUnchanged(mark, stat)) {
      queue.push(...mark.folders);
      continue;
    }
    marks.delete(folder);
    const fresh = readFolder(root, folder, stat, result.removed);
    result.fresh.push(fresh);
    for (const path of foldersBelow(fresh, kept, modules)) queue.push(path);
  }
  return result;
};
