/** Titles of leaders by the pairs of neighbouring characters in them. */
import type { Namesakes } from './namesakes.ts';
import { isNear, lastPosition, type PairsIn } from './pairs.ts';

const positionBits = 7;

/** Who has a pair and where, each as one number: the member, then the position. Numbers only rise. */
class Posted {
  numbers = new Int32Array(8);
  length = 0;

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length] = number;
    this.length += 1;
  }
}

const nobody = new Posted();

export class Postings {
  readonly #members: Namesakes[] = [];
  readonly #posted = new Map<number, Posted>();
  #counts = new Uint16Array(64);

  add(namesakes: Namesakes): void {
    const member = this.#members.length;
    this.#members.push(namesakes);
    if (this.#counts.length <= member) this.#counts = new Uint16Array(member * 2);
    const { pairs } = namesakes.title;
    for (let position = 0; position < pairs.length; position += 1) {
      const pair = pairs[position] ?? 0;
      const posted = this.#posted.get(pair) ?? new Posted();
      if (posted.length === 0) this.#posted.set(pair, posted);
      posted.push((member << positionBits) | Math.min(position, lastPosition));
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

  /** What to go through, and how many hits in it a similar title has at least. */
  #rarest({ placed, least }: PairsIn): { lists: { posted: Posted; at: number[] }[]; enough: number } {
    const lists = placed.map(({ pair, positions: at }) => ({ posted: this.#posted.get(pair) ?? nobody, at }));
    lists.sort((a, b) => a.posted.length - b.posted.length);
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
    const { edits } = pairs;
    for (const { posted, at } of lists) {
      const { numbers, length } = posted;
      const alone = at.length === 1;
      const middle = at[0] ?? 0;
      // The innermost loop of everything: nothing is called in it but for a pair that stands in the title twice.
      for (let n = 0; n < length; n += 1) {
        const number = numbers[n] ?? end;
        if (number >= end) break;
        const off = (number & lastPosition) - middle;
        if (alone ? off > edits || off < -edits : !isNear(at, number & lastPosition, edits)) continue;
        const member = number >>> positionBits;
        const count = (counts[member] ?? 0) + 1;
        counts[member] = count;
        if (count === enough) found.push(member);
      }
    }
    return found.flatMap((member) => this.#members[member] ?? []);
  }
}
