/**
 * Ranges of reviewdog's format: columns count from 1, ends are exclusive, and without columns whole lines are meant.
 */
import { type EditRange, endOfLine } from '../../../model/finding/edits.ts';
import { given } from '../../../plain/given.ts';
import { isObject, own } from '../../../plain/shape.ts';

/** What is not set is not there: in this format 0 means the same. */
export type Position = { line?: number; column?: number };

/** What columns count. The format says bytes; Biome writes code points all the same. */
export type ColumnUnit = 'utf8' | 'codePoint';
export const columnUnitOf = (writer: string): ColumnUnit => (writer.toLowerCase() === 'biome' ? 'codePoint' : 'utf8');

export type RangeResult = { range: EditRange } | { reason: string };

/** Null for what is not a number of a line or column. Numbers may be written as text. */
const numberOf = (value: unknown): number | undefined | null => {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (number === 0) return undefined;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 && number < endOfLine ? number : null;
};

/** Null for what is not a position. */
export const positionOf = (value: unknown): Position | null => {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) return null;
  const [line, column] = [numberOf(own(value, 'line')), numberOf(own(value, 'column'))];
  if (line === null || column === null) return null;
  return { ...given({ line, column }) };
};

const shown = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 80);

/** What a suggestion replaces, or why that cannot be said exactly. */
export const editRangeOf = (value: unknown, unit: ColumnUnit): RangeResult => {
  if (!isObject(value)) return { reason: 'it names no range' };
  const [start, end] = [positionOf(own(value, 'start')), positionOf(own(value, 'end'))];
  if (start === null) return { reason: `${shown(own(value, 'start'))} is not a position` };
  if (end === null) return { reason: `${shown(own(value, 'end'))} is not a position` };
  return between(start, end, unit);
};

const between = (start: Position, end: Position, unit: ColumnUnit): RangeResult => {
  const startLine = start.line;
  if (startLine === undefined) return { reason: 'its range has no first line' };
  if (start.column === undefined && end.column === undefined)
    return inOrder({ by: 'lines', startLine, endLine: end.line ?? startLine });
  const startColumn = start.column ?? 1;
  if (end.line === undefined && end.column === undefined)
    return inOrder(columns(startLine, startColumn, startLine, startColumn, unit));
  if (end.line === undefined) return { reason: 'the end of its range has a column but no line' };
  if (end.column === undefined) return { reason: 'the end of its range has no column, although its start has one' };
  return inOrder(columns(startLine, startColumn, end.line, end.column, unit));
};

type Ordered = Exclude<EditRange, { by: 'offset' }>;

const columns = (
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
  unit: ColumnUnit,
): Ordered => ({
  by: 'position',
  startLine,
  startColumn,
  endLine,
  endColumn,
  unit,
});

const inOrder = (range: Ordered): RangeResult => {
  const backwards =
    range.endLine < range.startLine ||
    (range.by === 'position' && range.endLine === range.startLine && range.endColumn < range.startColumn);
  return backwards ? { reason: `its range leads backwards: ${place(range)}` } : { range };
};

/** For people: `3`, `3–4`, `6:5–6:7`. */
export const place = (range: EditRange): string => {
  if (range.by === 'offset') return `${range.start}–${range.end}`;
  if (range.by === 'position') return `${range.startLine}:${range.startColumn}–${range.endLine}:${range.endColumn}`;
  return range.startLine === range.endLine ? `${range.startLine}` : `${range.startLine}–${range.endLine}`;
};
