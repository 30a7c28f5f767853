/** Finds the few findings that one could be, without comparing it with all. */
import type { Anchor } from './anchor.ts';
import type { Ready } from './recognisable.ts';

/** Of a long list of findings alike, only so many of the nearest are looked at. */
const mostOfAKey = 12;

const joined = (...parts: readonly (string | number)[]): string => parts.join('\u0000');

const codeOf = ({ head, code }: Anchor): string => (head === '' ? code : head);

/** From the narrowest to the widest: keys that a finding can share with what it is now. */
const tiersOf = ({ kind, file, title, anchor, fingerprints }: Ready, expected: string): string[][] => {
  const printed = fingerprints.map((fingerprint) => joined('fingerprint', kind, fingerprint));
  const wide = [joined('title', kind, file, title), joined('file', kind, expected)];
  if (anchor === null) return [[...printed, ...wide]];
  const code = codeOf(anchor);
  const [before = '', after = '', scope = ''] = [anchor.before[0], anchor.after[0], anchor.scopes[0]];
  const near = [
    joined('before', kind, code, before),
    joined('after', kind, code, after),
    joined('around', kind, before, after),
  ];
  if (scope !== '') near.push(joined('scope', kind, code, scope));
  return [[...printed, joined('code, file', kind, code, expected)], near, [...wide, joined('code', kind, code)]];
};

/**
 * So alike that nobody has to look further: the same line in the expected file, next to a line that was there before.
 */
const suffices = ({ anchor: a }: Ready, { file, anchor: b }: Ready, expected: string): boolean =>
  a !== null &&
  b !== null &&
  file === expected &&
  a.head === b.head &&
  (a.before[0] === b.before[0] || a.after[0] === b.after[0]);

/** Where a finding would be by what is known of its file. */
export type Expected = { file: string; line: number; column: number };

const isBefore = (a: Ready, { file, line, column }: Expected): boolean =>
  a.file < file || (a.file === file && (a.line < line || (a.line === line && a.column < column)));

/** The findings of a list whose position is nearest to where one is expected; a list is in order of file and line. */
const nearest = (list: readonly Ready[], expected: Expected): readonly Ready[] => {
  if (list.length <= mostOfAKey) return list;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = list[middle];
    if (at !== undefined && isBefore(at, expected)) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, Math.min(low - mostOfAKey / 2, list.length - mostOfAKey));
  return list.slice(from, from + mostOfAKey);
};

export const candidatesAmong = (findings: readonly Ready[]): ((finding: Ready, expected: Expected) => Set<Ready>) => {
  const index = new Map<string, Ready[]>();
  for (const finding of findings) {
    for (const key of tiersOf(finding, finding.file).flat()) {
      const list = index.get(key);
      if (list) list.push(finding);
      else index.set(key, [finding]);
    }
  }
  return (finding, expected) => {
    const found = new Set<Ready>();
    for (const keys of tiersOf(finding, expected.file)) {
      for (const key of keys) for (const candidate of nearest(index.get(key) ?? [], expected)) found.add(candidate);
      if ([...found].some((candidate) => suffices(finding, candidate, expected.file))) break;
    }
    return found;
  };
};
