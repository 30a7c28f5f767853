/** Carries what set-up made from one folder into another. */
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Workspace } from '../../ports/repo.ts';
import { copyTree } from '../git/workspace/copy-tree.ts';
import { removeAt } from '../git/workspace/remove.ts';
import { errnoOf } from '../../plain/errno.ts';

/** Nothing is copied of what a command has removed. */
const copyOne = async (from: string, to: string, path: string): Promise<void> => {
  removeAt(to, path);
  mkdirSync(dirname(join(to, path)), { recursive: true });
  await copyTree(join(from, path), join(to, path)).catch((error: unknown) => {
    if (errnoOf(error) !== 'ENOENT') throw error;
  });
};

/**
 * What came to lie above a layer is in `files` already. Git's files in it belong to the tree they were made with; a
 * tracked file that was only touched would hide the one of another tree.
 */
export const outputsOfLayer = async (
  workspace: Workspace,
  files: string,
  changed: readonly string[],
): Promise<string[]> => {
  removeAt(files, '.git');
  const { tracked, untracked } = await workspace.compare(files);
  for (const path of tracked.filter((each) => !changed.includes(each))) removeAt(files, path);
  for (const path of untracked.filter(isCompiled)) removeAt(files, path);
  return untracked.filter((path) => !isCompiled(path));
};

/**
 * Beside tracked files. Python takes what it compiled from a file of the same size and time for the same, and in
 * proofs all files have one time: what was compiled from one tree would be run for another.
 */
const isCompiled = (path: string): boolean => basename(path) === '__pycache__';

export const copyOut = async (workspace: Workspace, files: string, changed: readonly string[]): Promise<string[]> => {
  const outputs = (await workspace.untracked()).filter((path) => !isCompiled(path));
  for (const path of [...outputs, ...changed]) await copyOne(workspace.path, files, path);
  return outputs;
};

/**
 * A proof gets tracked files as set-up left them, too; an agent's workspace does not: they would become part of its
 * patch.
 */
export const copyInto = async (workspace: Workspace, files: string, which: 'all' | 'untracked'): Promise<void> => {
  const { tracked, untracked } = await workspace.compare(files);
  for (const path of [...untracked, ...(which === 'all' ? tracked : [])]) await copyOne(files, workspace.path, path);
};
