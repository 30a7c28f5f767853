/** New content for some files of a revision, told as a capture would tell it, without a work tree. */
import type { Capture } from '../../../ports/repo.ts';
import type { Control } from '../control/control.ts';
import { type NewContents, writeFiles } from '../trees/write-files.ts';
import { linksAround } from '../workspace/links.ts';
import { diffTrees } from './diff.ts';

/** Null where a work tree is needed: what goes through a filter, or is no plain file, is never written like this. */
export const changeFiles = async (control: Control, base: string, contents: NewContents): Promise<Capture | null> => {
  const written = await writeFiles(control, base, contents);
  if (!written) return null;
  const { files, patch, raw } = await diffTrees(control, await control.treeOf(base), written.tree);
  return { tree: written.tree, files, patch, ignored: [], protected: [], links: await linksAround(control, raw) };
};
