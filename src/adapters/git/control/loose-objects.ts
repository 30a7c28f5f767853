/**
 * Lists loose objects again and again, reading only those folders that have changed since, and packs them when there
 * are many: each of them is looked at before every check-out.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { git } from '../door/git.ts';
import { GitFailure } from '../door/git-call.ts';

type Listing = { changedAt: number; paths: readonly string[] };

/** Two changes within one tick of the kernel's clock leave the same time behind. */
const tickMs = 100;

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

export class LooseObjects {
  readonly #listings = new Map<string, Listing>();

  in(objects: string): string[] {
    return list(objects)
      .filter((name) => /^[0-9a-f]{2}$/.test(name))
      .flatMap((name) => this.#pathsIn(`${objects}/${name}`));
  }

  #pathsIn(folder: string): readonly string[] {
    const changedAt = lstatSync(folder, { throwIfNoEntry: false })?.ctimeMs ?? 0;
    const earlier = this.#listings.get(folder);
    if (earlier && earlier.changedAt === changedAt) return earlier.paths;
    const paths = list(folder).flatMap((name) => (/^[0-9a-f]{38,62}$/.test(name) ? [`${folder}/${name}`] : []));
    if (Date.now() - changedAt > tickMs) this.#listings.set(folder, { changedAt, paths });
    return paths;
  }
}

/** So many are looked at within two milliseconds. */
export const mostLoose = 500;

const packing = ['pack-objects', '-q', '--threads=1'];

const idOf = (path: string): string => path.split('/').slice(-2).join('');

/** Whether they are in a pack now, and loose no more. What cannot be packed stays as it is. */
export const packLoose = async (
  control: string,
  paths: readonly string[],
  isTrue: (base: string) => Promise<boolean>,
): Promise<boolean> => {
  const folder = `${control}/objects/pack/pack`;
  const input = `${paths.map(idOf).join('\n')}\n`;
  try {
    const { stdout } = await git([...packing, folder], { gitDir: control, input });
    // Reads every object back by its digest: what changed while it was packed does not get in that way.
    if (!(await isTrue(`${folder}-${stdout.toString().trim()}`))) return false;
  } catch (error) {
    if (error instanceof GitFailure) return false;
    throw error;
  }
  await Promise.all(paths.map((path) => rm(path, { force: true })));
  return true;
};
