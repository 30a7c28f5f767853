/** Fingerprints that the source gives a result, by which it is recognised later. */
import { isObject } from '../../../plain/shape.ts';

const most = 20;
const longestKey = 200;
const longestValue = 4_000;

const isUsable = (key: string, value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= longestValue &&
  key.length <= longestKey &&
  key !== '__proto__';

const isWholeUsable = (value: Record<string, unknown>): value is Record<string, string> => {
  const keys = Object.keys(value);
  return keys.length <= most && keys.every((key) => isUsable(key, value[key]));
};

const usableIn = (value: unknown): Record<string, string> | undefined => {
  if (!isObject(value)) return undefined;
  // The parsed object itself, where nothing is wrong with it: there may be millions of them.
  const usable = isWholeUsable(value) ? value : Object.fromEntries(usableEntries(value));
  return Object.keys(usable).length === 0 ? undefined : usable;
};

const usableEntries = (value: Record<string, unknown>): [string, string][] =>
  Object.entries(value)
    .filter((entry): entry is [string, string] => isUsable(...entry))
    .slice(0, most);

/**
 * Whole fingerprints count more than partial ones of the same name. What is no text, or no fingerprint by its size, is
 * passed over.
 */
export const fingerprintsOf = (partial: unknown, whole: unknown): Record<string, string> | undefined => {
  const a = usableIn(partial);
  const b = usableIn(whole);
  return a && b ? { ...a, ...b } : (b ?? a);
};
