/** Looks up where files and folders really are, so that mounts land where programs look for them. */
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import type { Mount } from './mounts.ts';

/** The real path, null when there is nothing. */
export const realPathOf = (path: string): string | null => {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
};

export const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/**
 * Under its own name, and under the name by which it was asked for if that leads through links. Nothing when it is not
 * there.
 */
export const mountsOf = (kind: 'visible' | 'read' | 'write', path: string): Mount[] => {
  const real = realPathOf(path);
  if (real === null || real === '/') return [];
  return [...new Set([real, resolve(path)])].map((at) => ({ kind, at, from: real }));
};

/**
 * A folder that the agent would make by itself is made for it: what is not there cannot be mounted. A name with an
 * ending
 * is taken for a file; one that is not there yet stays in the home folder of the call, and goes with it.
 */
export const writableMountsOf = (path: string): Mount[] => {
  if (realPathOf(path) === null && extname(path) === '') mkdirSync(path, { recursive: true, mode: 0o700 });
  return mountsOf('write', path);
};
