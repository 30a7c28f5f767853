/** Where lies what set-up made. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** `files`: to be laid over a tree. `home`: over the home folder. `caches`: over those of package managers in it. */
export type MadeFolders = { files: string; home: string; caches: string };

export const foldersIn = (entry: string): MadeFolders => ({
  files: join(entry, 'files'),
  home: join(entry, 'home'),
  caches: join(entry, 'caches'),
});

/** What was added to the folder of a package manager. */
export const cacheIn = ({ caches }: MadeFolders, folder: string): string =>
  join(caches, createHash('sha256').update(folder).digest('hex').slice(0, 16));
