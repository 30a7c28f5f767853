/** Turns the places that edits name, lines and columns or offsets, into offsets into a text. */
import { type EditRange, endOfLine } from '../../model/finding/edits.ts';

export type Span = { start: number; end: number };

type Positions = Extract<EditRange, { by: 'position' }>;

/** Where every line starts, and where the text ends. */
const lineStarts = (text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
};

/**
 * Null when the range is not within the text, backwards, or would cut a character in two. Of whole lines: their
 * content.
 */
export const toSpan = (text: string, range: EditRange): Span | null => {
  const span = spanOf(text, range);
  if (span === null || span.start > span.end || span.end > text.length) return null;
  return splitsCharacter(text, span.start) || splitsCharacter(text, span.end) ? null : span;
};

/** A line break behind the offset, or nothing where the text ends. */
export const breakAt = (text: string, at: number): string => /^\r?\n/.exec(text.slice(at, at + 2))?.[0] ?? '';

const spanOf = (text: string, range: EditRange): Span | null => {
  if (range.by === 'offset') return { start: range.start, end: range.end };
  return range.by === 'lines' ? linesToSpan(text, range) : positionsToSpan(text, range);
};

const linesToSpan = (text: string, { startLine, endLine }: Extract<EditRange, { by: 'lines' }>): Span | null => {
  const starts = lineStarts(text);
  const start = starts[startLine - 1];
  const last = starts[endLine - 1];
  // Behind a final line break there is a position, but no line.
  if (start === undefined || last === undefined || last === text.length) return null;
  return { start, end: last + contentOf(text, last, starts[endLine]).length };
};

const contentOf = (text: string, from: number, next: number | undefined): string =>
  text.slice(from, next).replace(/\r?\n$/, '');

const positionsToSpan = (text: string, range: Positions): Span | null => {
  const starts = lineStarts(text);
  const start = offsetOf(text, starts, range.startLine, range.startColumn, range.unit);
  const end = offsetOf(text, starts, range.endLine, range.endColumn, range.unit);
  return start === null || end === null ? null : { start, end };
};

const offsetOf = (
  text: string,
  starts: readonly number[],
  line: number,
  column: number,
  unit: Positions['unit'],
): number | null => {
  const from = starts[line - 1];
  if (from === undefined) return null;
  const lineText = contentOf(text, from, starts[line]);
  if (column === endOfLine) return from + lineText.length;
  const width = unit === 'utf16' ? column - 1 : widthOf(lineText, column - 1, unit === 'utf8' ? bytesOf : () => 1);
  return width === null || width > lineText.length ? null : from + width;
};

const bytesOf = (character: string): number => Buffer.byteLength(character);

/**
 * How many UTF-16 units the beginning of a line takes that has this size; null when the line is shorter, or a character
 * would be cut.
 */
const widthOf = (line: string, size: number, sizeOf: (character: string) => number): number | null => {
  let width = 0;
  let left = size;
  for (const character of line) {
    if (left <= 0) break;
    width += character.length;
    left -= sizeOf(character);
  }
  return left === 0 ? width : null;
};

const splitsCharacter = (text: string, at: number): boolean =>
  at > 0 && isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at), 0xdc00, 0xdfff);

const isBetween = (code: number, low: number, high: number): boolean => code >= low && code <= high;
