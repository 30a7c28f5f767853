/** Tree objects as git stores them: mode, name and id of each entry, in an order of its own. */

export type TreeEntry = { mode: string; id: string };

/** By name, as a byte string. */
export type Tree = ReadonlyMap<string, TreeEntry>;

export const folderMode = '40000';
export const fileModes: readonly string[] = ['100644', '100755'];
export const moduleMode = '160000';
const usualModes = new Set([...fileModes, folderMode, moduleMode, '120000']);

export const isFolder = (entry: TreeEntry | undefined): entry is TreeEntry => entry?.mode === folderMode;

export const isSame = (one: TreeEntry | undefined, other: TreeEntry | undefined): boolean =>
  one?.id === other?.id && one?.mode === other?.mode;

const blank = ' '.charCodeAt(0);

/** Null for a tree with a mode that only old versions of git have written: git itself would write another one. */
export const parseTree = (content: Buffer, idBytes: number): Tree | null => {
  const tree = new Map<string, TreeEntry>();
  for (let at = 0; at < content.length;) {
    const gap = content.indexOf(blank, at);
    const end = content.indexOf(0, gap);
    const mode = content.toString('latin1', at, gap);
    if (gap < 0 || end < 0 || !usualModes.has(mode)) return null;
    at = end + 1 + idBytes;
    tree.set(content.toString('latin1', gap + 1, end), { mode, id: content.toString('hex', end + 1, at) });
  }
  return tree;
};

/** Folders are sorted as if their names ended with a slash. */
const sortKey = ([name, entry]: readonly [string, TreeEntry]): string => (isFolder(entry) ? `${name}/` : name);

const byKey = (a: readonly [key: string, unknown], b: readonly [key: string, unknown]): number =>
  a[0] < b[0] ? -1 : 1;

export const formatTree = (tree: Tree): Buffer => {
  const sorted = [...tree].map((entry) => [sortKey(entry), entry] as const).sort(byKey);
  let size = 0;
  for (const [name, { mode, id }] of tree) size += mode.length + name.length + 2 + id.length / 2;
  const content = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const [, [name, { mode, id }]] of sorted) {
    at += content.write(`${mode} ${name}\0`, at, 'latin1');
    at += content.write(id, at, 'hex');
  }
  return content;
};
