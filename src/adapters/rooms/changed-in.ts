/** Which tracked files the commands in a layered room left different. */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../ports/repo.ts';

/** Tracked files that commands wrote and left different. */
export const changedIn = async (upper: string, workspace: Workspace): Promise<string[]> => {
  const { tracked } = await workspace.compare(upper);
  return tracked.filter((path) => differs(join(upper, path), join(workspace.path, path)));
};

/** A file that was only opened for writing, or touched, comes to lie in the upper folder as it was. */
const differs = (now: string, before: string): boolean => {
  const [stat, old] = [now, before].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (stat?.isFile() !== true || old?.isFile() !== true || stat.size !== old.size) return true;
  return (stat.mode & 0o111) !== (old.mode & 0o111) || !readFileSync(now).equals(readFileSync(before));
};
