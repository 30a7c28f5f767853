/** Names of tests that mean the same test in every workspace, and only one in each. */
import type { TestResult } from '../../model/verification.ts';

export const joinNames = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' > ');

/** Reporters put absolute paths into names; the folder that the tests ran in is not part of them. */
const withoutRoot = (name: string, root: string | undefined): string =>
  root ? name.replaceAll(`${root.replace(/\/+$/, '')}/`, '') : name;

/** Tests of one name are told apart by their order. */
export const distinctNames = (results: readonly TestResult[], root?: string): TestResult[] => {
  const seen = new Map<string, number>();
  const taken = new Set<string>();
  return results.map(({ name: given, ...result }) => {
    const name = withoutRoot(given, root);
    let count = (seen.get(name) ?? 0) + 1;
    let distinct = count === 1 ? name : `${name} (${count})`;
    while (taken.has(distinct)) distinct = `${name} (${(count += 1)})`;
    seen.set(name, count);
    taken.add(distinct);
    return { name: distinct, ...result };
  });
};
