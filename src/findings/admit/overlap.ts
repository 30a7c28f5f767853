/** Whether two edits get into each other's way. */
import { type EditRange, type TextEdit, endOfLine } from '../../model/finding/edits.ts';

type Point = readonly [line: number, column: number];

const before = (a: Point, b: Point): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);

type Points = { start: Point; end: Point };

const points = (range: EditRange): Points => {
  if (range.by === 'offset') return { start: [0, range.start], end: [0, range.end] };
  if (range.by === 'lines') return { start: [range.startLine, 1], end: [range.endLine, endOfLine] };
  return { start: [range.startLine, range.startColumn], end: [range.endLine, range.endColumn] };
};

const comparable = (a: EditRange, b: EditRange): boolean => {
  if (a.by === 'offset' || b.by === 'offset') return a.by === b.by;
  // Columns of different units can be compared by their lines alone; whole lines have none.
  return (
    a.by === 'lines' || b.by === 'lines' || a.unit === b.unit || a.endLine < b.startLine || b.endLine < a.startLine
  );
};

/**
 * Ranges that cannot be compared without the file's text count as overlapping, and so do two insertions at one place.
 */
export const overlaps = (a: TextEdit, b: TextEdit): boolean => {
  if (a.file !== b.file) return false;
  if (!comparable(a.range, b.range)) return true;
  const [one, other] = [points(a.range), points(b.range)];
  if (!before(one.start, other.start) && !before(other.start, one.start)) return true;
  return before(one.start, other.end) && before(other.start, one.end);
};
