/** Ranges of lines, added one after the other; tells which of those that touch given lines was added first. */

const levels = 31;
const nodeOf = (level: number, block: number): number => level * 2 ** 31 + block;

/** The fewest aligned blocks of 2^level lines that make up the lines from…to. */
const eachBlock = (from: number, to: number, visit: (level: number, block: number) => void): void => {
  let [low, high] = [from, to];
  for (let level = 0; low <= high; level += 1) {
    if (low % 2 === 1) visit(level, low++);
    if (high % 2 === 0) visit(level, high--);
    low = Math.floor(low / 2);
    high = Math.floor(high / 2);
  }
};

const before = <T extends { turn: number }>(a: T | undefined, b: T | undefined): T | undefined =>
  a === undefined || (b !== undefined && b.turn < a.turn) ? b : a;

export class Spans<T extends { from: number; to: number; turn: number }> {
  /** The first that holds the whole block as one of its own blocks. */
  readonly #whole = new Map<number, T>();
  /** The first that holds the block or a part of it. */
  readonly #within = new Map<number, T>();

  /** In order of turn. */
  add(item: T): void {
    eachBlock(item.from, item.to, (level, block) => {
      const node = nodeOf(level, block);
      if (!this.#whole.has(node)) this.#whole.set(node, item);
      let part = block;
      for (let up = level; up < levels; up += 1) {
        const parent = nodeOf(up, part);
        if (this.#within.has(parent)) break;
        this.#within.set(parent, item);
        part = Math.floor(part / 2);
      }
    });
  }

  first(from: number, to: number): T | undefined {
    let found: T | undefined;
    eachBlock(from, to, (level, block) => {
      found = before(found, this.#within.get(nodeOf(level, block)));
      let part = block;
      for (let up = level + 1; up < levels; up += 1) {
        part = Math.floor(part / 2);
        found = before(found, this.#whole.get(nodeOf(up, part)));
      }
    });
    return found;
  }
}
