/** Turns a workspace into a tree: `add -A` on the custody index, then `write-tree`. */
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { inFolder, onDisk, toByteString } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { diffIndex, type TreeDiff } from '../result/diff.ts';
import { type GitCall, GitFailure } from '../door/git.ts';
import type { Kept } from './kept.ts';
import { listOpen } from './remove.ts';
import { type Room, stampOf } from './workspace.ts';

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

/** Gives the names that could not be added because no tree can hold them. */
const addAll = async (control: Control, room: Room, inRoom: GitCall): Promise<string[]> => {
  const args = addArgs(room.kept);
  const call = { ...inRoom, env: pathspecMagic };
  try {
    await control.git(args, call);
    return [];
  } catch (failure) {
    if (!(failure instanceof GitFailure)) throw failure;
    if (complainsOnlyOfIgnored(failure.exitCode, failure.stderr, room.kept)) return [];
  }
  rmSync(`${room.index}.lock`, { force: true });
  openFiles(room.path, '', room.kept);
  const { exitCode, stderr } = await control.git([...args.slice(0, 2), '--ignore-errors', ...args.slice(2)], {
    ...call,
    allow: [1],
  });
  if (complainsOnlyOfIgnored(exitCode, stderr.toString(), room.kept)) return [];
  const refused = refusedNames(stderr.toString('utf8'));
  if (exitCode !== 0 && refused.length === 0) throw new GitFailure(args, exitCode, stderr.toString());
  return refused;
};

/** An index that somebody else touched is not believed: it is made again from the tree that it stood for. */
const trustIndex = async (control: Control, room: Room, call: GitCall, base: string): Promise<void> => {
  if (room.tree !== null && stampOf(room.index) === room.indexStamp) return;
  rmSync(room.index, { force: true });
  rmSync(`${room.index}.lock`, { force: true });
  await control.git(['read-tree', room.tree ?? base], call);
};

export type Snapshot = { tree: string; diff: TreeDiff; refused: string[] };

export const snapshot = async (control: Control, room: Room, base: string): Promise<Snapshot> => {
  const call: GitCall = { workTree: room.path, index: room.index };
  await trustIndex(control, room, call, base);
  const refused = await addAll(control, room, call);
  // Side by side: the difference can be read off the index while its tree is still being written.
  const [written, diff] = await Promise.all([
    control.git(['write-tree'], call),
    diffIndex(control, base, { index: room.index }),
  ]);
  room.indexStamp = stampOf(room.index);
  return { tree: written.stdout.toString().trim(), diff, refused };
};
