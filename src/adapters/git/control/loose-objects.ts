/** Lists loose objects again and again, reading only those folders that have changed since. */
import { lstatSync, readdirSync } from 'node:fs';

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
