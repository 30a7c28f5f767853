/** Names the state folder of a repository: readable, and unique by its path. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

export const repoId = (root: string): string => {
  const name = basename(root).replace(/[^A-Za-z0-9._-]+/g, '-') || 'root';
  return `${name.slice(0, 40)}-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;
};
