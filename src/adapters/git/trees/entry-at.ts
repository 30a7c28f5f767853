/** What a tree holds under a path, read without a process. */
import { folderMode, isFolder, type TreeEntry } from './tree-object.ts';
import type { Trees } from './trees.ts';

/** Null when a tree on the way cannot be read by hand. */
export const entryAt = async (trees: Trees, root: string, path: string): Promise<TreeEntry | undefined | null> => {
  let entry: TreeEntry | undefined = { mode: folderMode, id: root };
  for (const name of path.split('/')) {
    if (!isFolder(entry)) return undefined;
    const tree = await trees.read(entry.id);
    if (tree === null) return null;
    entry = tree.get(name);
  }
  return entry;
};
