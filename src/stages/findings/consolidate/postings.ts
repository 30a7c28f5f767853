/** Titles of leaders by the pairs of neighbouring characters in them. */
import type { Namesakes } from './namesakes.ts';
import { isNear, lastPosition, type PairsIn } from './pairs.ts';

const positionBits = 7;

export class Postings {
  readonly #members: Namesakes[] = [];
  /** For each pair who has it and where, as one number: the member, then the position. */
  readonly #lists = new Map<number, number[]>();
  #counts = new Uint16Array(64);

  add(namesakes: Namesakes): void {
    const member = this.#members.length;
    this.#members.push(namesakes);
    if (this.#counts.length <= member) this.#counts = new Uint16Array(member * 2);
    const { pairs } = namesakes.title;
    for (let position = 0; position < pairs.length; position += 1) {
      const pair = pairs[position] ?? 0;
      const posting = (member << positionBits) | Math.min(position, lastPosition);
      const list = this.#lists.get(pair);
      if (list) list.push(posting);
      else this.#lists.set(pair, [posting]);
    }
  }

  /** How many of them have their first leader before this turn. */
  #before(turn: number): number {
    let [low, high] = [0, this.#members.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#members[middle]?.first.turn ?? turn) < turn) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The lists to go through, and how many hits in them a similar title has at least. */
  #rarest({ placed, least }: PairsIn): { lists: { list: number[]; at: number[] }[]; enough: number } {
    const lists = placed.map(({ pair, positions: at }) => ({ list: this.#lists.get(pair) ?? [], at }));
    lists.sort((a, b) => a.list.length - b.list.length);
    // Pairs that most titles have tell little and cost most: up to a third of what must be shared may be among them.
    let enough = least;
    for (let last = lists.at(-1); last && enough - last.at.length >= (least * 2) / 3; last = lists.at(-1)) {
      enough -= last.at.length;
      lists.pop();
    }
    return { lists, enough };
  }

  /** All that share enough pairs to be similar, and some more. */
  candidates(pairs: PairsIn, turn: number): Namesakes[] {
    const until = this.#before(turn);
    if (until === 0) return [];
    const { lists, enough } = this.#rarest(pairs);
    const counts = this.#counts.fill(0, 0, until);
    const found: number[] = [];
    const end = until << positionBits;
    for (const { list, at } of lists) {
      for (const posting of list) {
        if (posting >= end) break;
        if (!isNear(at, posting & lastPosition, pairs.edits)) continue;
        const member = posting >>> positionBits;
        const count = (counts[member] ?? 0) + 1;
        counts[member] = count;
        if (count === enough) found.push(member);
      }
    }
    return found.flatMap((member) => this.#members[member] ?? []);
  }
}
