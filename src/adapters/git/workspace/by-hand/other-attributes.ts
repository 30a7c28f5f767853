/**
 * Whether attributes differ between what a folder holds and a tree: then files that are the same in both may have to
 * be laid out in another form, and git itself rewrites only those that differ.
 */
import type { Control } from '../../control/control.ts';
import { nameOf, splitNul } from '../../door/bytes.ts';
import { compareTrees } from '../../trees/compare-trees.ts';
import type { WorkFolder } from '../work-folder.ts';

const byGit = async (control: Control, from: string, to: string): Promise<string[]> =>
  splitNul((await control.git(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to])).stdout);

export const hasOtherAttributes = async (
  control: Control,
  { tree: from }: WorkFolder,
  to: string,
): Promise<boolean> => {
  if (from === null || from === to) return false;
  const changes = await compareTrees(control.trees, from, to);
  const paths = changes?.map(({ path }) => path) ?? (await byGit(control, from, to));
  return paths.some((path) => nameOf(path) === '.gitattributes');
};
