/** Cuts a changed place that is too large for one call between its lines, as a new file of thousands of them is. */
import type { FileDiff, Hunk } from './diff.ts';

const position = /^@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@[^\n]*\n/;

/** What the heading of a piece may take. */
const headingSize = 64;

/** The file with all its changed places, none larger than so many characters, as far as their lines allow it. */
export const splitHunks = (diff: FileDiff, limit: number): FileDiff => {
  const room = limit - diff.header.length;
  return diff.hunks.every(({ text }) => text.length <= room)
    ? diff
    : { ...diff, hunks: diff.hunks.flatMap((hunk) => (hunk.text.length <= room ? [hunk] : splitHunk(hunk, room))) };
};

const splitHunk = (hunk: Hunk, room: number): Hunk[] => {
  const heading = position.exec(hunk.text);
  if (!heading) return [hunk];
  const pieces = piecesOf(linesOf(hunk.text.slice(heading[0].length)), room - headingSize);
  if (pieces.length < 2) return [hunk];
  let [before, after] = [lineBefore(heading[1], heading[2]), lineBefore(heading[3], heading[4])];
  return pieces.map((lines) => {
    const [gone, come] = [
      lines.filter((line) => /^[ -]/.test(line)).length,
      lines.filter((line) => /^[ +]/.test(line)).length,
    ];
    const [oldStart, newStart] = [before + Math.min(gone, 1), after + Math.min(come, 1)];
    before += gone;
    after += come;
    return {
      text: `@@ -${oldStart},${gone} +${newStart},${come} @@\n${lines.join('')}`,
      newStart,
      newLines: come,
    };
  });
};

/** The line before the first one: a range of no lines names that one itself. */
const lineBefore = (start = '0', lines = '1'): number => Number(start) - (lines === '0' ? 0 : 1);

/** Each with its line break; what git says of a missing one belongs to the line before it. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n(?:\\[^\n]*\n)?/g) ?? [];

const piecesOf = (lines: readonly string[], room: number): string[][] => {
  const pieces: string[][] = [];
  let left = 0;
  for (const line of lines) {
    if (line.length > left) {
      pieces.push([]);
      left = room;
    }
    pieces.at(-1)?.push(line);
    left -= line.length;
  }
  return pieces;
};
