/** A tree with some files replaced or gone: only the folders on the way are written. */
import { folderMode, isFolder, type Tree, type TreeEntry } from './tree-object.ts';
import type { Trees } from './trees.ts';

/** What each path is from now on; null: gone. */
export type Entries = ReadonlyMap<string, TreeEntry | null>;

/** Null when git has to do it: a file is where a folder has to be, or the other way round. */
export const editTree = async (trees: Trees, base: string, entries: Entries): Promise<string | null> => {
  const edited = await editFolder(trees, base, entries);
  return edited && trees.write(edited);
};

const nothing: Tree = new Map();

const editFolder = async (trees: Trees, base: string | null, entries: Entries): Promise<Tree | null> => {
  const tree = base === null ? nothing : await trees.read(base);
  if (tree === null) return null;
  const edited = new Map(tree);
  const { own, inside } = apart(entries);
  for (const [name, entry] of own) {
    if (isFolder(edited.get(name)) || inside.has(name)) return null;
    if (entry) edited.set(name, entry);
    else edited.delete(name);
  }
  for (const [name, below] of inside) {
    const old = edited.get(name);
    if (old && !isFolder(old)) return null;
    const folder = await editFolder(trees, old?.id ?? null, below);
    if (folder === null) return null;
    // Git knows no empty folders.
    if (folder.size === 0) edited.delete(name);
    else edited.set(name, { mode: folderMode, id: trees.write(folder) });
  }
  return edited;
};

type Apart = { own: Map<string, TreeEntry | null>; inside: Map<string, Map<string, TreeEntry | null>> };

/** What lies in this folder, and what lies in folders of it. */
const apart = (entries: Entries): Apart => {
  const found: Apart = { own: new Map(), inside: new Map() };
  for (const [path, entry] of entries) {
    const slash = path.indexOf('/');
    if (slash < 0) {
      found.own.set(path, entry);
      continue;
    }
    const name = path.slice(0, slash);
    const below = found.inside.get(name) ?? new Map<string, TreeEntry | null>();
    found.inside.set(name, below.set(path.slice(slash + 1), entry));
  }
  return found;
};
