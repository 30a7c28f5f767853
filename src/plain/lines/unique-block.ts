/** Finds lines that were put in anew, where there is exactly one place for them. */
import { lost } from './unique-lines.ts';

/** From 1, the last one included. */
export type LineRange = { line: number; endLine: number };

/** Which lines of a later version have no counterpart in the older one. */
export const freshLines = (images: readonly number[], nowLength: number): boolean[] => {
  const fresh = Array.from({ length: nowLength }, () => true);
  for (const image of images) if (image !== lost) fresh[image] = false;
  return fresh;
};

/** A bracket or two could be anywhere: such lines are not taken for others that look alike. */
const isTelling = (lines: readonly string[]): boolean => (lines.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 4;

export const uniqueBlock = (
  lines: readonly string[],
  now: readonly string[],
  fresh: readonly boolean[],
): LineRange | null => {
  if (!isTelling(lines)) return null;
  const bare = lines.map((line) => line.trim());
  const isAt = (at: number): boolean =>
    bare.every((line, index) => fresh[at + index] === true && (now[at + index] ?? '').trim() === line);
  const [only, another] = firstTwo(now.length - lines.length + 1, isAt);
  return only === undefined || another !== undefined ? null : { line: only + 1, endLine: only + lines.length };
};

const firstTwo = (length: number, isAt: (at: number) => boolean): number[] => {
  const found: number[] = [];
  for (let at = 0; at < length && found.length < 2; at += 1) if (isAt(at)) found.push(at);
  return found;
};
