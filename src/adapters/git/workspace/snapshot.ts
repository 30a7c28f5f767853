/** Turns a workspace into a tree: `add -A` on the custody index, then `write-tree`. */
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { inFolder, onDisk, toByteString } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { diffIndex, type TreeDiff } from '../result/diff.ts';
import { type GitCall, GitFailure } from '../door/git-call.ts';
import type { Kept } from './kept.ts';
import { listOpen } from './remove.ts';
import { type WorkFolder, stampOf } from './work-folder.ts';

/** Makes every file readable for its owner: an agent may have taken that away, and git would give up on it. */
const openFiles = (root: string, folder: string, kept: Kept): void => {
  for (const entry of listOpen(root, folder)) {
    const path = inFolder(folder, entry.name);
    if (kept.has(path)) continue;
    if (entry.isDirectory()) openFiles(root, path, kept);
    else if (entry.isFile()) {
      const mode = lstatSync(onDisk(root, path)).mode & 0o7777;
      if ((mode & 0o600) !== 0o600) chmodSync(onDisk(root, path), mode | 0o600);
    }
  }
};

/** Names that git refuses to put into any tree, as it complained about them. */
const refusedNames = (stderr: string): string[] =>
  [...stderr.matchAll(/^error: invalid path '(.+)'$/gm)].map((match) => toByteString(match[1] ?? ''));

const addArgs = (kept: Kept): string[] => {
  const excluded = [...kept].map((path) => `:(top,exclude,literal)${path}`);
  return excluded.length === 0 ? ['add', '-A'] : ['add', '-A', '--', ':/', ...excluded];
};

/** Git adds everything else and then complains that a path which we excluded is ignored anyway. */
const complainsOnlyOfIgnored = (exitCode: number | null, stderr: string, kept: Kept): boolean =>
  exitCode === 1 &&
  kept.size > 0 &&
  stderr.startsWith('The following paths are ignored') &&
  !/^(?:error|fatal):/m.test(stderr);

/** Here, and nowhere else, a path says more than a name. */
const pathspecMagic = { GIT_LITERAL_PATHSPECS: '0' };

/** Whether everything could be added at the first go, which is nearly always so. */
const addPlainly = async (control: Control, kept: Kept, call: GitCall): Promise<boolean> => {
  try {
    await control.git(addArgs(kept), call);
    return true;
  } catch (failure) {
    if (!(failure instanceof GitFailure)) throw failure;
    return complainsOnlyOfIgnored(failure.exitCode, failure.stderr, kept);
  }
};

/** Gives the names that could not be added because no tree can hold them. */
const addAll = async (control: Control, { path, index, kept }: WorkFolder, inWorkspace: GitCall): Promise<string[]> => {
  const call = { ...inWorkspace, env: pathspecMagic };
  if (await addPlainly(control, kept, call)) return [];
  rmSync(`${index}.lock`, { force: true });
  openFiles(path, '', kept);
  return addPatiently(control, kept, call);
};

const addPatiently = async (control: Control, kept: Kept, call: GitCall): Promise<string[]> => {
  const [add = '', all = '', ...paths] = addArgs(kept);
  const { exitCode, stderr } = await control.git([add, all, '--ignore-errors', ...paths], { ...call, allow: [1] });
  const complaint = stderr.toString();
  if (complainsOnlyOfIgnored(exitCode, complaint, kept)) return [];
  const refused = refusedNames(complaint);
  if (exitCode !== 0 && refused.length === 0) throw new GitFailure(addArgs(kept), exitCode, complaint);
  return refused;
};

/** An index that somebody else touched is not believed: it is made again from the tree that it stood for. */
const trustIndex = async (control: Control, folder: WorkFolder, call: GitCall, base: string): Promise<void> => {
  if (folder.tree !== null && stampOf(folder.index) === folder.indexStamp) return;
  rmSync(folder.index, { force: true });
  rmSync(`${folder.index}.lock`, { force: true });
  await control.git(['read-tree', folder.tree ?? base], call);
};

export type Snapshot = { tree: string; diff: TreeDiff; refused: string[] };

export const snapshot = async (control: Control, folder: WorkFolder, base: string): Promise<Snapshot> => {
  const call: GitCall = { workTree: folder.path, index: folder.index };
  await trustIndex(control, folder, call, base);
  const refused = await addAll(control, folder, call);
  // Side by side: the difference can be read off the index while its tree is still being written.
  const [written, diff] = await Promise.all([
    control.git(['write-tree'], call),
    diffIndex(control, base, { index: folder.index }),
  ]);
  folder.indexStamp = stampOf(folder.index);
  return { tree: written.stdout.toString().trim(), diff, refused };
};
