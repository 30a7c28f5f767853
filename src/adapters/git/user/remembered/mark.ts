/** What tells whether a file or folder is the one that it was, without reading it. */
import { type BigIntStats, lstatSync } from 'node:fs';

/**
 * Null where there is none. Git replaces its files as a whole, so that each version has a mark of its own; what is in a
 * folder may change.
 */
export const markOf = (path: string): string | null => {
  const stat = lookAt(path);
  if (!stat) return null;
  const version = stat.isDirectory() ? [] : [stat.size, stat.mtimeNs, stat.ctimeNs];
  return [stat.dev, stat.ino, stat.birthtimeNs, ...version].join(' ');
};

const lookAt = (path: string): BigIntStats | null => {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return null;
  }
};
