/** Keeps what set-up made: a folder for each key, with a seal that tells whether anybody has changed it since. */
import { existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from '../files/own-folder.ts';
import { removeAt } from '../git/workspace/remove.ts';
import { foldersIn, type MadeFolders } from './made-folders.ts';
import { isTied, readSealed, sealIfReadable, sealOfAll, writeSealed } from './sealed.ts';

export type Made = MadeFolders & { outputs: readonly string[] };

type MadeAt = { at: string; outputs: readonly string[] };

export type Store = {
  /** What was made under this key for this place; null when there is none, or somebody has changed it. */
  find: (key: string, at: string) => Promise<Made | null>;
  /** A new folder to make it in. */
  begin: () => string;
  /** Takes in what was made in that folder. */
  keep: (building: string, key: string, facts: MadeAt) => Promise<Made>;
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
  ownFolder(base, folder);
  removeOld(folder);
  return new FolderStore(folder);
};

class FolderStore implements Store {
  readonly #folder: string;
  readonly #checked = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find(key: string, at: string): Promise<Made | null> {
    const entry = join(this.#folder, key);
    const sealed = readSealed(entry);
    if (sealed === null) return null;
    if (!(await this.#isIntact(key, entry, sealed.seal))) {
      this.remove(key);
      return null;
    }
    if (sealed.at !== at && (await isTied(entry, sealed))) return null;
    touch(join(entry, 'sealed.json'));
    return { ...foldersIn(entry), outputs: sealed.outputs };
  }

  begin(): string {
    return mkdtempSync(join(this.#folder, 'building-'));
  }

  async keep(building: string, key: string, { at, outputs }: MadeAt): Promise<Made> {
    const seal = await sealOfAll(building);
    writeSealed(building, { seal, at, outputs: [...outputs] });
    // What is there is of no use, or it would have been found.
    this.remove(key);
    const entry = join(this.#folder, key);
    renameSync(building, entry);
    this.#checked.add(key);
    return { ...foldersIn(entry), outputs };
  }

  discard(building: string): void {
    removeAt(building, '');
  }

  remove(key: string): void {
    removeAt(this.#folder, key);
  }

  exists(key: string): boolean {
    return existsSync(join(this.#folder, key));
  }

  names(key: string): string[] {
    return readdirSync(this.#folder).filter((name) => name.startsWith(key));
  }

  lockFile(key: string): string {
    return join(this.#folder, `${key}.lock`);
  }

  /** Looked at once in a run: what changes it later is nobody who is caged. */
  async #isIntact(key: string, entry: string, seal: string): Promise<boolean> {
    if (this.#checked.has(key)) return true;
    if ((await sealIfReadable(entry)) !== seal) return false;
    this.#checked.add(key);
    return true;
  }
}

const touch = (file: string): void => {
  const now = new Date();
  utimesSync(file, now, now);
};

const removeOld = (folder: string): void => {
  const oldest = Date.now() - keptMs;
  for (const name of readdirSync(folder)) {
    const sealed = join(folder, name, 'sealed.json');
    const file = existsSync(sealed) ? sealed : join(folder, name);
    if ((lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest) removeAt(folder, name);
  }
};
