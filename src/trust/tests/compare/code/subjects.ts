/**
 * Whether what a test asks of the code can give something else now: a function that is as it was, with all that it
 * speaks of, gives what it gave.
 */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import { isCode } from '../../../code-files.ts';
import type { FileState, ReadFile } from '../../../read-patch.ts';
import { withoutComments } from '../../text/comments.ts';
import { codePart } from '../../text/inline-tests.ts';
import { identifiersOf, missing } from '../../text/tokens.ts';
import { isSource } from './behaviour.ts';

const modifier = anyOf(
  /export|default|public|private|protected|static|final|async/u,
  /pub(?:\([^)]*\))?/u,
  /const|unsafe|override|inline/u,
);
const declaring = anyOf(
  /def|fn|func(?:[ \t]*\([^)]{0,100}\))?|function\*?|fun|class|struct/u,
  /(?:const|let|var|val)(?=[ \t]+\w+[ \t]*(?::[^=\n]{0,80})?=)/u,
);
const head = pattern('gmu', /^([ \t]*)/u, `(?:${modifier}[ \\t]+)*`, declaring, /[ \t]+([\p{L}_$][\w$]*)/u);
const javaHead = pattern(
  'gmu',
  /^([ \t]+)(?:(?:public|private|protected|static|final)[ \t]+)+/u,
  /[\w<>[\],.? ]{1,60}[ \t]([a-z]\w*)[ \t]*\(/u,
);

/** `text` is null where it is too long to be compared. */
type Region = { name: string; text: string | null };

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

const mostText = 300_000;
const mostRegions = 1_000;
const mostLines = 500;

/** From its first line to the last one that is indented further, and what closes it. */
const regionAt = (lines: readonly string[], start: number): string | null => {
  const indent = indentOf(lines[start] ?? '');
  for (let end = start + 1; end - start < mostLines; end += 1) {
    const line = lines[end];
    const isInside = line !== undefined && (line.trim() === '' || indentOf(line) > indent || /^\s*[{)\]}]/.test(line));
    if (!isInside) return lines.slice(start, end).join(' ').replaceAll(/\s+/g, ' ').trim();
  }
  return null;
};

const codeOf = ({ text, path }: FileState): string => withoutComments(codePart(text, path), path);

const regionsIn = (code: string): Region[] => {
  const lines = code.split('\n');
  const starts = [...code.matchAll(head), ...code.matchAll(javaHead)].slice(0, mostRegions);
  let line = 0;
  let past = 0;
  return starts
    .toSorted((a, b) => a.index - b.index)
    .map((found) => {
      for (; past < found.index; past += 1) if (code[past] === '\n') line += 1;
      return { name: found[2] ?? '', text: regionAt(lines, line) };
    });
};

const byName = (regions: readonly Region[]): Map<string, string | null> => {
  const found = new Map<string, string | null>();
  for (const { name, text } of regions) {
    const known = found.get(name) ?? '';
    found.set(name, text === null || known === null ? null : `${known}\n${text}`);
  }
  return found;
};

const given = /^\s*(?:self\.|this\.)?([\p{L}_$][\w$]*)\s*(?::[^=]{0,80})?:?=(?!=)/u;

/** What lines that are new or gone give another value. */
const givenIn = (before: string, after: string): string[] => {
  const [was, is] = [before.split('\n'), after.split('\n')];
  return [...missing(was, is), ...missing(is, was)].flatMap((line) => given.exec(line)?.[1] ?? []);
};

/** Functions that tests can call: not those inside of others. */
const offeredIn = (code: string): string[] => [
  ...[...code.matchAll(head)].filter(([, indent]) => indent === '').map(([, , name = '']) => name),
  ...[...code.matchAll(javaHead)].map(([, , name = '']) => name),
];

const deepest = 4;

/** Names that a region speaks of, and those that these speak of. */
const reach = (start: string, regions: ReadonlyMap<string, string | null>): Set<string> => {
  const seen = new Set([start]);
  let edge = [start];
  for (let depth = 0; depth < deepest && edge.length > 0 && seen.size < 2_000; depth += 1) {
    edge = [...new Set(edge.flatMap((name) => identifiersOf(regions.get(name) ?? '')))].filter(
      (name) => !seen.has(name),
    );
    for (const name of edge) seen.add(name);
  }
  return seen;
};

const calledIn = (text: string): string[] =>
  [...text.slice(0, 5_000).matchAll(/([\p{L}_$][\w$]*)\s*\(/gu)].map(([, name = '']) => name);

/** What a module gives away under another name, or none, cannot be told by names. */
const exported = /\bmodule\.exports\b|\bexports\.\w+\s*=|\bexport\s+default\b/;

/** A file that is new or gone, too long, or no program may be what a function works with. */
const isUnclear = ({ path, before, after, isOpaque }: ReadFile): boolean =>
  isOpaque === true ||
  before === null ||
  after === null ||
  !isCode(path) ||
  exported.test(after.text) ||
  Math.max(before.text.length, after.text.length) > mostText;

/** All functions of the code that a text calls are as they were, with all that these speak of. */
export const keptSubjects = (files: readonly ReadFile[]): ((text: string) => boolean) => {
  const sources = files.filter((file) => isSource(file) || file.isOpaque === true);
  if (sources.some(isUnclear)) return () => false;
  const states = sources.flatMap(({ before, after }) =>
    before === null || after === null ? [] : [{ was: codeOf(before), is: codeOf(after) }],
  );
  const before = byName(states.flatMap(({ was }) => regionsIn(was)));
  const after = byName(states.flatMap(({ is }) => regionsIn(is)));
  const isChanged = (name: string): boolean => before.get(name) === null || before.get(name) !== after.get(name);
  const changed = new Set([
    ...[...before.keys(), ...after.keys()].filter(isChanged),
    ...states.flatMap(({ was, is }) => givenIn(was, is)),
  ]);
  const offered = new Set(states.flatMap(({ was }) => offeredIn(was)));
  const isKept = (name: string): boolean => [...reach(name, after)].every((each) => !changed.has(each));
  return (text) => {
    const known = calledIn(text).filter((name) => offered.has(name));
    return known.length > 0 && known.every(isKept);
  };
};
