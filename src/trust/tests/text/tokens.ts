/** The words of a program's text, alike for all languages, and what they have in common with others. */

import { anyOf, pattern } from '../../../plain/pattern.ts';

/** An escape outside of strings is one token: a text full of them does not begin a string at each. */
const token = pattern(
  'gsu',
  anyOf(
    /[rbfuLR]{0,2}"(?:[^"\\]|\\.){0,4000}"/u,
    /[rbfu]{0,2}'(?:[^'\\\n]|\\.){0,4000}'/u,
    /`(?:[^`\\]|\\.){0,4000}`/u,
    /(?<=[([{,=:<>!&|?+*/%~^]\s{0,2}|^)-\d[\w.]*/u,
    /\d[\d_.]*[eE][+-]?\d+/u,
    /\d[\w.]*/u,
    /[\p{L}_$][\p{L}\p{N}_$]*/u,
    /[<>=!&|+\-*/%^~?:]+/u,
    /\\\S/u,
    /[^\s]/u,
  ),
);
const stringToken = /^[rbfuLR]{0,2}(["'`])(.*)\1$/s;
const words = new Set(['true', 'false', 'null', 'none', 'nil', 'undefined', 'nan', 'infinity']);
const nothing = new Set(['none', 'nil', 'undefined']);

const numberOf = (text: string): string => {
  const plain = text.replaceAll('_', '').replace(/(?:[uif](?:8|16|32|64|128|size)|[lLfFdDmMnuU]+)$/, '');
  const value = Number(plain);
  return Number.isNaN(value) ? text : String(value);
};

/** The literal that a token is, however it is spelled; undefined for all other tokens. */
const literalOf = (text: string): string | undefined => {
  const quoted = stringToken.exec(text)?.[2];
  if (quoted !== undefined) return `"${quoted.replaceAll('"', "'").replaceAll('\\', '/')}"`;
  if (/^-?\d/.test(text)) return numberOf(text);
  const word = text.toLowerCase();
  if (!words.has(word)) return undefined;
  return nothing.has(word) ? 'null' : word;
};

export const tokensOf = (text: string): string[] =>
  (text.slice(0, 20_000).match(token) ?? []).map((each) => literalOf(each) ?? each);

/** Strings, numbers, truth values and nothing, as they are written there. */
export const literalsOf = (text: string): string[] =>
  (text.slice(0, 20_000).match(token) ?? []).flatMap((each) => literalOf(each) ?? []);

/** The same for texts that differ in blanks, quotes and trailing commas only. */
export const canonical = (text: string): string =>
  tokensOf(text)
    .filter((each, place, all) => each !== ';' && !(each === ',' && /^[)\]}]$/.test(all[place + 1] ?? ')')))
    .join(' ');

export const identifiersOf = (text: string): string[] =>
  (text.slice(0, 20_000).match(token) ?? []).filter(
    (each) => /^[\p{L}_$]/u.test(each) && !stringToken.test(each) && !words.has(each.toLowerCase()),
  );

/** How much two lists of words have in common, from 0 to 1. */
export const likeness = (one: readonly string[], other: readonly string[]): number => {
  const left = new Set(one);
  const right = new Set(other);
  if (left.size === 0 && right.size === 0) return 1;
  const common = [...left].filter((each) => right.has(each)).length;
  return common / (left.size + right.size - common);
};

/** What is in the first list more often than in the second. */
export const missing = (from: readonly string[], within: readonly string[]): string[] => {
  const left = new Map<string, number>();
  for (const each of within) left.set(each, (left.get(each) ?? 0) + 1);
  return from.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
};
