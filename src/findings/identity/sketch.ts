/** A sketch of a piece of code: of two sketches one can tell how alike the code is, without the code. */
import { lettersOf, quickHash } from './hash.ts';

const bins = 20;
const width = 2;
const empty = '~~';

/** More than this says nothing new about what the code is like. */
const mostCharacters = 20_000;

export const tokensOf = (code: string): string[] =>
  code.slice(0, mostCharacters).match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? [];

/** Each token and each pair of neighbours falls into a bin; of each bin the smallest hash is kept. */
export const sketchOf = (tokens: readonly string[]): string => {
  const smallest = Array.from({ length: bins }, () => Infinity);
  const add = (feature: string): void => {
    const value = quickHash(feature);
    const bin = value % bins;
    smallest[bin] = Math.min(smallest[bin] ?? Infinity, Math.floor(value / bins));
  };
  for (const [at, token] of tokens.entries()) {
    add(token);
    add(`${tokens[at - 1] ?? ''} ${token}`);
  }
  return smallest.map((value) => (value === Infinity ? empty : lettersOf(value, width))).join('');
};

const emptyLetter = empty.charCodeAt(0);

/** From 0, nothing in common, to 1. */
export const likeness = (a: string, b: string): number => {
  let filled = 0;
  let equal = 0;
  for (let at = 0; at < bins * width; at += width) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left === emptyLetter && right === emptyLetter) continue;
    filled += 1;
    if (left === right && a.charCodeAt(at + 1) === b.charCodeAt(at + 1)) equal += 1;
  }
  return filled === 0 ? 1 : equal / filled;
};
