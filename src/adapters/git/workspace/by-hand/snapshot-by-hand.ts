/** Turns a workspace into a tree without a process, where all that was changed is the content of plain files. */
import type { Control } from '../../control/control.ts';
import { nameOf } from '../../door/bytes.ts';
import { diffTrees } from '../../result/diff.ts';
import { editTree } from '../../trees/edit-tree.ts';
import { isStoredAndShownAsIs } from '../../trees/stored-as-is.ts';
import type { TreeEntry } from '../../trees/tree-object.ts';
import type { Scan } from '../scan.ts';
import { settle } from '../settle.ts';
import type { Snapshot } from '../snapshot.ts';
import type { WorkFolder } from '../work-folder.ts';
import { type ChangedFile, changedFiles } from './changed-files.ts';
import { indexOf } from './git-index.ts';

/**
 * Null when git has to look: there are other files, some are gone, or git would store them in another form. The folder
 * and its index stay as they are.
 */
export const snapshotByHand = async (
  control: Control,
  folder: WorkFolder,
  base: string,
  scanned: Scan,
): Promise<Snapshot | null> => {
  folder.changed = null;
  const index = indexOf(folder, control.frozen.format);
  const from = folder.tree;
  if (!index || from === null || control.frozen.modules.length > 0 || scanned.removed.length > 0) return null;
  if (settle(scanned, await control.listing(from), folder).length > 0) return null;
  const changed = changedFiles(folder, index, control.frozen.format);
  const entries = changed && (await entriesOf(control, from, changed, (file) => index.modeOf(file.entry)));
  if (!changed || !entries) return null;
  const tree = entries.size === 0 ? from : await editTree(control.trees, from, entries);
  if (tree === null) return null;
  if (folder.kept.size === 0) folder.changed = new Set(changed.keys());
  return { tree, diff: await diffTrees(control, base, tree), refused: [] };
};

const entriesOf = async (
  control: Control,
  tree: string,
  changed: ReadonlyMap<string, ChangedFile>,
  modeOf: (file: ChangedFile) => string,
): Promise<Map<string, TreeEntry> | null> => {
  const entries = new Map<string, TreeEntry>();
  for (const [path, file] of changed) {
    if (nameOf(path) === '.gitattributes' || !(await isStoredAndShownAsIs(control, tree, path, file.bytes)))
      return null;
    entries.set(path, { mode: modeOf(file), id: control.write('blob', file.bytes) });
  }
  return entries;
};
