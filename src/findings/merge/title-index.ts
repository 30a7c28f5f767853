/**
 * Finds the first leader with a similar title where there are many: an inverted index over pairs of neighbouring
 * characters.
 */
import { type Item, type Names, titleOf } from './item.ts';
import { Namesakes } from './namesakes.ts';
import { PairsIn } from './pairs.ts';
import { Postings } from './postings.ts';
import type { Title } from './title.ts';

/** A rule with more titles than this has an index of its own, which findings of that rule need not look into. */
const fewTitles = 64;

type Own = { titles: number; postings: Postings };

export class TitleIndex {
  readonly #names: Names;
  readonly #sourceOf: (item: Item) => number;
  readonly #namesakes = new Map<string, Map<number, Namesakes>>();
  readonly #shared = new Postings();
  readonly #own = new Map<number, Own>();
  /** How many different titles (by rule) leaders have. */
  size = 0;

  /** `sourceOf`: findings of one source above 0 never match here; below 0, those of one title do not. */
  constructor(names: Names, sourceOf: (item: Item) => number) {
    this.#names = names;
    this.#sourceOf = sourceOf;
  }

  add(leader: Item): void {
    const title = titleOf(leader);
    const source = this.#sourceOf(leader);
    const bySource = this.#namesakes.get(title.text) ?? new Map<number, Namesakes>();
    this.#namesakes.set(title.text, bySource);
    const known = bySource.get(source);
    const namesakes = known ?? new Namesakes(title, source, leader);
    namesakes.add(leader);
    if (known) return;
    bySource.set(source, namesakes);
    this.size += 1;
    this.#postingsFor(source).add(namesakes);
  }

  #postingsFor(source: number): Postings {
    if (source <= 0) return this.#shared;
    const own = this.#own.get(source) ?? { titles: 0, postings: new Postings() };
    this.#own.set(source, own);
    own.titles += 1;
    return own.titles > fewTitles ? own.postings : this.#shared;
  }

  /** The first leader that matches the item, if it comes before `best`; otherwise `best`. */
  first(item: Item, best: Item | null): Item | null {
    const title = titleOf(item);
    const source = this.#sourceOf(item);
    const namesake = this.#firstOf(this.#namesakes.get(title.text)?.values() ?? [], item, source, best);
    const turn = namesake?.turn ?? Infinity;
    const candidates: { leader: Item; title: Title }[] = [];
    const pairs = new PairsIn(title);
    const collect = (postings: Postings): void => {
      for (const each of postings.candidates(pairs, turn)) {
        if ((each.source === source && source > 0) || each.title.text === title.text || !pairs.mayBeSimilar(each.title))
          continue;
        const leader = each.firstAt(item);
        if (leader && leader.turn < turn) candidates.push({ leader, title: each.title });
      }
    };
    collect(this.#shared);
    for (const [other, { titles, postings }] of this.#own)
      if (other !== source && titles > fewTitles) collect(postings);
    candidates.sort((a, b) => a.leader.turn - b.leader.turn);
    return candidates.find((each) => this.#names.similar(each.title, title))?.leader ?? namesake;
  }

  #firstOf(all: Iterable<Namesakes>, item: Item, source: number, best: Item | null): Item | null {
    let found = best;
    for (const namesakes of all) {
      if (found && namesakes.first.turn >= found.turn) break;
      if (namesakes.source === source && source !== 0) continue;
      const leader = namesakes.firstAt(item);
      if (leader && (!found || leader.turn < found.turn)) found = leader;
    }
    return found;
  }
}
