/** Goes through a value of any shape and cleans each text in it. */
import type { Clean } from '../model/clean.ts';

export type TextCleaners = {
  text: (text: string) => string;
  /** For names that the machinery goes by: the value of a variable may be the same by chance. */
  name: (text: string) => string;
};

/** An agent or a reviewer called `security` is found by that name, also where a variable with a telling name has this value. */
const names = new Set(['type', 'run', 'id', 'unit', 'call', 'agent', 'reviewer', 'role', 'by']);
/** Their keys are such names. */
const listsOfNamed = new Set(['prompts']);

/** Deeper than anything that means something; an answer may be nested without end. */
const deepest = 64;

/** How a value is treated, by where it stands. */
type Place = { key: string; depth: number; inEdit: boolean };

export const createCleaner = (cleaners: TextCleaners): (<T>(value: T) => Clean<T>) => {
  /** What went through here is not gone through again. */
  const done = new WeakSet();
  const cleanText = (text: string, { key, inEdit }: Place): string => {
    if (inEdit && key === 'text') return text;
    return names.has(key) ? cleaners.name(text) : cleaners.text(text);
  };
  const cleanList = (list: readonly unknown[], place: Place): unknown => {
    const inEdit = place.key === 'edits';
    const cleaned = list.map((each) => cleanAny(each, { ...place, depth: place.depth + 1, inEdit }));
    return cleaned.every((each, index) => each === list[index]) ? list : cleaned;
  };
  const cleanRecord = (record: object, { key: name, depth, inEdit }: Place): unknown => {
    const cleanKey = listsOfNamed.has(name) ? cleaners.name : cleaners.text;
    const entries = Object.entries(record);
    const cleaned = entries.map(([key, value]): [string, unknown] => [
      cleanKey(key),
      cleanAny(value, { key, depth: depth + 1, inEdit }),
    ]);
    const isSame = cleaned.every(([key, value], index) => key === entries[index]?.[0] && value === entries[index][1]);
    return isSame ? record : Object.fromEntries(cleaned);
  };
  const cleanAny = (value: unknown, place: Place): unknown => {
    if (typeof value === 'string') return cleanText(value, place);
    if (typeof value !== 'object' || value === null || done.has(value)) return value;
    if (place.depth > deepest) return null;
    const cleaned = Array.isArray(value)
      ? cleanList(value, place)
      : isRecord(value)
        ? cleanRecord(value, place)
        : value;
    if (typeof cleaned === 'object' && cleaned !== null) done.add(cleaned);
    return cleaned;
  };
  return <T>(value: T): Clean<T> => {
    const cleaned = cleanAny(value, { key: '', depth: 0, inEdit: false });
    return vouchFor<T>(cleaned);
  };
};

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
