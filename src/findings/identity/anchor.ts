/** The code that a finding is about and what is around it, as a short text by which it is recognised later. */
import type { Finding } from '../../model/finding.ts';
import { lettersOf, quickHash, strongHash } from './hash.ts';
import { sketchOf, tokensOf } from './sketch.ts';
import { type Source, linesAfter, linesBefore, normalised, scopesOf, toSource } from './source.ts';

export type Placed = Partial<Pick<Finding, 'file' | 'line' | 'endLine' | 'column' | 'endColumn'>>;

/** An anchor taken apart. */
export type Anchor = {
  /** The whole file. */
  text: string;
  /** The lines under the finding; of a finding about a whole file, the file. */
  code: string;
  /** The first of these lines; empty where it is about a whole file. */
  head: string;
  sketch: string;
  /** How many tokens its first line has, up to 63. */
  weight: number;
  /** What the columns point at, and how far into the line; empty where no column is known. */
  token: string;
  offset: string;
  /** The nearest lines around it, nearest first. */
  before: readonly number[];
  after: readonly number[];
  /** Heads of the enclosing blocks, innermost first. */
  scopes: readonly number[];
  /** Which of the lines alike in this file it is, from 0. */
  turn: string;
};

const around = 8;
const scopesKept = 4;
export const lineLetters = 3;

const lineHash = (line: string): number => quickHash(line) % 64 ** lineLetters;

const writeLines = (lines: readonly number[]): string => lines.map((line) => lettersOf(line, lineLetters)).join('');

const heaviest = 63;

/** So far into a line, white space is counted as it is. */
const longLine = 2_000;

/** What the columns point at: the range within its line, or the word at its start. */
const tokenAt = (
  line: string,
  { column, endColumn, line: first, endLine }: Placed,
): { token: string; offset: string } => {
  if (column === undefined || column > line.length + 1) return { token: '', offset: '' };
  const from = column - 1;
  const inLine = endColumn !== undefined && endColumn > column && (endLine === undefined || endLine === first);
  const word = /^(?:[\p{L}\p{N}_$]{1,200}|\S)/u.exec(line.slice(from, from + 200))?.[0] ?? '';
  const token = inLine ? line.slice(from, Math.min(endColumn - 1, from + longLine)) : word;
  const lead = from > longLine ? from : normalised(`${line.slice(0, from)}|`).length - 1;
  return { token: lettersOf(quickHash(normalised(token)), 4), offset: lead.toString(36) };
};

const write = (anchor: Anchor): string =>
  `1:${[
    anchor.text,
    anchor.code,
    anchor.head,
    anchor.sketch,
    anchor.weight.toString(36),
    anchor.token,
    anchor.offset,
    writeLines(anchor.before),
    writeLines(anchor.after),
    writeLines(anchor.scopes),
    anchor.turn,
  ].join('.')}`;

/** All but the columns: what the findings on the same lines have in common. */
type Lines = Omit<Anchor, 'token' | 'offset'>;

const linesOf = (source: Source, first: number, last: number): Lines => {
  const code: string[] = [];
  for (let index = first; index <= last; index += 1) if (source.normal(index) !== '') code.push(source.normal(index));
  const head = source.normal(first);
  return {
    text: source.hash(),
    code: strongHash(code.join('\n'), 12),
    head: lettersOf(quickHash(head), 5),
    sketch: sketchOf(tokensOf(code.join('\n'))),
    weight: Math.min(tokensOf(head).length, heaviest),
    before: linesBefore(source, first, around).map(lineHash),
    after: linesAfter(source, first, around).map(lineHash),
    scopes: scopesOf(source, first, scopesKept).map(lineHash),
    turn: source.turn(first).toString(36),
  };
};

const aboutFile = (source: Source): Lines => ({
  ...linesOf(source, 0, source.lines.length - 1),
  head: '',
  before: [],
  after: [],
  scopes: [],
  turn: '0',
});

/** Thousands of findings can be on one long line: it is looked at once. */
const seen = new WeakMap<Source, Map<string, Lines>>();

const remembered = (source: Source, key: string, make: () => Lines): Lines => {
  const known = seen.get(source) ?? new Map<string, Lines>();
  seen.set(source, known);
  const lines = known.get(key) ?? make();
  known.set(key, lines);
  return lines;
};

/** The anchor of a finding in a text that was made ready before; for many findings in one file. */
export const anchorIn = (finding: Placed, source: Source): string | undefined => {
  if (finding.line === undefined)
    return write({ ...remembered(source, 'file', () => aboutFile(source)), token: '', offset: '' });
  const first = finding.line - 1;
  if (first >= source.lines.length) return undefined;
  const last = Math.min(Math.max(first, (finding.endLine ?? 0) - 1), source.lines.length - 1);
  const lines = remembered(source, `${first}-${last}`, () => linesOf(source, first, last));
  return write({ ...lines, ...tokenAt(source.lines[first] ?? '', finding) });
};

/** Undefined where there is no text, or the line is not in it. */
export const anchorOf = (finding: Placed, text: string | null): string | undefined =>
  text === null ? undefined : anchorIn(finding, toSource(text));
