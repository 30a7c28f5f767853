/** Brings a workspace to another tree without a process, where only the content of plain files differs. */
import { lstatSync, unlinkSync, writeFileSync } from 'node:fs';
import type { Control } from '../../control/control.ts';
import { onDisk } from '../../door/bytes.ts';
import { compareTrees } from '../../trees/compare-trees.ts';
import { isStoredAsIs } from '../../trees/stored-as-is.ts';
import { fileModes, type TreeEntry } from '../../trees/tree-object.ts';
import { isReachedThroughFolders } from '../remove.ts';
import type { WorkFolder } from '../work-folder.ts';
import { changedFiles } from './changed-files.ts';
import { type GitIndex, indexOf } from './git-index.ts';
import { giveTheOneTime } from './one-time.ts';
import { rewriteFile } from './rewrite-file.ts';

/** More files than these are laid out faster by git. */
const mostFiles = 500;

type Wanted = ReadonlyMap<string, TreeEntry>;
type Content = { path: string; entry: TreeEntry; bytes: Buffer };

/** Whether it is done; the folder is untouched when it is not. */
export const checkOutByHand = async (control: Control, folder: WorkFolder, tree: string): Promise<boolean> => {
  const index = control.frozen.modules.length > 0 ? null : indexOf(folder, control.frozen.format);
  if (!index) return false;
  const wanted = await wantedFiles(control, folder, index, tree);
  const contents = wanted && (await contentsOf(control, folder, tree, wanted));
  if (!contents) return false;
  for (const content of contents) writeOut(folder, index, content);
  if (contents.length > 0) index.save(folder);
  folder.tree = tree;
  return true;
};

/** What is to be written: files that differ between the trees, and those that somebody has changed. */
const wantedFiles = async (
  { frozen, trees }: Control,
  folder: WorkFolder,
  index: GitIndex,
  tree: string,
): Promise<Wanted | null> => {
  const changed = folder.changed ?? changedFiles(folder, index, frozen.format)?.keys();
  const changes = await compareTrees(trees, folder.tree, tree);
  if (!changed || !changes || changes.length > mostFiles) return null;
  const wanted = new Map<string, TreeEntry>();
  for (const path of changed) {
    const entry = index.entryOf(path);
    if (entry) wanted.set(path, { mode: index.modeOf(entry), id: index.idOf(entry) });
  }
  for (const { path, before, after } of changes) {
    if (!before || !after || before.mode !== after.mode || !fileModes.includes(after.mode)) return null;
    wanted.set(path, after);
  }
  return wanted;
};

const contentsOf = async (
  control: Control,
  folder: WorkFolder,
  tree: string,
  wanted: Wanted,
): Promise<Content[] | null> => {
  const contents: Content[] = [];
  const blobs = await Promise.all([...wanted.values()].map(({ id }) => control.blob(id)));
  for (const [n, [path, entry]] of [...wanted].entries()) {
    const bytes = blobs[n];
    if (!bytes) return null;
    const content = { path, content: bytes, place: folder };
    if (!isReachedThroughFolders(folder.path, path) || !(await isStoredAsIs(control, tree, content))) return null;
    contents.push({ path, entry, bytes });
  }
  return contents;
};

const writeOut = (folder: WorkFolder, index: GitIndex, { path, entry, bytes }: Content): void => {
  const noted = index.entryOf(path);
  if (!noted) throw new Error(`${path} is in the tree of a workspace and not in its index`);
  const file = onDisk(folder.path, path);
  const isProgram = entry.mode === '100755';
  if (!rewriteFile(file, bytes, usualPermissions(folder, isProgram))) {
    unlinkSync(file);
    writeFileSync(file, bytes, { flag: 'wx', mode: isProgram ? 0o777 : 0o666 });
  }
  if (folder.isForProof) giveTheOneTime(file, folder);
  index.noteFile(noted, file, entry.id);
};

/** What a new file of ours gets, as its index did. */
const usualPermissions = (folder: WorkFolder, isProgram: boolean): number => {
  const plain = lstatSync(folder.index).mode & 0o666;
  return isProgram ? plain | ((plain & 0o444) >> 2) : plain;
};
