/** Which tracked files of a workspace hold something else than the index says, found without a process. */
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { errnoOf } from '../../../../plain/errno.ts';
import type { Frozen } from '../../control/frozen.ts';
import { onDisk } from '../../door/bytes.ts';
import { fileModes } from '../../trees/tree-object.ts';
import { idOfObject } from '../../trees/write-object.ts';
import type { Kept } from '../kept.ts';
import type { WorkFolder } from '../work-folder.ts';
import type { GitIndex, IndexEntry } from './git-index.ts';

export type ChangedFile = { entry: IndexEntry; bytes: Buffer };

/** What is larger is left to git. */
const mostBytes = 10_000_000;

const executable = 0o100;

/** Whether it is a plain file, as runnable as it was, and small enough to be read. */
const isSameKind = (stat: Stats | undefined, mode: string): stat is Stats =>
  stat !== undefined &&
  stat.isFile() &&
  stat.size <= mostBytes &&
  fileModes.includes(mode) &&
  (stat.mode & executable) === (Number.parseInt(mode, 8) & executable);

const isKept = (kept: Kept, path: string): boolean => {
  if (kept.size === 0) return false;
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (kept.has(path.slice(0, end))) return true;
  return false;
};

/** By path; null when more than the content of plain files has changed: then git has to look. */
export const changedFiles = (
  folder: WorkFolder,
  index: GitIndex,
  format: Frozen['format'],
): Map<string, ChangedFile> | null => {
  try {
    return readChanged(folder, index, format);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return null;
  }
};

const readChanged = (
  { path: root, kept }: WorkFolder,
  index: GitIndex,
  format: Frozen['format'],
): Map<string, ChangedFile> | null => {
  const changed = new Map<string, ChangedFile>();
  for (const entry of index.entries) {
    const file = onDisk(root, entry.path);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if ((stat && index.isUntouched(entry, stat)) || isKept(kept, entry.path)) continue;
    if (!isSameKind(stat, index.modeOf(entry))) return null;
    const bytes = readFileSync(file);
    if (idOfObject(format, 'blob', bytes) === index.idOf(entry)) index.noteFile(entry, file);
    else changed.set(entry.path, { entry, bytes });
  }
  return changed;
};
