/** Patterns for one name of a path, in the language of git: `*`, `?`, `[a-z]`, and a backslash for the literal. */
import { matchesStarred } from './starred.ts';

type NamePart = '*' | ((character: string) => boolean);

/** Null for a pattern that fits nothing, such as one whose bracket is not closed. */
export type NamePattern = readonly NamePart[] | null;

export const namePattern = (text: string): NamePattern => {
  const parts: NamePart[] = [];
  let rest = text;
  while (rest !== '') {
    const read = nextPart(rest);
    if (read === null) return null;
    parts.push(read.part);
    rest = rest.slice(read.length);
  }
  return parts;
};

export const fitsName = (pattern: NamePattern, name: string): boolean =>
  pattern !== null &&
  matchesStarred(pattern, Array.from(name), {
    isStar: (part) => part === '*',
    fits: (part, character) => part !== '*' && part(character),
  });

const nextPart = (rest: string): { part: NamePart; length: number } | null => {
  const [first = ''] = rest;
  if (first === '*') return { part: '*', length: 1 };
  if (first === '?') return { part: () => true, length: 1 };
  if (first === '[') return bracket(rest);
  const literal = first === '\\' ? Array.from(rest.slice(1))[0] : first;
  if (literal === undefined) return null;
  return { part: (character) => character === literal, length: (first === '\\' ? 1 : 0) + literal.length };
};

const inBrackets = /^\[(?<not>[!^]?)(?<content>\]?(?:\\.|\[:[a-z]+:\]|[^\]\\])*)\]/u;
const entries = /\[:(?<kind>[a-z]+):\]|(?<from>\\.|[^\\])(?:-(?<to>\\.|[^\]\\]))?/gu;

const kinds: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[A-Za-z0-9]/],
  ['alpha', /[A-Za-z]/],
  ['digit', /[0-9]/],
  ['lower', /[a-z]/],
  ['upper', /[A-Z]/],
  ['space', /\s/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['xdigit', /[0-9A-Fa-f]/],
]);

const bare = (text: string): string => (text.startsWith('\\') ? text.slice(1) : text);

const entryFits = ({ kind, from = '', to }: Record<string, string | undefined>) => {
  if (kind !== undefined) return (character: string) => kinds.get(kind)?.test(character) === true;
  const [low, high] = [bare(from), bare(to ?? from)];
  return (character: string) => low <= character && character <= high;
};

const bracket = (rest: string): { part: NamePart; length: number } | null => {
  const found = inBrackets.exec(rest);
  if (found === null) return null;
  const { not = '', content = '' } = found.groups ?? {};
  const all = [...content.matchAll(entries)].map(({ groups = {} }) => entryFits(groups));
  return {
    part: (character) => all.some((fits) => fits(character)) === (not === ''),
    length: found[0].length,
  };
};
