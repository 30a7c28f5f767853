/** Merges trees by hand where no entry was changed on both sides: then there is nothing for git to decide. */
import { changedNames } from './compare-trees.ts';
import { isFolder, isSame, type Tree, type TreeEntry } from './tree-object.ts';
import type { Trees } from './trees.ts';

export type Sides = { base: string; ours: string; theirs: string };

/**
 * The id of ours with what theirs has changed; null when git has to decide. Whatever renames mean to git, it is about a
 * path, or a folder, that both sides have changed.
 */
export const mergeTrees = async (trees: Trees, sides: Sides): Promise<string | null> => {
  const merged = await mergeFolder(trees, sides);
  return merged && trees.write(merged);
};

const mergeFolder = async (trees: Trees, sides: Sides): Promise<Tree | null> => {
  const [base, ours, theirs] = await Promise.all([sides.base, sides.ours, sides.theirs].map(trees.read));
  if (!base || !ours || !theirs) return null;
  const merged = new Map(ours);
  for (const name of changedNames(base, theirs)) {
    const entry = await mergeEntry(trees, base.get(name), ours.get(name), theirs.get(name));
    if (entry === null) return null;
    if (entry === 'gone') merged.delete(name);
    else merged.set(name, entry);
  }
  return merged;
};

/** Null when both sides have changed it, unless it is a folder for all three. */
const mergeEntry = async (
  trees: Trees,
  base: TreeEntry | undefined,
  ours: TreeEntry | undefined,
  theirs: TreeEntry | undefined,
): Promise<TreeEntry | 'gone' | null> => {
  if (isSame(base, ours)) return theirs ?? 'gone';
  if (!isFolder(base) || !isFolder(ours) || !isFolder(theirs)) return null;
  const merged = await mergeFolder(trees, { base: base.id, ours: ours.id, theirs: theirs.id });
  if (merged === null) return null;
  // Git knows no empty folders.
  return merged.size === 0 ? 'gone' : { mode: ours.mode, id: trees.write(merged) };
};
