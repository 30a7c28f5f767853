/** Checks JSON byte by byte, in pieces of any size and without building it; tells where the outermost values lie. */
import { inEscape, inHex, inNumber, literalOf, scalarState } from './json-scalars.ts';
import {
  afterValue,
  colon,
  escape,
  hex,
  key,
  keyOrEnd,
  literal,
  minus,
  string,
  value,
  valueOrEnd,
} from './json-states.ts';
import { KeyCollector } from './key-collector.ts';

/**
 * `depth`: how many objects and lists a value lies in. Values that lie deeper than `depth` are checked, but not told.
 */
export type Watch = {
  depth: number;
  /** A key of an object; null for one that is too long to be of interest. */
  key: (depth: number, name: string | null) => void;
  /** `first`: the byte that a value begins with. */
  begin: (depth: number, at: number, first: number) => void;
  /** `at`: behind its last byte. */
  end: (depth: number, at: number) => void;
};

/** Where it breaks, as an offset; `deep`: it is well formed there, but nested beyond all measure. */
export type Break = { at: number; deep: boolean };

export type JsonBytes = {
  /** The next piece. After a break nothing more is to be fed. */
  feed: (bytes: Uint8Array) => Break | null;
  /** Whether what was fed is one whole object or list. */
  isComplete: () => boolean;
};

const deepest = 1_000_000;

export const jsonBytes = (watch: Watch): JsonBytes => {
  const scan = new JsonScan(watch);
  return { feed: (bytes) => scan.feed(bytes), isComplete: () => scan.isComplete() };
};

/** Each step takes one byte, or a run of blanks or of a string; it is false where the bytes are no JSON any more. */
class JsonScan {
  readonly #watch: Watch;
  readonly #told: number;
  readonly #key = new KeyCollector();
  #state = value;
  #depth = 0;
  /** 1 for an object, 0 for a list, from the outside in. */
  #open = new Uint8Array(64);
  #inObject = false;
  #isKey = false;
  #word = literalOf(0);
  /** How much of a word or a hexadecimal escape is behind us. */
  #done = 0;
  /** Where the piece begins, and how much of it is behind us. */
  #offset = 0;
  #at = 0;

  constructor(watch: Watch) {
    this.#watch = watch;
    this.#told = watch.depth;
  }

  isComplete(): boolean {
    return this.#state === afterValue && this.#depth === 0;
  }

  feed(bytes: Uint8Array): Break | null {
    this.#at = 0;
    while (this.#at < bytes.length) {
      if (!this.#step(bytes)) return { at: this.#offset + this.#at, deep: this.#depth > deepest };
    }
    this.#offset += bytes.length;
    return null;
  }

  #step(bytes: Uint8Array): boolean {
    if (this.#state === string) return this.#inString(bytes);
    return this.#state <= afterValue ? this.#between(bytes) : this.#inScalar(bytes);
  }

  #inString(bytes: Uint8Array): boolean {
    const from = this.#at;
    let at = from;
    let byte = bytes[at] ?? 0;
    while (byte !== 0x22 && byte !== 0x5c && byte >= 0x20 && ++at < bytes.length) byte = bytes[at] ?? 0;
    this.#at = at;
    if (this.#isKeyTold()) this.#key.add(bytes.subarray(from, byte === 0x5c ? at + 1 : at));
    if (at === bytes.length) return true;
    if (byte < 0x20) return false;
    this.#at = at + 1;
    if (byte === 0x5c) this.#state = escape;
    else this.#endString();
    return true;
  }

  #isKeyTold(): boolean {
    return this.#isKey && this.#depth <= this.#told;
  }

  #endString(): void {
    if (!this.#isKey) return this.#endValue(this.#at);
    this.#state = colon;
    if (this.#depth <= this.#told) this.#watch.key(this.#depth, this.#key.take());
  }

  #endValue(at: number): void {
    this.#state = afterValue;
    if (this.#depth <= this.#told) this.#watch.end(this.#depth, this.#offset + at);
  }

  #beginValue(byte: number): void {
    if (this.#depth <= this.#told) this.#watch.begin(this.#depth, this.#offset + this.#at, byte);
  }

  /** A byte between values: blanks, signs, and what values and keys begin with. */
  #between(bytes: Uint8Array): boolean {
    let at = this.#at;
    let byte = bytes[at] ?? 0;
    while ((byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) && ++at < bytes.length)
      byte = bytes[at] ?? 0;
    this.#at = at;
    if (at === bytes.length) return true;
    if (!this.#sign(byte)) return false;
    this.#at = at + 1;
    return true;
  }

  #sign(byte: number): boolean {
    if (byte === 0x22) return this.#beginString();
    if (byte === 0x2c) return this.#comma();
    if (byte === 0x3a) return this.#colon();
    if (byte === 0x7b || byte === 0x5b) return this.#opening(byte);
    if (byte === 0x7d || byte === 0x5d) return this.#closing(byte);
    return this.#beginScalar(byte);
  }

  #beginString(): boolean {
    if (this.#state > keyOrEnd) return false;
    this.#isKey = this.#state >= key;
    if (!this.#isKey) this.#beginValue(0x22);
    this.#state = string;
    return true;
  }

  #comma(): boolean {
    if (this.#state !== afterValue || this.#depth === 0) return false;
    this.#state = this.#inObject ? key : value;
    return true;
  }

  #colon(): boolean {
    if (this.#state !== colon) return false;
    this.#state = value;
    return true;
  }

  #opening(byte: number): boolean {
    if (this.#state > valueOrEnd) return false;
    this.#beginValue(byte);
    this.#inObject = byte === 0x7b;
    if (this.#depth === this.#open.length) this.#open = grown(this.#open);
    this.#open[this.#depth] = this.#inObject ? 1 : 0;
    this.#depth += 1;
    this.#state = this.#inObject ? keyOrEnd : valueOrEnd;
    return this.#depth <= deepest;
  }

  #closing(byte: number): boolean {
    const ends = this.#state === afterValue || this.#state === (this.#inObject ? keyOrEnd : valueOrEnd);
    if (!ends || this.#depth === 0 || byte !== (this.#inObject ? 0x7d : 0x5d)) return false;
    this.#depth -= 1;
    this.#inObject = this.#depth > 0 && this.#open[this.#depth - 1] === 1;
    this.#endValue(this.#at + 1);
    return true;
  }

  #beginScalar(byte: number): boolean {
    const state = this.#state <= valueOrEnd ? scalarState(byte) : -1;
    if (state < 0) return false;
    this.#beginValue(byte);
    this.#state = state;
    this.#word = literalOf(byte);
    this.#done = 1;
    return true;
  }

  /** A byte within an escape, a word or a number. */
  #inScalar(bytes: Uint8Array): boolean {
    const byte = bytes[this.#at] ?? 0;
    const from = this.#state;
    if (from < literal && this.#isKeyTold()) this.#key.add(bytes.subarray(this.#at, this.#at + 1));
    this.#state = from >= minus ? inNumber(from, byte) : this.#inWord(from, byte);
    if (this.#state < 0) return false;
    // What ends a number is no part of it.
    if (from < minus || this.#state !== afterValue) this.#at += 1;
    if (this.#state === afterValue) this.#endValue(this.#at);
    return true;
  }

  #inWord(from: number, byte: number): number {
    if (from === escape) {
      this.#done = 0;
      return inEscape(byte);
    }
    this.#done += 1;
    if (from === hex) return inHex(byte, this.#done);
    if (byte !== this.#word[this.#done - 1]) return -1;
    return this.#done === this.#word.length ? afterValue : literal;
  }
}

const grown = (open: Uint8Array): Uint8Array<ArrayBuffer> => {
  const larger = new Uint8Array(open.length * 2);
  larger.set(open);
  return larger;
};
