/** What is different between two versions of settings. */
import type { Leaf } from './leaves/leaf.ts';

/** At one key: values that are gone, and values that are new. */
export type Difference = {
  path: readonly string[];
  removed: readonly string[];
  added: readonly string[];
  /** There were values, or are some, that did not change. */
  hasOthers: boolean;
};

const keyOf = (path: readonly string[]): string => path.join('\u0000');

const grouped = (leaves: readonly Leaf[]): Map<string, Leaf[]> => Map.groupBy(leaves, ({ path }) => keyOf(path));

/** The values of the first that the second has not, as often as they occur. */
const without = (some: readonly Leaf[], others: readonly Leaf[]): string[] => {
  const left = new Map<string, number>();
  for (const { value } of others) left.set(value, (left.get(value) ?? 0) + 1);
  return some
    .map(({ value }) => value)
    .filter((value) => {
      const times = left.get(value) ?? 0;
      left.set(value, times - 1);
      return times <= 0;
    });
};

export const differencesOf = (before: readonly Leaf[], after: readonly Leaf[]): Difference[] => {
  const [old, now] = [grouped(before), grouped(after)];
  const first = new Map([...old, ...now].map(([key, leaves]) => [key, leaves[0]?.path ?? []]));
  return [...first]
    .map(([key, path]) => {
      const [was, is] = [old.get(key) ?? [], now.get(key) ?? []];
      const [removed, added] = [without(was, is), without(is, was)];
      return { path, removed, added, hasOthers: was.length > removed.length };
    })
    .filter(({ removed, added }) => removed.length + added.length > 0);
};
