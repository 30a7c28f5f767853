/** How much two statements have in common. */
import { isWord, telling } from './tokens.ts';
import type { Statement } from './statements.ts';

export const countsOf = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
};

/** What the first has and the second has not, as often as it has it more. */
export const without = (some: readonly string[], others: readonly string[]): string[] => {
  const left = countsOf(others);
  return some.filter((each) => {
    const times = left.get(each) ?? 0;
    if (times > 0) left.set(each, times - 1);
    return times === 0;
  });
};

/** From 0 to 1. */
export const likeness = (a: Statement, b: Statement): number => {
  const [some, others] = [telling(a.tokens), telling(b.tokens)];
  const all = some.length + others.length;
  return all === 0 ? 0 : (2 * (some.length - without(some, others).length)) / all;
};

export const shareWord = (a: Statement, b: Statement): boolean => {
  const words = new Set(a.tokens.filter(isWord));
  return b.tokens.some((each) => words.has(each));
};
