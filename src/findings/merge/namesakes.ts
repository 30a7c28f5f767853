/** Leaders that say the same: same title, same reviewer and rule. */
import { type Item, overlap, reach } from './item.ts';
import { Spans } from './spans.ts';
import type { Title } from './title.ts';

const few = 32;

export class Namesakes {
  readonly title: Title;
  readonly source: number;
  readonly first: Item;
  readonly #few: Item[] = [];
  #many: Spans<Item> | null = null;

  constructor(title: Title, source: number, first: Item) {
    this.title = title;
    this.source = source;
    this.first = first;
  }

  add(leader: Item): void {
    if (this.#few.length < few) {
      this.#few.push(leader);
      return;
    }
    this.#many ??= new Spans<Item>();
    this.#many.add(leader);
  }

  firstAt(item: Item): Item | undefined {
    for (const leader of this.#few) if (overlap(leader, item)) return leader;
    return this.#many?.first(Math.max(0, item.from - reach), item.to + reach);
  }
}
