/** What differs between two trees, file by file, without a process. */
import { inFolder } from '../door/bytes.ts';
import type { NameChange } from '../workspace/listing.ts';
import { isFolder, isSame, moduleMode, type Tree, type TreeEntry } from './tree-object.ts';
import type { Trees } from './trees.ts';

/** `before` or `after` is undefined where there is no such file. */
export type EntryChange = { path: string; before: TreeEntry | undefined; after: TreeEntry | undefined };

export const nameChange = ({ path, after }: EntryChange): NameChange => ({
  path,
  kind: after === undefined ? null : after.mode === moduleMode ? 'module' : 'file',
});

const nothing: Tree = new Map();

/** Null when one of the trees cannot be treated by hand. In no particular order. */
export const compareTrees = async (
  trees: Trees,
  from: string | null,
  to: string | null,
  folder = '',
): Promise<EntryChange[] | null> => {
  const [before, after] = await Promise.all([from, to].map(async (id) => (id === null ? nothing : trees.read(id))));
  if (!before || !after) return null;
  const changes: EntryChange[] = [];
  for (const name of changedNames(before, after)) {
    const found = await compareEntries(trees, inFolder(folder, name), before.get(name), after.get(name));
    if (found === null) return null;
    changes.push(...found);
  }
  return changes;
};

export const changedNames = (before: Tree, after: Tree): string[] => [
  ...[...after].flatMap(([name, entry]) => (isSame(entry, before.get(name)) ? [] : [name])),
  ...[...before.keys()].filter((name) => !after.has(name)),
];

const idOf = (entry: TreeEntry | undefined): string | null => (isFolder(entry) ? entry.id : null);

/** A folder in place of a file is that file gone, and all that is in the folder. */
const compareEntries = async (
  trees: Trees,
  path: string,
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
): Promise<EntryChange[] | null> => {
  const files = { before: isFolder(before) ? undefined : before, after: isFolder(after) ? undefined : after };
  const own = files.before || files.after ? [{ path, ...files }] : [];
  if (!isFolder(before) && !isFolder(after)) return own;
  const inside = await compareTrees(trees, idOf(before), idOf(after), path);
  return inside && [...own, ...inside];
};
