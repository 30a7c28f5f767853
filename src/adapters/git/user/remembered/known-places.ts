/** Where repositories were found to lie: a command asks for the same one twice. */
import { markOf } from './mark.ts';

type Place = { root: string; gitDir: string };

/** By what would be another if somebody had put another repository there, or had set this one up anew. */
const standingOf = ({ root, gitDir }: Place): string =>
  [`${root}/.git`, gitDir, `${gitDir}/config`].map(markOf).join('\n');

/** Folders are real paths. */
export class KnownPlaces<Found extends Place> {
  readonly #known = new Map<string, { standing: string; place: Found }>();

  get(folder: string): Found | undefined {
    const known = this.#known.get(folder);
    return known && standingOf(known.place) === known.standing ? known.place : undefined;
  }

  /** Only from its root: on the way up from a folder in it another repository may come to lie. */
  remember(folder: string, place: Found): Found {
    if (folder === place.root) this.#known.set(folder, { standing: standingOf(place), place });
    return place;
  }
}
