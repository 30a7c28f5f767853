/** Finds the few findings that one could be, without comparing it with all. */
import type { Ready } from './recognisable.ts';

/** Of a long list of findings alike, only so many of the nearest are looked at. */
const mostOfAKey = 12;

const joined = (...parts: readonly string[]): string => parts.join('\u0000');

/** A finding can only be one that shares one of these keys with it. */
const keysOf = ({ kind, file, title, anchor, fingerprints }: Ready): string[] => {
  const keys = [joined('title', kind, file, title), joined('file', kind, file)];
  for (const fingerprint of fingerprints) keys.push(joined('fingerprint', kind, fingerprint));
  if (anchor === null) return keys;
  const [before = ''] = anchor.before;
  const [after = ''] = anchor.after;
  const [scope = ''] = anchor.scopes;
  const code = anchor.head === '' ? anchor.code : anchor.head;
  keys.push(
    joined('code', kind, code),
    joined('code, file', kind, code, file),
    joined('code, before', kind, code, before),
    joined('code, after', kind, code, after),
    joined('code, scope', kind, code, scope),
    joined('around', kind, before, after),
  );
  return keys;
};

/** The findings of a list whose position is nearest to where one is expected; a list is in order of file and line. */
const nearest = (list: readonly Ready[], file: string, line: number): readonly Ready[] => {
  if (list.length <= mostOfAKey) return list;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = list[middle];
    if (at !== undefined && (at.file < file || (at.file === file && at.line < line))) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, Math.min(low - mostOfAKey / 2, list.length - mostOfAKey));
  return list.slice(from, from + mostOfAKey);
};

export const candidatesAmong = (findings: readonly Ready[]): ((finding: Ready, expectedLine: number) => Set<Ready>) => {
  const index = new Map<string, Ready[]>();
  for (const finding of findings) {
    for (const key of keysOf(finding)) {
      const list = index.get(key);
      if (list) list.push(finding);
      else index.set(key, [finding]);
    }
  }
  return (finding, expectedLine) => {
    const found = new Set<Ready>();
    for (const key of keysOf(finding)) {
      for (const candidate of nearest(index.get(key) ?? [], finding.file, expectedLine)) found.add(candidate);
    }
    return found;
  };
};
