/** Brings a folder to exactly one revision, so that somebody can work in it. */
import { existsSync } from 'node:fs';
import { TamperedError, type WorkspaceOptions } from '../../../ports/repo.ts';
import type { Control } from '../control/control.ts';
import { looksOf } from '../looks/looks-of.ts';
import { checkOutByHand } from './by-hand/check-out-by-hand.ts';
import { giveAllOneTime, timeOfAll, timeOfItsOwn } from './by-hand/one-time.ts';
import { hasOtherAttributes } from './by-hand/other-attributes.ts';
import { layOutModules, modulePaths } from './modules.ts';
import { scan } from './scan.ts';
import { settle } from './settle.ts';
import { writeThrowAway } from './throwaway.ts';
import { ensureFolder, keep, stampOf, startOver, type WorkFolder } from './work-folder.ts';

/** Takes away everything that is not in the tree which the index stands for. */
const clean = async (control: Control, folder: WorkFolder, tree: string): Promise<void> => {
  const listing = await control.listing(tree);
  const found = scan(folder, modulePaths(control));
  for (const path of settle(found, listing, folder)) folder.trash.take(folder.path, path);
};

/** `--reset -u` looks at every tracked file and rewrites those that differ, and nothing else. */
const checkOut = async (control: Control, folder: WorkFolder, tree: string): Promise<void> => {
  const { gitDir } = looksOf(control, folder);
  await control.git(['read-tree', '--reset', '-u', tree], { gitDir, workTree: folder.path, index: folder.index });
  folder.tree = tree;
  folder.indexStamp = stampOf(folder.index);
  if (folder.isForProof) await giveAllOneTime(control, folder, tree);
};

/**
 * What proves anything may ask git for objects, and none of them may be forged. What is laid out by hand for an agent
 * is compared with its names anyway, and whatever the agent is told by git, its change is judged.
 */
type Use = 'agent' | 'verify';

const isTrusted = (folder: WorkFolder): boolean =>
  folder.tree !== null && existsSync(folder.index) && stampOf(folder.index) === folder.indexStamp;

const lookAtObjects = async ({ objects }: Control): Promise<void> => {
  await objects.verify();
  await objects.tidy();
};

const bringToTree = async (control: Control, folder: WorkFolder, tree: string, use: Use): Promise<void> => {
  ensureFolder(folder);
  if (!isTrusted(folder)) startOver(folder);
  if (folder.tree !== null) await clean(control, folder, folder.tree);
  if (folder.tree === tree && folder.pristine) return;
  if (await hasOtherAttributes(control, folder, tree)) startOver(folder);
  if (use === 'verify') await lookAtObjects(control);
  if (await checkOutByHand(control, folder, tree)) return;
  if (use !== 'verify') await lookAtObjects(control);
  await checkOut(control, folder, tree);
};

/** Whatever makes it fail, an empty folder does not have it. A second failure is the caller's to hear about. */
const bringToTreeSomehow = async (
  control: Control,
  folder: WorkFolder,
  tree: string,
  { fresh, isOfAnotherTime, use }: { fresh: boolean; isOfAnotherTime: boolean; use: Use },
): Promise<void> => {
  try {
    if (fresh) startOver(folder);
    await bringToTree(control, folder, tree, use);
    if (isOfAnotherTime) await giveAllOneTime(control, folder, tree);
  } catch (error) {
    if (error instanceof TamperedError) throw error;
    control.seal.verify();
    startOver(folder);
    await control.objects.verify();
    await checkOut(control, folder, tree);
  }
};

/** With a new throw-away `.git`. */
export const bringToRevision = async (
  control: Control,
  folder: WorkFolder,
  revision: string,
  { fresh = false, ownTime = false, head = revision, use }: WorkspaceOptions & { use: Use },
): Promise<void> => {
  // Before the first write: if our folders were swapped for links, it would land elsewhere.
  control.seal.verify();
  const tree = await control.treeOf(revision);
  await control.listing(tree);
  // What set-up made for an earlier use goes with everything else that is not in the tree.
  if (folder.kept.size > 0) keep(folder, new Set());
  const time = ownTime ? timeOfItsOwn() : timeOfAll;
  const isOfAnotherTime = folder.tree !== null && folder.time !== time;
  folder.time = time;
  await bringToTreeSomehow(control, folder, tree, { fresh, isOfAnotherTime, use });
  await layOutModules(control, folder);
  writeThrowAway(control, folder, await control.commitOf(head));
  // From here on it belongs to whoever works in it.
  folder.pristine = false;
  folder.changed = null;
};
