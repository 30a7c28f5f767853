/** A tree with new content for some of its files, without a work tree and without a process. */
import { isSafePath, nameOf, toByteString } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { compareTrees, nameChange } from './compare-trees.ts';
import { editTree } from './edit-tree.ts';
import { entryAt } from './entry-at.ts';
import { isStoredAsIs } from './stored-as-is.ts';
import { fileModes, type TreeEntry } from './tree-object.ts';

export type NewContents = ReadonlyMap<string, string | Uint8Array>;

/** Null where a file is not stored as it is in a work tree, or is no plain file: then a work tree is needed. */
export const writeFiles = async (
  control: Control,
  base: string,
  contents: NewContents,
): Promise<{ tree: string } | null> => {
  control.seal.verify();
  const root = await control.treeOf(base);
  const entries = new Map<string, TreeEntry>();
  for (const [file, content] of contents) {
    const path = toByteString(file);
    const mode = await plainMode(control, root, path);
    const bytes = Buffer.from(content);
    if (mode === null || !(await isStoredAsIs(control, root, { path, content: bytes }))) return null;
    entries.set(path, { mode, id: control.write('blob', bytes) });
  }
  const tree = await editTree(control.trees, root, entries);
  if (tree === null) return null;
  await tellNames(control, root, tree);
  return { tree };
};

/** The mode of a plain file; null for anything else, and for what decides how others are stored. */
const plainMode = async ({ trees }: Control, root: string, path: string): Promise<string | null> => {
  if (!isSafePath(path) || nameOf(path) === '.gitattributes') return null;
  const entry = await entryAt(trees, root, path);
  return entry && fileModes.includes(entry.mode) ? entry.mode : null;
};

/** The names in a tree that was made by hand follow from those that it was made of. */
export const tellNames = async ({ trees, derive, know }: Control, from: string, to: string): Promise<void> => {
  know(to, to);
  const changes = await compareTrees(trees, from, to);
  if (changes) derive(from, to, changes.map(nameChange));
};
