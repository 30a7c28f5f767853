/** The tracked files of a workspace: which there are, and which are not what the tree says any more. */
import { copyFileSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { inFolder, onDisk, readable, splitNul } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { looksOf } from '../looks/looks-of.ts';
import { kindOf, type Listing, listingArguments } from './listing.ts';
import type { WorkFolder } from './work-folder.ts';

/** Lines of `ls-tree`: mode, kind and id, then a tab and the path. */
export const filesOf = async (control: Control, tree: string): Promise<{ path: string; id: string }[]> => {
  const { stdout } = await control.git([...listingArguments, tree]);
  return splitNul(stdout).map((line) => {
    const tab = line.indexOf('\t');
    return { path: readable(line.slice(tab + 1)), id: line.slice(0, tab) };
  });
};

/** With an index of its own: the folder's is compared byte for byte with what our git left. */
export const changedFiles = async (control: Control, folder: WorkFolder): Promise<string[]> => {
  const index = `${folder.index}.changed`;
  try {
    copyFileSync(folder.index, index);
    const { stdout } = await control.git(['ls-files', '-z', '-m', '-d', '--deduplicate'], {
      gitDir: looksOf(control, folder).gitDir,
      workTree: folder.path,
      index,
    });
    return splitNul(stdout).map(readable);
  } finally {
    rmSync(index, { force: true });
  }
};

const isFolder = (path: string | Buffer): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const entriesIn = (folder: string | Buffer) => readdirSync(folder, { withFileTypes: true, encoding: 'latin1' });

/** Every name in a folder, going down only where the tree has a folder too. */
function* namesBeside(listing: Listing, folder: string): Generator<{ path: string; isTracked: boolean }> {
  const queue = isFolder(folder) ? [''] : [];
  for (let below = queue.pop(); below !== undefined; below = queue.pop()) {
    for (const entry of entriesIn(onDisk(folder, below))) {
      const path = inFolder(below, entry.name);
      const kind = kindOf(listing, path);
      if (kind === 'folder' && entry.isDirectory()) queue.push(path);
      else yield { path: readable(path), isTracked: kind !== undefined };
    }
  }
}

/**
 * What a folder that is to be laid over a tree has. Goes only where the tree has folders: what was made elsewhere may
 * be large.
 */
export const compareFolder = async (
  control: Control,
  tree: string,
  folder: string,
): Promise<{ tracked: string[]; untracked: string[] }> => {
  const names = [...namesBeside(await control.listing(tree), folder)];
  const tracked = names.filter((name) => name.isTracked).map((name) => name.path);
  const untracked = names.filter((name) => !name.isTracked && name.path !== '.git').map((name) => name.path);
  return { tracked: tracked.toSorted(), untracked: untracked.toSorted() };
};
