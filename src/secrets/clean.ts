/** Goes through a value of any shape and cleans each text in it. */
import type { Clean } from '../model/clean.ts';

export type TextCleaners = {
  text: (text: string) => string;
  /** For names that the machinery goes by: the value of a variable may be the same by chance. */
  name: (text: string) => string;
};

/**
 * An agent or a reviewer called `security` is found by that name, also where a variable with a telling name has this
 * value.
 */
const names = new Set(['type', 'run', 'id', 'unit', 'call', 'agent', 'reviewer', 'role', 'by']);
/** Their keys are such names. */
const listsOfNamed = new Set(['prompts']);

/** Deeper than anything that means something; an answer may be nested without end. */
const deepest = 64;

/** How a value is treated, by where it stands. */
type Place = { key: string; depth: number; inEdit: boolean };

export const createCleaner = (cleaners: TextCleaners): (<T>(value: T) => Clean<T>) => {
  const cleaner = new Cleaner(cleaners);
  return <T>(value: T): Clean<T> => vouchFor<T>(cleaner.clean(value, { key: '', depth: 0, inEdit: false }));
};

/** What has nothing to hide comes out as the same object, not as a copy. */
class Cleaner {
  readonly #cleaners: TextCleaners;
  /** What went through here is not gone through again. */
  readonly #done = new WeakSet();

  constructor(cleaners: TextCleaners) {
    this.#cleaners = cleaners;
  }

  clean(value: unknown, place: Place): unknown {
    if (typeof value === 'string') return this.#text(value, place);
    if (typeof value !== 'object' || value === null || this.#done.has(value)) return value;
    if (place.depth > deepest) return null;
    const cleaned = this.#inside(value, place);
    this.#done.add(cleaned);
    return cleaned;
  }

  #text(text: string, { key, inEdit }: Place): string {
    if (inEdit && key === 'text') return text;
    return names.has(key) ? this.#cleaners.name(text) : this.#cleaners.text(text);
  }

  #inside(value: object, place: Place): object {
    if (Array.isArray(value)) return this.#list(value, place);
    return isRecord(value) ? this.#record(value, place) : value;
  }

  #list(list: readonly unknown[], { key, depth }: Place): readonly unknown[] {
    const place = { key, depth: depth + 1, inEdit: key === 'edits' };
    const cleaned = list.map((each) => this.clean(each, place));
    return cleaned.every((each, index) => each === list[index]) ? list : cleaned;
  }

  #record(record: object, { key: name, depth, inEdit }: Place): object {
    const cleanKey = listsOfNamed.has(name) ? this.#cleaners.name : this.#cleaners.text;
    const entries = Object.entries(record);
    const cleaned = entries.map(([key, value]): [string, unknown] => [
      cleanKey(key),
      this.clean(value, { key, depth: depth + 1, inEdit }),
    ]);
    const isSame = cleaned.every(([key, value], index) => key === entries[index]?.[0] && value === entries[index][1]);
    return isSame ? record : Object.fromEntries(cleaned);
  }
}

/** Bytes, dates and the like hold no text that could be taken out of them. */
const isRecord = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/** Where a value gets its mark: cleaning keeps the shape. */
export const vouchFor = <T>(value: unknown): Clean<T> => {
  if (isCleanOf<T>(value)) return value;
  throw new Error('only what was cleaned can be vouched for');
};

const isCleanOf = <T>(value: unknown): value is Clean<T> => value !== vouchFor;
