/** Lines that are there once in both versions of a text: they hold the rest together. */

/** The image of a line that has none. */
export const lost = -1;

/** Runs of lines that have no counterpart, with what stands in their place: `to` and `nowTo` are excluded. */
export type Gap = { from: number; to: number; nowFrom: number; nowTo: number };

const uniqueIndexes = (lines: readonly string[], from: number, to: number): Map<string, number> => {
  const seen = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    seen.set(line, seen.has(line) ? lost : at);
  }
  return seen;
};

/** In rising order in both versions, as many as possible. */
export const uniquePairs = (
  old: readonly string[],
  now: readonly string[],
  { from, to, nowFrom, nowTo }: Gap,
): [number, number][] => {
  const inNow = uniqueIndexes(now, nowFrom, nowTo);
  const pairs = [...uniqueIndexes(old, from, to)].flatMap(([line, i]): [number, number][] => {
    const j = inNow.get(line) ?? lost;
    return i === lost || j === lost ? [] : [[i, j]];
  });
  return longestRising(pairs.toSorted(([a], [b]) => a - b));
};

type Link = { pair: [number, number]; before: Link | undefined };

/** How long a chain can be that ends below a value: a binary search. */
const lengthBelow = (ends: readonly Link[], value: number): number => {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.pair[1] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
};

const longestRising = (pairs: readonly [number, number][]): [number, number][] => {
  const ends: Link[] = [];
  for (const pair of pairs) {
    const length = lengthBelow(ends, pair[1]);
    ends[length] = { pair, before: ends[length - 1] };
  }
  const chain: [number, number][] = [];
  for (let link = ends.at(-1); link; link = link.before) chain.push(link.pair);
  return chain.toReversed();
};
