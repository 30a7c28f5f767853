/** Titles in the form in which they are compared, and a cheap proof that two of them differ too much. */

const margin = /[\s`\p{P}]/u;

/** Lower case, single spaces, without the punctuation around it; a title that is nothing but punctuation keeps it. */
export const normaliseTitle = (title: string): string => {
  const text = title.toLowerCase().replaceAll(/\s+/g, ' ').trim();
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

/** Pairs are numbers below this. */
export const pairNumbers = 2 ** 14;

const pairsOf = (text: string): Uint16Array => {
  const pairs = new Uint16Array(Math.max(0, text.length - 1));
  for (let at = 0; at < pairs.length; at += 1)
    pairs[at] = Math.imul(Math.imul(text.charCodeAt(at), 0x1_003f) + text.charCodeAt(at + 1), 0x9e37_79b1) >>> 18;
  return pairs;
};

const words = 8;

const countBits = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};

/** A title in normal form. Made once for all findings that have it, so that the same title is the same object. */
export class Title {
  readonly text: string;
  /** In the order in which titles turned up. */
  readonly id: number;
  #pairs: Uint16Array | null = null;
  #bits: Int32Array | null = null;
  #set = 0;

  constructor(text: string, id: number) {
    this.text = text;
    this.id = id;
  }

  /** Its pairs of neighbouring characters as numbers; different pairs may have the same one. */
  get pairs(): Uint16Array {
    return (this.#pairs ??= pairsOf(this.text));
  }

  /** The pairs as a set of 256 bits. */
  #signature(): Int32Array {
    if (this.#bits) return this.#bits;
    const bits = new Int32Array(words);
    for (const pair of this.pairs) {
      const word = (pair >>> 5) & (words - 1);
      bits[word] = (bits[word] ?? 0) | (1 << (pair & 31));
    }
    for (const word of bits) this.#set += countBits(word);
    return (this.#bits = bits);
  }

  /** False where lengths or pairs prove that they are not similar; two different titles only. */
  mayBeSimilar(other: Title): boolean {
    const [a, b] = [this.text.length, other.text.length];
    const edits = maxEdits(a > b ? a : b);
    if ((a > b ? a - b : b - a) > edits) return false;
    const [mine, theirs] = [this.#signature(), other.#signature()];
    let missing = (this.#set > other.#set ? this.#set : other.#set) - 2 * edits;
    for (let word = 0; word < words && missing > 0; word += 1) missing -= countBits((mine[word] ?? 0) & (theirs[word] ?? 0));
    return missing <= 0;
  }
}

/** Gives the title of each text, made when it is first asked for. */
export const titleGiver = (): ((text: string) => Title) => {
  const byText = new Map<string, Title>();
  const byNormal = new Map<string, Title>();
  return (text) => {
    const known = byText.get(text);
    if (known) return known;
    const normal = normaliseTitle(text);
    const title = byNormal.get(normal) ?? new Title(normal, byNormal.size);
    byNormal.set(normal, title);
    byText.set(text, title);
    return title;
  };
};
