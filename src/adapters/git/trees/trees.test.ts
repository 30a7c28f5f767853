/** Trees are read once, however many ask for them at the same time. */
import { expect, it } from 'vitest';
import { formatTree, type Tree } from './tree-object.ts';
import { openTrees } from './trees.ts';

const treeOf = (names: number): Tree =>
  new Map(
    Array.from({ length: names }, (_, n) => [`f${String(n).padStart(6, '0')}`, { mode: '100644', id: 'a'.repeat(40) }]),
  );

const storageOf = (tree: Tree) => {
  let reads = 0;
  const read = (): Promise<Buffer> => {
    reads += 1;
    return Promise.resolve(formatTree(tree));
  };
  return { read, write: () => 'b'.repeat(40), reads: () => reads };
};

const id = 'c'.repeat(40);

it.each([3, 60_000])('4.9 a folder of %i files is read once for all who ask for it', async (names) => {
  const storage = storageOf(treeOf(names));
  const trees = openTrees(storage);
  const all = await Promise.all(Array.from({ length: 100 }, () => trees.read(id)));
  expect(all.map((tree) => tree?.size)).toEqual(all.map(() => names));
  await trees.read(id);
  expect(storage.reads()).toBe(1);
});
