/** Finds many known texts at once: the time does not depend on how many they are. */
import type { Scanned, Span } from './span.ts';

/** All have more characters than this. */
const keyLength = 4;
const slotBits = 13;

/** The last four characters as one number; what is left out of large ones costs a look, no more. */
const withNext = (key: number, code: number): number => (key << 8) ^ code;
const slotOf = (key: number): number => Math.imul(key, 0x5b_d1_e9_95) >>> (32 - slotBits);

const slotOfStart = (value: string): number => {
  let key = 0;
  for (let at = 0; at < keyLength; at += 1) key = withNext(key, value.charCodeAt(at) & 0xff);
  return slotOf(key);
};

/** The longest of those that begin at a place counts, so that one that holds another is found as a whole. */
export const findValues = (values: readonly string[]): ((scanned: Scanned) => Span[]) => {
  const longestFirst = [...new Set(values)].toSorted((a, b) => b.length - a.length);
  const bySlot = Map.groupBy(longestFirst, slotOfStart);
  const taken = new Uint8Array(1 << slotBits);
  for (const slot of bySlot.keys()) taken[slot] = 1;
  return ({ text, bytes }) => {
    const spans: Span[] = [];
    const length = values.length === 0 ? 0 : bytes.length;
    let key = 0;
    for (let at = 0; at < length; at += 1) {
      key = withNext(key, bytes[at] ?? 0);
      const slot = slotOf(key);
      if (taken[slot] !== 1) continue;
      const start = at - keyLength + 1;
      const value = bySlot.get(slot)?.find((candidate) => text.startsWith(candidate, start));
      if (value !== undefined) spans.push({ start, end: start + value.length });
    }
    return spans;
  };
};
