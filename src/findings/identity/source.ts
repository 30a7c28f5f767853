/**
 * A source text as recognising needs it: its lines without their indentation, what is around a line, and what encloses
 * it.
 */
import { strongHash } from './hash.ts';

const tabWidth = 4;
const textLetters = 6;

/** Runs of white space count as one space, at both ends as none. */
export const normalised = (line: string): string => line.trim().replaceAll(/\s+/g, ' ');

const widthOfIndent = (line: string): number => {
  let width = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charCodeAt(at);
    if (character === 9) width += tabWidth;
    else if (character === 32) width += 1;
    else break;
  }
  return width;
};

export type Source = {
  lines: readonly string[];
  /** Indices of the lines that hold a word, which say where one is; a lone bracket does not. */
  telling: readonly number[];
  normal: (index: number) => string;
  /** How many lines before this one are the same. */
  turn: (index: number) => number;
  /** Of the whole text. */
  hash: () => string;
};

const holdsWord = /[\p{L}\p{N}_$]/u;

export const toSource = (text: string): Source => {
  const lines = text.split(/\r\n|\n|\r/);
  const memo: string[] = [];
  const normal = (index: number): string => (memo[index] ??= normalised(lines[index] ?? ''));
  let turns: number[] | undefined;
  let whole: string | undefined;
  return {
    lines,
    telling: lines.flatMap((line, index) => (holdsWord.test(line) ? [index] : [])),
    normal,
    turn: (index) => (turns ??= turnsOf(lines.map((_, at) => normal(at))))[index] ?? 0,
    hash: () => (whole ??= strongHash(text, textLetters)),
  };
};

const turnsOf = (lines: readonly string[]): number[] => {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const turn = seen.get(line) ?? 0;
    seen.set(line, turn + 1);
    return turn;
  });
};

/** Position in `telling` of the first line at or after this one. */
const seek = (telling: readonly number[], line: number): number => {
  let low = 0;
  let high = telling.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((telling[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
};

const present = (source: Source, indices: readonly (number | undefined)[]): string[] =>
  indices.flatMap((index) => (index === undefined ? [] : [source.normal(index)]));

/**
 * The nearest telling lines before a line, nearest first; one that stands for the start of the file where there are
 * fewer.
 */
export const linesBefore = (source: Source, line: number, count: number): string[] => {
  const at = seek(source.telling, line);
  const found = present(source, source.telling.slice(Math.max(0, at - count), at).toReversed());
  return found.length < count ? [...found, '\u0000start'] : found;
};

export const linesAfter = (source: Source, line: number, count: number): string[] => {
  const at = seek(source.telling, line + 1);
  const found = present(source, source.telling.slice(at, at + count));
  return found.length < count ? [...found, '\u0000end'] : found;
};

/** How far up the heads of enclosing blocks are looked for. */
const furthestScope = 2_000;

/** Heads of the enclosing blocks by indentation, innermost first. */
export const scopesOf = (source: Source, line: number, count: number): string[] => {
  const scopes: string[] = [];
  let indent = widthOfIndent(source.lines[line] ?? '');
  const from = seek(source.telling, line) - 1;
  for (let at = from; at >= 0 && from - at < furthestScope && indent > 0 && scopes.length < count; at -= 1) {
    const index = source.telling[at] ?? 0;
    const width = widthOfIndent(source.lines[index] ?? '');
    if (width >= indent) continue;
    indent = width;
    scopes.push(source.normal(index));
  }
  return scopes;
};
