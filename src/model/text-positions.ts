/** Turns the places that edits name, lines and columns or offsets, into offsets into a text. */
import { type EditRange, endOfLine } from './finding.ts';

export type Span = { start: number; end: number };

/** Where every line starts, and where the text ends. */
const lineStarts = (text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
};

/** Null when the range is not within the text, backwards, or would cut a character in two. */
export const toSpan = (text: string, range: EditRange): Span | null => {
  const span = range.by === 'offset' ? { start: range.start, end: range.end } : positionsToSpan(text, range);
  if (span === null || span.start > span.end || span.end > text.length) return null;
  return splitsCharacter(text, span.start) || splitsCharacter(text, span.end) ? null : span;
};

const positionsToSpan = (text: string, range: Extract<EditRange, { by: 'position' }>): Span | null => {
  const starts = lineStarts(text);
  const start = offsetOf(text, starts, range.startLine, range.startColumn, range.unit);
  const end = offsetOf(text, starts, range.endLine, range.endColumn, range.unit);
  return start === null || end === null ? null : { start, end };
};

const offsetOf = (text: string, starts: readonly number[], line: number, column: number, unit: 'utf16' | 'codePoint'): number | null => {
  const from = starts[line - 1];
  if (from === undefined) return null;
  const next = starts[line];
  const lineText = text.slice(from, next).replace(/\r?\n$/, '');
  if (column === endOfLine) return from + lineText.length;
  const width = unit === 'utf16' ? column - 1 : widthOf(lineText, column - 1);
  return width === null || width > lineText.length ? null : from + width;
};

/** How many UTF-16 units the first code points of a line take; null when it has not so many. */
const widthOf = (line: string, codePoints: number): number | null => {
  let width = 0;
  let left = codePoints;
  for (const character of line) {
    if (left === 0) break;
    width += character.length;
    left -= 1;
  }
  return left === 0 ? width : null;
};

const splitsCharacter = (text: string, at: number): boolean =>
  at > 0 && isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at), 0xdc00, 0xdfff);

const isBetween = (code: number, low: number, high: number): boolean => code >= low && code <= high;
