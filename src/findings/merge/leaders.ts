/** The leaders of one file: few are looked at one by one, many are found by their lines or by their titles. */
import { type Item, type Names, reach } from './item.ts';
import { TitleIndex } from './title-index.ts';

/** Up to here, looking at each is quicker than by title. */
const few = 32;
/** Lines that are looked up together, as a power of two. */
const blockShift = 4;
/** A range over more blocks than this is looked up apart. */
const longest = 16;

const blockOf = (line: number): number => line >>> blockShift;
const isLong = (from: number, to: number): boolean => blockOf(to) - blockOf(from) >= longest;

/** The first of the list that matches, if it comes before `best`; otherwise `best`. */
const firstIn = (list: readonly Item[], item: Item, best: Item | null, names: Names): Item | null => {
  for (const leader of list) {
    if (best && leader.turn >= best.turn) return best;
    if (names.match(leader, item)) return leader;
  }
  return best;
};

class LeaderIndex {
  readonly #names: Names;
  readonly #all: Item[] = [];
  readonly #long: Item[] = [];
  readonly #blocks = new Map<number, Item[]>();
  #titles: TitleIndex | null = null;
  /** Leaders at exactly one place, by reviewer, rule and place; null where all are at one place anyway. */
  readonly #places: Map<string, Leaders> | null;

  constructor(names: Names, samePlace: boolean) {
    this.#names = names;
    this.#places = samePlace ? null : new Map<string, Leaders>();
  }

  add(leader: Item): void {
    this.#all.push(leader);
    this.#addByLine(leader);
    if (this.#titles) this.#addByTitle(this.#titles, leader);
  }

  #addByLine(leader: Item): void {
    if (isLong(leader.from, leader.to)) {
      this.#long.push(leader);
      return;
    }
    for (let block = blockOf(leader.from); block <= blockOf(leader.to); block += 1) {
      const inBlock = this.#blocks.get(block);
      if (inBlock) inBlock.push(leader);
      else this.#blocks.set(block, [leader]);
    }
  }

  #addByTitle(titles: TitleIndex, leader: Item): void {
    titles.add(leader);
    if (!this.#places || this.#names.sourceOf(leader) === 0) return;
    const key = this.#placeOf(leader);
    const there = this.#places.get(key) ?? new Leaders(this.#names, true);
    this.#places.set(key, there);
    there.add(leader);
  }

  #placeOf(item: Item): string {
    const { line, endLine, column, endColumn } = item.finding;
    return [this.#names.sourceOf(item), line, endLine, column, endColumn].join();
  }

  first(item: Item): Item | null {
    const near = this.#near(item);
    const count = near.reduce((sum, list) => sum + list.length, 0);
    if (count <= few || count * 8 <= (this.#titles?.size ?? this.#all.length))
      return near.reduce<Item | null>((best, list) => firstIn(list, item, best, this.#names), null);
    return this.#firstByTitle(item);
  }

  /** Lists that hold all leaders within reach, each in turn. */
  #near({ from, to }: Item): Item[][] {
    if (isLong(from, to)) return [this.#all];
    const lists = [this.#long];
    for (let block = blockOf(Math.max(0, from - reach)); block <= blockOf(to + reach); block += 1) {
      const inBlock = this.#blocks.get(block);
      if (inBlock) lists.push(inBlock);
    }
    return lists;
  }

  #firstByTitle(item: Item): Item | null {
    const titles = this.#titleIndex();
    const isOfTool = this.#names.sourceOf(item) !== 0;
    const atPlace = isOfTool ? this.#places?.get(this.#placeOf(item))?.first(item) : null;
    return titles.first(item, atPlace ?? null);
  }

  #titleIndex(): TitleIndex {
    if (this.#titles) return this.#titles;
    const titles = new TitleIndex(this.#names, this.#places ? (item) => this.#names.sourceOf(item) : () => 0);
    this.#titles = titles;
    for (const each of this.#all) this.#addByTitle(titles, each);
    return titles;
  }
}

/** The leaders of one file, and which of them is the first that a finding matches. */
export class Leaders {
  readonly #names: Names;
  readonly #samePlace: boolean;
  #few: Item[] = [];
  #many: LeaderIndex | null = null;

  /** `samePlace`: all of them are at one place, so that nothing keeps them apart. */
  constructor(names: Names, samePlace = false) {
    this.#names = names;
    this.#samePlace = samePlace;
  }

  add(leader: Item): void {
    if (this.#many) return this.#many.add(leader);
    this.#few.push(leader);
    if (this.#few.length <= few) return;
    this.#many = new LeaderIndex(this.#names, this.#samePlace);
    for (const each of this.#few) this.#many.add(each);
    this.#few = [];
  }

  first(item: Item): Item | null {
    return this.#many ? this.#many.first(item) : firstIn(this.#few, item, null, this.#names);
  }
}
