/** Titles in the form in which they are compared, and a cheap proof that two of them differ too much. */

const margin = /[\s`\p{P}]/u;

const otherThanSingleSpaces = /\s\s|[^\S ]/;

/** Lower case, single spaces, without the punctuation around it; a title that is nothing but punctuation keeps it. */
export const normaliseTitle = (title: string): string => {
  const lower = title.toLowerCase().trim();
  const text = otherThanSingleSpaces.test(lower) ? lower.replaceAll(/\s+/g, ' ') : lower;
  let from = 0;
  let to = text.length;
  while (from < to && margin.test(text.charAt(from))) from += 1;
  while (to > from && margin.test(text.charAt(to - 1))) to -= 1;
  return from === to ? text : text.slice(from, to);
};

/** The most edits between titles that still count as the same, where the longer has this length: fewer than 3 in 10. */
export const maxEdits = (length: number): number => Math.ceil((3 * length) / 10) - 1;

/** The longest title that can be similar to one of this length. */
export const longestSimilar = (length: number): number => Math.ceil((10 * length) / 7) - 1;

/**
 * How many pairs of neighbouring characters two similar titles share at least, where the longer has this length:
 * it has one pair less than characters, and an edit destroys two of them at most.
 */
export const leastShared = (length: number): number => length - 1 - 2 * maxEdits(length);

/** Pairs are numbers below this; different pairs may have the same one. */
export const pairNumbers = 2 ** 14;

const pairAt = (text: string, at: number): number =>
  Math.imul(Math.imul(text.charCodeAt(at), 0x1_003f) + text.charCodeAt(at + 1), 0x9e37_79b1) >>> 18;

const words = 8;

const countBits = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};

/** A title in normal form, with what is needed to compare it, made when it is needed. */
export class Title {
  readonly text: string;
  #pairs: Uint16Array | null = null;
  #bits: Int32Array | null = null;
  #set = 0;

  constructor(title: string) {
    this.text = normaliseTitle(title);
  }

  /** Its pairs of neighbouring characters, as numbers. */
  get pairs(): Uint16Array {
    return (this.#pairs ??= Uint16Array.from({ length: Math.max(0, this.text.length - 1) }, (_, at) =>
      pairAt(this.text, at),
    ));
  }

  /** The pairs as a set of 256 bits. */
  #signature(): Int32Array {
    if (this.#bits) return this.#bits;
    const bits = new Int32Array(words);
    const last = this.text.length - 1;
    for (let at = 0; at < last; at += 1) {
      const pair = pairAt(this.text, at);
      const word = (pair >>> 5) & (words - 1);
      bits[word] = (bits[word] ?? 0) | (1 << (pair & 31));
    }
    for (let word = 0; word < words; word += 1) this.#set += countBits(bits[word] ?? 0);
    return (this.#bits = bits);
  }

  /** False where lengths or pairs prove that two different titles are not similar. */
  mayBeSimilar(other: Title): boolean {
    const mine = this.text.length;
    const theirs = other.text.length;
    const edits = maxEdits(mine > theirs ? mine : theirs);
    if ((mine > theirs ? mine - theirs : theirs - mine) > edits) return false;
    const a = this.#signature();
    const b = other.#signature();
    let missing = (this.#set > other.#set ? this.#set : other.#set) - 2 * edits;
    for (let word = 0; word < words && missing > 0; word += 1) missing -= countBits((a[word] ?? 0) & (b[word] ?? 0));
    return missing <= 0;
  }
}
