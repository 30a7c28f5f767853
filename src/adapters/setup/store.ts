/** Keeps what set-up made: a folder for each key, with a seal that tells whether anybody has changed it since. */
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { removeAt } from '../git/workspace/remove.ts';
import { ownFolder } from '../files/own-folder.ts';
import { leadsTo } from './leads-to.ts';
import { sealOf } from './seal.ts';

const Sealed = z.object({
  seal: z.string(),
  /** Where set-up ran. */
  at: z.string(),
  /** The topmost paths that it made. */
  outputs: z.array(z.string()),
  /** Whether `at` is written in there; not known before somebody asks. */
  leadsToIt: z.boolean().optional(),
});
type Sealed = z.infer<typeof Sealed>;

/** `files`: what was made, to be laid over a tree. */
export type Made = { files: string; outputs: readonly string[] };

export type Store = {
  /** What was made under this key for this place; null when there is none, or somebody has changed it. */
  find: (key: string, at: string) => Promise<Made | null>;
  /** A new folder to make it in. */
  begin: () => string;
  /** Takes in what was made in that folder. */
  keep: (building: string, key: string, facts: { at: string; outputs: readonly string[] }) => Promise<Made>;
  discard: (building: string) => void;
  remove: (key: string) => void;
  /** Whether anything is kept under this name, of use or not. */
  exists: (key: string) => boolean;
  /** All names that begin like this. */
  names: (key: string) => string[];
  lockFile: (key: string) => string;
};

/** What nobody has used for so long is removed. */
const keptMs = 14 * 24 * 3_600_000;

/** `base`: a folder above it that is known to be ours. */
export const openStore = (base: string, folder: string): Store => {
  const checked = new Set<string>();
  ownFolder(base, folder);
  const entryOf = (key: string): string => join(folder, key);
  const remove = (name: string): void => removeAt(folder, name);
  removeOld(folder, remove);
  return {
    find: async (key, at) => {
      const sealed = readSealed(entryOf(key));
      if (sealed === null) return null;
      const files = join(entryOf(key), 'files');
      // Once in a run: what changes it later is nobody who is caged.
      if (!checked.has(key)) {
        if ((await sealIfReadable(files)) !== sealed.seal) {
          remove(key);
          return null;
        }
        checked.add(key);
      }
      if (sealed.at !== at && (await isTied(entryOf(key), sealed))) return null;
      touch(join(entryOf(key), 'sealed.json'));
      return { files, outputs: sealed.outputs };
    },
    begin: () => mkdtempSync(join(folder, 'building-')),
    keep: async (building, key, { at, outputs }) => {
      const seal = await sealOf(join(building, 'files'));
      writeSealed(building, { seal, at, outputs: [...outputs] });
      // What is there is of no use, or it would have been found.
      remove(key);
      renameSync(building, entryOf(key));
      checked.add(key);
      return { files: join(entryOf(key), 'files'), outputs };
    },
    discard: (building) => removeAt(building, ''),
    remove,
    exists: (key) => existsSync(entryOf(key)),
    names: (key) => readdirSync(folder).filter((name) => name.startsWith(key)),
    lockFile: (key) => join(folder, `${key}.lock`),
  };
};

const readSealed = (entry: string): Sealed | null => {
  try {
    return Sealed.parse(JSON.parse(readFileSync(join(entry, 'sealed.json'), 'utf8')));
  } catch {
    return null;
  }
};

const writeSealed = (entry: string, sealed: Sealed): void => {
  const file = join(entry, 'sealed.json');
  writeFileSync(`${file}.new`, JSON.stringify(sealed), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

const sealIfReadable = async (files: string): Promise<string | null> => {
  try {
    return await sealOf(files);
  } catch {
    return null;
  }
};

/** Whether it can only be used where it was made. */
const isTied = async (entry: string, sealed: Sealed): Promise<boolean> => {
  if (sealed.leadsToIt !== undefined) return sealed.leadsToIt;
  const leadsToIt = await leadsTo(join(entry, 'files'), sealed.at);
  writeSealed(entry, { ...sealed, leadsToIt });
  return leadsToIt;
};

const touch = (file: string): void => {
  const now = new Date();
  utimesSync(file, now, now);
};

const removeOld = (folder: string, remove: (name: string) => void): void => {
  const oldest = Date.now() - keptMs;
  for (const name of readdirSync(folder)) {
    const sealed = join(folder, name, 'sealed.json');
    const file = existsSync(sealed) ? sealed : join(folder, name);
    if ((lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest) remove(name);
  }
};
