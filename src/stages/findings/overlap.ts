/** Whether two edits get into each other's way. */
import type { EditRange, TextEdit } from '../../model/finding.ts';

type Point = readonly [line: number, column: number];

const before = (a: Point, b: Point): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);

const points = (range: EditRange): { start: Point; end: Point } =>
  range.by === 'offset'
    ? { start: [0, range.start], end: [0, range.end] }
    : { start: [range.startLine, range.startColumn], end: [range.endLine, range.endColumn] };

const comparable = (a: EditRange, b: EditRange): boolean =>
  a.by === 'offset' ? b.by === 'offset' : b.by === 'position' && (a.unit === b.unit || a.endLine < b.startLine || b.endLine < a.startLine);

/** Ranges that cannot be compared without the file's text count as overlapping, and so do two insertions at one place. */
export const overlaps = (a: TextEdit, b: TextEdit): boolean => {
  if (a.file !== b.file) return false;
  if (!comparable(a.range, b.range)) return true;
  const [one, other] = [points(a.range), points(b.range)];
  if (!before(one.start, other.start) && !before(other.start, one.start)) return true;
  return before(one.start, other.end) && before(other.start, one.end);
};
