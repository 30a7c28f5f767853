/**
 * Objects are named by their digests, but git believes the names: what came in by another hand is read again before it
 * is checked out.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { TamperedError } from '../../../ports/repo.ts';
import { objectFolders } from './borrowed-objects.ts';
import { LooseObjects, mostLoose, packLoose } from './loose-objects.ts';
import type { Frozen } from './frozen.ts';
import { git } from '../door/git.ts';
import type { RunPaths } from './paths.ts';

export type ObjectGuard = {
  /**
   * Takes forged objects out of the control repository; throws TamperedError for those in a repository that is not
   * ours.
   */
  verify: () => Promise<void>;
  /** Packs loose objects that were found to be true, once there are many: the next look has fewer to stop at. */
  tidy: () => Promise<void>;
  /** What was taken out, in words. */
  forged: readonly string[];
};

type Entry = { path: string; stamp: string };

/**
 * Nobody but the kernel sets the time of the last change, so what is older than the seal was there before the first
 * agent.
 */
const stampOf = ({ ino, size, ctimeMs }: Stats): string => `${ino} ${size} ${ctimeMs}`;

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Whether a loose object is what its name says. */
const isTrue = (path: string, format: Frozen['format']): boolean => {
  const [folder = '', rest = ''] = path.split('/').slice(-2);
  try {
    return (
      createHash(format)
        .update(inflateSync(readFileSync(path)))
        .digest('hex') ===
      folder + rest
    );
  } catch {
    return false;
  }
};

const tampered = (path: string): TamperedError =>
  new TamperedError(
    `${path} is not what its name says: somebody wrote it while agents were at work. Nothing was run on it. ` +
      'Remove it, repair the repository with `git fsck`, then start a new run.',
  );

/** Git reads packs that have an index: one alone is what a process left that was ended between the two. */
const pairsAmong = (names: readonly string[]): string[] => {
  const all = new Set(names);
  return names.filter((name) => {
    const [, base = '', end] = /^(.*)\.(idx|pack)$/.exec(name) ?? [];
    return end !== undefined && all.has(`${base}.${end === 'idx' ? 'pack' : 'idx'}`);
  });
};

const filesOfPack = ['idx', 'pack', 'rev', 'bitmap'];
const packEnd = /\.(?:idx|pack)$/;

/** So many at a time: the arguments of a program have a limit. */
const mostPacks = 100;

/** Its path without an end, and those of its two files that are new. */
type Pack = readonly [base: string, entries: readonly Entry[] | undefined];

class Guard implements ObjectGuard {
  readonly forged: string[] = [];
  readonly #control: string;
  readonly #format: Frozen['format'];
  readonly #sealedAt: number;
  readonly #loose = new LooseObjects();
  /** By path, what a file was like when it was found to be true. */
  readonly #trueStamps = new Map<string, string>();
  #isPacking = false;

  constructor(paths: RunPaths, { format }: Frozen) {
    this.#control = paths.control;
    this.#format = format;
    this.#sealedAt = lstatSync(paths.seal, { throwIfNoEntry: false })?.ctimeMs ?? 0;
  }

  async verify(): Promise<void> {
    const own = `${this.#control}/objects`;
    for (const objects of objectFolders(own)) {
      if (objects !== own) this.#verifyAlternates(objects);
      this.#verifyLoose(objects);
      await this.#verifyPacks(objects);
      await this.#verifyPackIndex(objects);
    }
  }

  /** Only what was found to be true, or the next look would be the last one for it. */
  async tidy(): Promise<void> {
    const paths = this.#loose.in(`${this.#control}/objects`).filter((path) => this.#trueStamps.has(path));
    if (paths.length <= mostLoose || this.#isPacking) return;
    this.#isPacking = true;
    try {
      const isPacked = await packLoose(this.#control, paths, (base) => this.#isTruePack(base));
      if (isPacked) for (const path of paths) this.#trueStamps.delete(path);
    } finally {
      this.#isPacking = false;
    }
  }

  #verifyAlternates(objects: string): void {
    const [changed] = this.#newAmong([`${objects}/info/alternates`]);
    if (changed) this.#refuse(changed.path, []);
  }

  #verifyLoose(objects: string): void {
    for (const entry of this.#newAmong(this.#loose.in(objects))) {
      if (isTrue(entry.path, this.#format)) this.#believe(entry);
      else this.#refuse(entry.path, [entry.path]);
    }
  }

  /** Many by one git: only where it finds something wrong, one after the other. */
  async #verifyPacks(objects: string): Promise<void> {
    const files = pairsAmong(list(`${objects}/pack`)).map((name) => join(objects, 'pack', name));
    const packs = Object.entries(Object.groupBy(this.#newAmong(files), ({ path }) => path.replace(packEnd, '')));
    for (let from = 0; from < packs.length; from += mostPacks) {
      const some = packs.slice(from, from + mostPacks);
      if (await this.#areTrue(some)) continue;
      for (const [base, entries = []] of some)
        if (!(await this.#areTrue([[base, entries]]))) this.#refuseAll(base, entries);
    }
  }

  /** What was found to be true is believed as it was before git looked. */
  async #areTrue(packs: readonly Pack[]): Promise<boolean> {
    const isTrue = await this.#isAccepted(['verify-pack', ...packs.map(([base]) => `${base}.idx`)]);
    if (isTrue) for (const entry of packs.flatMap(([, entries = []]) => entries)) this.#believe(entry);
    return isTrue;
  }

  #refuseAll(base: string, entries: readonly Entry[]): void {
    const files = filesOfPack.map((end) => `${base}.${end}`);
    for (const { path } of entries) this.#refuse(path, files);
  }

  /** Of one that we made. */
  #isTruePack(base: string): Promise<boolean> {
    return this.#areTrue([[base, this.#newAmong([`${base}.idx`, `${base}.pack`])]]);
  }

  async #verifyPackIndex(objects: string): Promise<void> {
    const files = list(`${objects}/pack`).filter((name) => name === 'multi-pack-index');
    for (const entry of this.#newAmong(files.map((name) => join(objects, 'pack', name)))) {
      if (await this.#isAccepted(['multi-pack-index', `--object-dir=${objects}`, 'verify'])) this.#believe(entry);
      else this.#refuse(entry.path, [entry.path]);
    }
  }

  /** A run can have thousands of them, and most are as they were. */
  #newAmong(files: readonly string[]): Entry[] {
    const found: Entry[] = [];
    for (const path of files) {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (!stat || stat.ctimeMs < this.#sealedAt) continue;
      const stamp = stampOf(stat);
      if (this.#trueStamps.get(path) !== stamp) found.push({ path, stamp });
    }
    return found;
  }

  async #isAccepted(check: readonly string[]): Promise<boolean> {
    return (await git(check, { gitDir: this.#control, allow: 'any' })).exitCode === 0;
  }

  #believe({ path, stamp }: Entry): void {
    this.#trueStamps.set(path, stamp);
  }

  #refuse(path: string, files: readonly string[]): void {
    if (!path.startsWith(`${this.#control}/objects/`)) throw tampered(path);
    for (const file of files) rmSync(file, { force: true });
    this.forged.push(path);
  }
}

export const openObjectGuard = (paths: RunPaths, frozen: Frozen): ObjectGuard => new Guard(paths, frozen);
