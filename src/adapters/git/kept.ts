/** Untracked paths that outlive a reset: what the set-up made, as long as it is still the very thing that it made. */
import { lstatSync } from 'node:fs';
import { onDisk } from './bytes.ts';
import { isReachedThroughFolders, removeAt } from './remove.ts';

export type Kept = Map<string, number>;

function inode(root: string, path: string): number | null {
  try {
    if (!isReachedThroughFolders(root, path)) return null;
    const stat = lstatSync(onDisk(root, path));
    return stat.isSymbolicLink() ? null : stat.ino;
  } catch {
    return null;
  }
}

export function keepPaths(root: string, paths: readonly string[]): Kept {
  const kept: Kept = new Map();
  for (const path of paths) {
    const ino = inode(root, path);
    if (ino !== null) kept.set(path, ino);
  }
  return kept;
}

/** Takes away what was replaced since, for example by a link that leads out; says whether anything was. */
export function dropReplaced(root: string, kept: Kept): boolean {
  const replaced = [...kept].filter(([path, ino]) => inode(root, path) !== ino);
  for (const [path] of replaced) {
    kept.delete(path);
    removeAt(root, path);
  }
  return replaced.length > 0;
}

/** Whether a kept path lies somewhere below this folder. */
export function leadsToKept(kept: Kept, folder: string): boolean {
  for (const path of kept.keys()) if (path.startsWith(`${folder}/`)) return true;
  return false;
}
