/** Finds the repository that a folder is in by looking for `.git`, without starting git: quick, for listing runs. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repoId } from './repo-id.ts';

/** The id that runs of this repository are kept under; null outside of every repository. */
export const nearbyRepo = (cwd: string): string | null => {
  let folder: string;
  try {
    folder = realpathSync(cwd);
  } catch {
    return null;
  }
  for (;;) {
    if (existsSync(join(folder, '.git'))) return repoId(folder);
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
};
