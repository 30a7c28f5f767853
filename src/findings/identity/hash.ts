/** Short hashes of text in letters that need no quoting. */
import { hash } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Hard to forge: for what decides whether code is the same. Six bits a letter. */
export const strongHash = (text: string, length: number): string => hash('sha256', text, 'base64url').slice(0, length);

/** Fast and well mixed, 32 bits: for what is evidence among other evidence. */
export const quickHash = (text: string): number => {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

/** The lowest bits of a number, six a letter. */
export const lettersOf = (value: number, length: number): string => {
  let rest = value;
  let text = '';
  for (let n = 0; n < length; n += 1) {
    text += letters.charAt(rest & 63);
    rest >>>= 6;
  }
  return text;
};

const valueOf = new Map(
  Array.from({ length: letters.length }, (_, value) => [letters.charCodeAt(value), value] as const),
);

/** What `lettersOf` wrote. */
export const numberOf = (text: string, from: number, length: number): number => {
  let value = 0;
  for (let at = from + length - 1; at >= from; at -= 1) value = (value << 6) | (valueOf.get(text.charCodeAt(at)) ?? 0);
  return value;
};
