/** Rules about which files are left out, as in a .gitignore at the root: the last rule that fits a path decides. */
import { fitsName, type NamePattern, namePattern } from './name-pattern.ts';
import { matchesStarred } from './starred.ts';

type PathPart = '**' | { name: NamePattern };

type Rule = { text: string; isException: boolean; onlyFolders: boolean; parts: readonly PathPart[] };

/** Which rule leaves out a file, by its path from the root; undefined for one that stays. */
export type WhyLeftOut = (file: string) => string | undefined;

export const leftOutBy = (lines: readonly string[]): WhyLeftOut => {
  const rules = lines.flatMap((line) => readRule(line) ?? []);
  if (rules.length === 0) return () => undefined;
  return (file) => decide(rules, file.split('/'));
};

/** What lies in a folder that is left out is left out with it, whatever a later rule says. */
const decide = (rules: readonly Rule[], names: readonly string[]): string | undefined => {
  for (let length = 1; length <= names.length; length += 1) {
    const isFolder = length < names.length;
    const path = names.slice(0, length);
    const last = rules.findLast((rule) => (isFolder || !rule.onlyFolders) && fitsPath(rule, path));
    if (last?.isException === false) return last.text;
  }
  return undefined;
};

const fitsPath = ({ parts }: Rule, path: readonly string[]): boolean =>
  matchesStarred(parts, path, {
    isStar: (part) => part === '**',
    fits: (part, name) => part !== '**' && fitsName(part.name, name),
  });

/** Undefined for an empty line or a comment. */
const readRule = (line: string): Rule | undefined => {
  const text = line.replace(/\r$/, '').replace(/(?<!\\)[ \t]+$/, '');
  if (text === '' || text.startsWith('#')) return undefined;
  const isException = text.startsWith('!');
  const path = isException ? text.slice(1) : text;
  const onlyFolders = path.endsWith('/');
  const parts = partsOf(onlyFolders ? path.slice(0, -1) : path);
  return path === '' || path === '/' ? undefined : { text, isException, onlyFolders, parts };
};

/** A name without a slash fits at any depth. Two stars at the end stand for what is in a folder, not for itself. */
const partsOf = (path: string): PathPart[] => {
  if (!path.includes('/')) return ['**', { name: namePattern(path) }];
  const names = path.replace(/^\//, '').split('/');
  const parts = names.map((name): PathPart => (name === '**' ? '**' : { name: namePattern(name) }));
  return parts.at(-1) === '**' ? [...parts.slice(0, -1), { name: ['*'] }, '**'] : parts;
};
