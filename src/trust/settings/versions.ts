/** Versions, as far as they can be compared. */
import { anyOf, pattern } from '../../plain/pattern.ts';

const version = /(\d+(?:\.\d+){0,3})(-[0-9A-Za-z.]+)?/;

/** Null where one of them names none. */
export const isLower = (now: string, was: string): boolean => {
  const [own, old] = [version.exec(now)?.[1], version.exec(was)?.[1]];
  if (own === undefined || old === undefined) return false;
  const [mine, theirs] = [own.split('.').map(Number), old.split('.').map(Number)];
  for (let at = 0; at < Math.max(mine.length, theirs.length); at += 1) {
    const [a, b] = [mine[at] ?? 0, theirs[at] ?? 0];
    if (a !== b) return a < b;
  }
  return false;
};

/** Something else than a version of a registry: another name, an address, a folder. */
export const isElsewhere = (spec: string): boolean => elsewhere.test(spec.trim());

const elsewhere = pattern(
  'i',
  anyOf(
    /^(?:npm:|git|github:|gitlab:|bitbucket:|file:|link:|portal:|patch:|https?:|ssh:|\.{1,2}\/|path:|url:|package:)/,
    /\bgit\+|\s(?:git|path|url|package|registry):|^@\s|(?:^|\s)(?:git|path|github):\s|^[\w.-]+\/[\w.-]+(?:#|$)/,
  ),
);
