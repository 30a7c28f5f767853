/** Which lines of a text were written since an older version, and not only moved, indented or copied from elsewhere. */
import { imagesOf } from './line-images.ts';

/** For each line whether it is new; null where it is blank. `known`: lines that were there before, in any file. */
export const linesWritten = (
  old: readonly string[],
  now: readonly string[],
  known: readonly string[],
): (boolean | null)[] => {
  const kept = new Set(imagesOf(old, now));
  const before = new Set(known.map(bare));
  return now.map((line, index) => (bare(line) === '' ? null : !kept.has(index) && !before.has(bare(line))));
};

/** Blanks say nothing about who wrote a line. */
const bare = (line: string): string => line.replaceAll(/\s+/gu, '');
