/** Which line of a later version each line of a text has become. */
import { alignLists } from './alignment.ts';

/** The image of a line that has none. */
export const lost = -1;

/** Runs of lines that have no counterpart, with what stands in their place: `to` and `nowTo` are excluded. */
export type Gap = { from: number; to: number; nowFrom: number; nowTo: number };

export const gapAt = (index: number, images: readonly number[], oldLength: number, nowLength: number): Gap | null => {
  if (images[index] !== lost) return null;
  let from = index;
  while (from > 0 && images[from - 1] === lost) from -= 1;
  let to = index + 1;
  while (to < oldLength && images[to] === lost) to += 1;
  return {
    from,
    to,
    nowFrom: from === 0 ? 0 : (images[from - 1] ?? 0) + 1,
    nowTo: to === oldLength ? nowLength : (images[to] ?? 0),
  };
};

/**
 * The index in the new version for each line of the old one: first as they are, then what is only indented otherwise.
 */
export const imagesOf = (old: readonly string[], now: readonly string[]): number[] => {
  const images = Array.from({ length: old.length }, () => lost);
  const all = { from: 0, to: old.length, nowFrom: 0, nowTo: now.length };
  pairUp(old, now, all, images);
  const bareOld = old.map((line) => line.trim());
  const bareNow = now.map((line) => line.trim());
  for (let at = 0; at < old.length; at += 1) {
    const gap = gapAt(at, images, old.length, now.length);
    if (!gap) continue;
    if (gap.nowTo > gap.nowFrom) pairUp(bareOld, bareNow, gap, images);
    at = gap.to - 1;
  }
  return images;
};

/** Lines that are there once in both versions hold the rest together: a large change stays cheap to follow. */
const pairUp = (old: readonly string[], now: readonly string[], whole: Gap, images: number[]): void => {
  const queue = [whole];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const gap = trimmed(old, now, next, images);
    if (gap.from === gap.to || gap.nowFrom === gap.nowTo) continue;
    const fixed = uniquePairs(old, now, gap);
    if (fixed.length === 0) alignGap(old, now, gap, images);
    else queue.push(...gapsBetween(gap, fixed));
    for (const [i, j] of fixed) images[i] = j;
  }
};

const alignGap = (old: readonly string[], now: readonly string[], gap: Gap, images: number[]): void => {
  const pairs = alignLists(old.slice(gap.from, gap.to), now.slice(gap.nowFrom, gap.nowTo));
  for (const [i, j] of pairs) images[gap.from + i] = gap.nowFrom + j;
};

/** What lies before, between and behind lines that have found each other. */
const gapsBetween = ({ from, to, nowFrom, nowTo }: Gap, fixed: readonly [number, number][]): Gap[] => {
  const ends = [...fixed, [to, nowTo] as const];
  return ends.map(([i, j], index) => {
    const [before, nowBefore] = fixed[index - 1] ?? [from - 1, nowFrom - 1];
    return { from: before + 1, to: i, nowFrom: nowBefore + 1, nowTo: j };
  });
};

/** Without the lines that both begin and end with. */
const trimmed = (old: readonly string[], now: readonly string[], gap: Gap, images: number[]): Gap => {
  let { from, to, nowFrom, nowTo } = gap;
  for (; from < to && nowFrom < nowTo && old[from] === now[nowFrom]; from += 1, nowFrom += 1) images[from] = nowFrom;
  for (; from < to && nowFrom < nowTo && old[to - 1] === now[nowTo - 1]; to -= 1, nowTo -= 1)
    images[to - 1] = nowTo - 1;
  return { from, to, nowFrom, nowTo };
};

const uniqueIndexes = (lines: readonly string[], from: number, to: number): Map<string, number> => {
  const seen = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    seen.set(line, seen.has(line) ? lost : at);
  }
  return seen;
};

/** In rising order in both versions, as many as possible. */
const uniquePairs = (
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
