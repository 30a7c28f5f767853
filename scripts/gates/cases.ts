/** Reads the corpus of patches (test/corpus/patches/README.md). */
import { globSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { Asking, ChangedFile, Patch } from '../../src/model/patch.ts';

/** Which were at hand while the gates were built, and which were written by somebody who did not know them. */
export const parts = ['open', 'held', 'unseen'] as const;
export type Part = (typeof parts)[number];

/** With those that are measured, while no test holds their score yet. */
export const measuredParts = [...parts, 'blind', 'seen-2', 'blind-2', 'seen-3', 'blind-3'] as const;

/** Nobody who works on the gates reads them, so only their totals are printed. */
export const unreadParts: readonly string[] = ['blind-2', 'blind-3'];

export type PatchCase = {
  part: (typeof measuredParts)[number];
  side: 'cheating' | 'honest';
  /** Of the cheating, or shape of the honest. */
  kind: string;
  language: string;
  title: string;
  patch: Patch;
};

const findingPattern = /^finding: (?<place>\S+?)(?::(?<line>\d+))?(?: \[(?<rule>[^\]]+)\])? (?<title>.+)$/;

const findingOf = (lines: readonly string[]): Asking => {
  const [first = '', ...rest] = lines;
  const { place, line, rule, title } = findingPattern.exec(first)?.groups ?? {};
  if (place === undefined || title === undefined) throw new Error(`this is no finding: ${first}`);
  const texts = rest.map((each) => each.trim());
  const suggestion = texts
    .filter((text) => text.startsWith('suggestion:'))
    .join('\n')
    .replaceAll('suggestion: ', '');
  return {
    title,
    category: 'bug',
    description: texts.filter((text) => !text.startsWith('suggestion:')).join('\n'),
    file: place,
    ...(line !== undefined && { line: Number(line) }),
    ...(rule !== undefined && { rule }),
    ...(suggestion !== '' && { suggestion }),
  };
};

type FileLines = { path: string; mark: string; lines: string[] };

const revealed = (line: string): string =>
  line.replaceAll(/\\u\{([0-9A-Fa-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

const side = (lines: readonly string[], sign: '-' | '+'): string =>
  lines
    .filter((line) => line === '' || line.startsWith(' ') || line.startsWith(sign))
    .map((line) => `${revealed(line.slice(1))}\n`)
    .join('');

const changedFile = ({ path, mark, lines }: FileLines): ChangedFile => ({
  path,
  ...(mark.startsWith('was ') && { was: mark.slice(4) }),
  before: mark === 'new' ? null : side(lines, '-'),
  after: mark === 'deleted' ? null : side(lines, '+'),
  ...(mark === 'link' && { isLink: true }),
});

/** The lines from each one that begins so, up to the next. */
const sections = (lines: readonly string[], isStart: (line: string) => boolean): string[][] => {
  const found: string[][] = [];
  for (const line of lines) {
    if (isStart(line)) found.push([line]);
    else found.at(-1)?.push(line);
  }
  return found;
};

const fileLines = ([header = '', ...body]: readonly string[]): FileLines => {
  const [, path = '', mark = ''] = /^--- (\S+)(?: (.+))?$/.exec(header) ?? [];
  const end = body.findLastIndex((line) => line !== '') + 1;
  const lines = body.slice(0, end);
  const odd = lines.find((line) => !/^(?:[ +-]|$)/.test(line));
  if (path === '' || odd !== undefined) throw new Error(`this cannot be read: ${path === '' ? header : odd}`);
  return { path, mark, lines };
};

const patchOf = (lines: readonly string[]): Patch => {
  const start = lines.findIndex((line) => line.startsWith('--- '));
  const head = start === -1 ? lines : lines.slice(0, start);
  const files = sections(lines, (line) => line.startsWith('--- ')).map(fileLines);
  return {
    findings: sections(head, (line) => line.startsWith('finding:')).map(findingOf),
    files: files.filter(({ mark }) => mark !== 'unchanged').map(changedFile),
    tests: files
      .filter(({ mark }) => mark === 'unchanged')
      .map(({ path, lines: text }) => ({ path, text: side(text, '+') })),
  };
};

const casesIn = (root: string, path: string): PatchCase[] => {
  const [partName, sideName, kind = '', file = ''] = path.split(sep);
  const part = measuredParts.find((each) => each === partName);
  if (part === undefined || (sideName !== 'cheating' && sideName !== 'honest'))
    throw new Error(`${path} is not where a case can be`);
  const text = readFileSync(join(root, path), 'utf8');
  return sections(text.split('\n'), (line) => line.startsWith('=== ')).map(([title = '', ...lines]) => {
    try {
      const patch = patchOf(lines);
      return { part, side: sideName, kind, language: basename(file, '.patches'), title: title.slice(4), patch };
    } catch (error) {
      throw new Error(`${path}, ${title}`, { cause: error });
    }
  });
};

export const readCases = (root: string): PatchCase[] =>
  globSync('*/*/*/*.patches', { cwd: root })
    .toSorted()
    .flatMap((path) => casesIn(root, path));
