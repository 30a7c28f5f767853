/** The tracked files of a workspace: which there are, and which are not what the tree says any more. */
import { copyFileSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { inFolder, onDisk, readable, splitNul } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { kindOf, listingArguments } from './listing.ts';
import type { Room } from './workspace.ts';

/** Lines of `ls-tree`: mode, kind and id, then a tab and the path. */
export const filesOf = async (control: Control, tree: string): Promise<{ path: string; id: string }[]> => {
  const { stdout } = await control.git([...listingArguments, tree]);
  return splitNul(stdout).map((line) => {
    const tab = line.indexOf('\t');
    return { path: readable(line.slice(tab + 1)), id: line.slice(0, tab) };
  });
};

/** With an index of its own: the room's is compared byte for byte with what our git left. */
export const changedFiles = async (control: Control, room: Room): Promise<string[]> => {
  const index = `${room.index}.changed`;
  try {
    copyFileSync(room.index, index);
    const { stdout } = await control.git(['ls-files', '-z', '-m', '-d', '--deduplicate'], {
      workTree: room.path,
      index,
    });
    return splitNul(stdout).map(readable);
  } finally {
    rmSync(index, { force: true });
  }
};

const isFolder = (path: string | Buffer): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * What a folder that is to be laid over a tree has. Goes only where the tree has folders: what was made elsewhere may
 * be large.
 */
export const compareFolder = async (
  control: Control,
  tree: string,
  folder: string,
): Promise<{ tracked: string[]; untracked: string[] }> => {
  const listing = await control.listing(tree);
  const tracked: string[] = [];
  const untracked: string[] = [];
  const queue = isFolder(folder) ? [''] : [];
  for (let below = queue.pop(); below !== undefined; below = queue.pop()) {
    for (const entry of readdirSync(onDisk(folder, below), { withFileTypes: true, encoding: 'latin1' })) {
      const path = inFolder(below, entry.name);
      const kind = kindOf(listing, path);
      if (kind === 'folder' && entry.isDirectory()) queue.push(path);
      else (kind === undefined ? untracked : tracked).push(readable(path));
    }
  }
  return { tracked: tracked.toSorted(), untracked: untracked.filter((path) => path !== '.git').toSorted() };
};
