/** Changed places as ranges: which of their file, counted from 1, and which lines of the new file they are about. */
import type { Hunk } from './diff.ts';

export type NumberedHunk = Hunk & { number: number };

export type HunkRange = { file: string; first: number; last: number; lines: string };

const linesOf = (start: number, count: number): string => {
  if (count === 0) return '';
  return count === 1 ? `${start}` : `${start}-${start + count - 1}`;
};

/** The fewest ranges that hold exactly these changed places, which come in order. */
export const rangesOf = (file: string, hunks: readonly NumberedHunk[]): HunkRange[] => {
  const ranges: HunkRange[] = [];
  for (const { number, newStart, newLines } of hunks) {
    const lines = linesOf(newStart, newLines);
    const before = ranges.at(-1);
    if (before?.last !== number - 1) ranges.push({ file, first: number, last: number, lines });
    else ranges[ranges.length - 1] = { ...before, last: number, lines: joinLines(before.lines, lines) };
  }
  return ranges;
};

/** From the first line of one to the last line of the other, where both say something. */
export const joinLines = (from: string, to: string): string =>
  from === '' || to === '' ? '' : `${from.slice(0, endOf(from, from.indexOf('-')))}-${to.slice(to.indexOf('-') + 1)}`;

const endOf = (text: string, at: number): number => (at < 0 ? text.length : at);
