/** Files that look changed although nobody touched them: stored in a form that git itself would not store them in. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { nameOf, onDisk } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { diffTrees, type RawChange, type TreeDiff } from '../result/diff.ts';
import { isReachedThroughFolders } from './remove.ts';
import { type Room, stampOf } from './workspace.ts';

type Taken = { tree: string; diff: TreeDiff };

/** Whether the file on disk is, byte for byte, what the base has stored. */
const isUntouched = (control: Control, room: Room, change: RawChange): boolean => {
  if (change.status !== 'M' || change.oldMode !== change.newMode || !isReachedThroughFolders(room.path, change.path))
    return false;
  try {
    const bytes = readFileSync(onDisk(room.path, change.path));
    return (
      createHash(control.frozen.format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === change.oldId
    );
  } catch {
    return false;
  }
};

/**
 * For example a file committed with CRLF that `.gitattributes` calls text: `add` would normalise it, and the patch of
 * an agent would hold a file that it never opened. Such entries are put back to what the base has.
 */
export const withoutPhantoms = async (control: Control, room: Room, base: string, taken: Taken): Promise<Taken> => {
  const attributesChanged = taken.diff.raw.some((change) => nameOf(change.path) === '.gitattributes');
  if (!control.frozen.converts && !attributesChanged) return taken;
  const phantoms = taken.diff.raw.filter((change) => isUntouched(control, room, change));
  if (phantoms.length === 0) return taken;
  const entries = phantoms.map((change) => `${change.oldMode} ${change.oldId}\t${change.path}\0`).join('');
  const call = { workTree: room.path, index: room.index };
  await control.git(['update-index', '-z', '--index-info'], { ...call, input: Buffer.from(entries, 'latin1') });
  const { stdout } = await control.git(['write-tree'], call);
  room.indexStamp = stampOf(room.index);
  const tree = stdout.toString().trim();
  return { tree, diff: await diffTrees(control, base, tree) };
};
