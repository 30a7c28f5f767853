/** Files that look changed although nobody touched them: stored in a form that git itself would not store them in. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { nameOf, onDisk } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { diffTrees, type RawChange, type TreeDiff } from '../result/diff.ts';
import { isReachedThroughFolders } from './remove.ts';
import { type WorkFolder, stampOf } from './work-folder.ts';

type ChangedTree = { tree: string; diff: TreeDiff };

/** Whether the file on disk is, byte for byte, what the base has stored. */
const isUntouched = (control: Control, folder: WorkFolder, change: RawChange): boolean => {
  if (change.status !== 'M' || change.oldMode !== change.newMode || !isReachedThroughFolders(folder.path, change.path))
    return false;
  try {
    const bytes = readFileSync(onDisk(folder.path, change.path));
    return (
      createHash(control.frozen.format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === change.oldId
    );
  } catch {
    return false;
  }
};

/** Gives the tree without them. */
const putBack = async (control: Control, folder: WorkFolder, phantoms: readonly RawChange[]): Promise<string> => {
  const entries = phantoms.map((change) => `${change.oldMode} ${change.oldId}\t${change.path}\0`).join('');
  const call = { workTree: folder.path, index: folder.index };
  await control.git(['update-index', '-z', '--index-info'], { ...call, input: Buffer.from(entries, 'latin1') });
  const { stdout } = await control.git(['write-tree'], call);
  folder.indexStamp = stampOf(folder.index);
  return stdout.toString().trim();
};

/**
 * For example a file committed with CRLF that `.gitattributes` calls text: `add` would normalise it, and the patch of
 * an agent would hold a file that it never opened. Such entries are put back to what the base has.
 */
export const withoutPhantoms = async (
  control: Control,
  folder: WorkFolder,
  base: string,
  found: ChangedTree,
): Promise<ChangedTree> => {
  const attributesChanged = found.diff.raw.some((change) => nameOf(change.path) === '.gitattributes');
  if (!control.frozen.converts && !attributesChanged) return found;
  const phantoms = found.diff.raw.filter((change) => isUntouched(control, folder, change));
  if (phantoms.length === 0) return found;
  const tree = await putBack(control, folder, phantoms);
  return { tree, diff: await diffTrees(control, base, tree) };
};
