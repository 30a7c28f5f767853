/**
 * Tests that ran on the untouched start and do not run any more (7.1): skipped, or not there. What reads a patch does
 * not see all of the ways to do that; who ran does not lie.
 */
import type { TestResult } from '../../model/verification.ts';

export type LostTest = { name: string; skipped: boolean };

/** Numbers, times and addresses in names are different in every run. */
const lasting = (name: string): string => name.replaceAll(/\b(?=[\da-f]*\d)[\da-f]{8,}\b|\d+/gi, '#');

const countsOf = (names: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(lasting(name), (counts.get(lasting(name)) ?? 0) + 1);
  return counts;
};

export const lostTests = (ran: readonly string[], now: readonly TestResult[]): LostTest[] => {
  const left = countsOf(now.filter(({ skipped }) => skipped !== true).map(({ name }) => name));
  const skipped = new Set(now.filter((test) => test.skipped === true).map(({ name }) => lasting(name)));
  return ran.flatMap((name): LostTest[] => {
    const key = lasting(name);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0 ? [] : [{ name, skipped: skipped.has(key) }];
  });
};

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`|[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Every name and every text in it. */
export const wordsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(literal)].map(([whole, single, double, tick]) => single ?? double ?? tick ?? whole));

/** What a test may be called in its source, by what a report calls it. */
export const sourceNames = (name: string): string[] => {
  const leaf = (name.split(' > ').at(-1) ?? name).replace(/ \(\d+\)$/, '');
  const plain = leaf.replace(/[[(].*$/s, '').trim();
  const tails = [...plain.matchAll(/[\s/.:#]+/g)].map(({ index, 0: gap }) => plain.slice(index + gap.length));
  return [leaf, plain, ...tails, plain.replaceAll('_', ' ')].filter((each) => each.length > 1);
};

/** Those that no change says anything about: `removed` holds the lines that were taken out. */
export const lostWithoutReason = (lost: readonly LostTest[], removed: string): LostTest[] => {
  if (lost.length === 0) return [];
  const words = wordsIn(removed);
  return lost.filter(({ name, skipped }) => skipped || !sourceNames(name).some((each) => words.has(each)));
};

export const describeLost = (lost: readonly LostTest[]): string => {
  const [one] = lost;
  const names = lost.slice(0, 5).map(({ name }) => name);
  const what =
    lost.length === 1 ? 'a test that ran on the start does not' : `${lost.length} tests that ran on the start do not`;
  const how = one?.skipped === true ? 'is skipped' : 'is not run any more, and no change in its file says why';
  return lost.length === 1
    ? `${what} run now: ${one?.name ?? ''} ${how}`
    : `${what} run now (skipped, or gone without a change that says why): ${names.join('; ')}`;
};
