/** Fingerprints that the source gives a result, by which it is recognised later. */
import { isObject } from '../shape.ts';

const most = 20;
const longestKey = 200;
const longestValue = 4_000;

const isUsable = (key: string, value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestValue && key.length <= longestKey && key !== '__proto__';

const usableIn = (value: unknown): Record<string, string> | undefined => {
  if (!isObject(value)) return undefined;
  const usable: Record<string, string> = {};
  let count = 0;
  for (const key of Object.keys(value)) {
    const each = value[key];
    if (count === most || !isUsable(key, each)) continue;
    usable[key] = each;
    count += 1;
  }
  return count === 0 ? undefined : usable;
};

/** Whole fingerprints count more than partial ones of the same name. What is no text, or no fingerprint by its size, is passed over. */
export const fingerprintsOf = (partial: unknown, whole: unknown): Record<string, string> | undefined => {
  const a = usableIn(partial);
  const b = usableIn(whole);
  return a && b ? { ...a, ...b } : (b ?? a);
};
