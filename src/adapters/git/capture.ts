/** What an agent did in its workspace, as a tree and a patch. */
import type { Capture } from '../../ports/repo.ts';
import { readable } from './bytes.ts';
import type { Control } from './control.ts';
import { nameChanges } from './diff.ts';
import { moduleChanges, restoreModuleFolders } from './modules.ts';
import { withoutPhantoms } from './phantoms.ts';
import { protectedPaths } from './protected.ts';
import { scan, settle } from './scan.ts';
import { snapshot } from './snapshot.ts';
import { ensureFolder, modulePaths } from './workspace.ts';
import type { Room } from './workspace.ts';

/** Enough to see what kind of files they are; an agent can leave millions. */
const MOST_LEFTOVERS = 1000;

export async function capture(control: Control, room: Room, baseRevision: string): Promise<Capture> {
  control.seal.verify();
  const base = await control.treeOf(baseRevision);
  ensureFolder(room);
  restoreModuleFolders(control, room);
  const scanned = scan(room.path, room.marks, room.kept, modulePaths(control));
  const { refused, ...taken } = await snapshot(control, room, base);
  const { tree, diff } = await withoutPhantoms(control, room, base, taken);
  control.know(tree, tree);
  control.derive(base, tree, nameChanges(diff.raw));
  room.tree = tree;
  room.pristine = true;
  const leftovers = settle(scanned, await control.listing(tree), room.marks, room.kept);
  const inModules = await moduleChanges(control, room);
  const ignored = [...new Set([...leftovers, ...refused, ...inModules, ...scanned.removed])].toSorted();
  return {
    tree,
    files: diff.files,
    patch: diff.patch,
    ignored: ignored.slice(0, MOST_LEFTOVERS).map(readable),
    protected: (await protectedPaths(control, diff.raw, base, room.index)).map(readable),
  };
}
