/** Builds a tree out of two: the base, with some files as the other has them. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readable } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { diffNames, type RawChange } from './diff.ts';

/** A line for `update-index --index-info`; mode 0 removes the path. */
const indexLine = ({ path, status, newMode, newId }: RawChange): string =>
  status === 'D' ? `0 ${newId}\t${path}\0` : `${newMode} ${newId}\t${path}\0`;

/** With an index of its own, which goes again. */
const changeTree = async (control: Control, tree: string, changes: readonly RawChange[]): Promise<string> => {
  const index = join(control.paths.indexes, `pick-${randomUUID()}`);
  const input = Buffer.from(changes.map(indexLine).join(''), 'latin1');
  try {
    await control.git(['read-tree', tree], { index });
    await control.git(['update-index', '-z', '--index-info'], { index, input });
    const { stdout } = await control.git(['write-tree'], { index });
    return stdout.toString().trim();
  } finally {
    rmSync(index, { force: true });
  }
};

export const pick = async (
  control: Control,
  base: string,
  from: string,
  files: readonly string[],
): Promise<{ tree: string }> => {
  const [baseTree, fromTree] = [await control.treeOf(base), await control.treeOf(from)];
  const wanted = new Set(files);
  const changes = (await diffNames(control, baseTree, fromTree)).filter(({ path }) => wanted.has(readable(path)));
  return { tree: await changeTree(control, baseTree, changes) };
};
