/** Which line of a later version each line of a text has become. */
import { alignLists } from './alignment.ts';
import { type Gap, lost, uniquePairs } from './unique-lines.ts';

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
  pairUpBare(old.map(trim), now.map(trim), images);
  return images;
};

const trim = (line: string): string => line.trim();

/** In each gap, lines that are the same without their indentation. */
const pairUpBare = (old: readonly string[], now: readonly string[], images: number[]): void => {
  for (let at = 0; at < old.length; at += 1) {
    const gap = gapAt(at, images, old.length, now.length);
    if (!gap) continue;
    if (gap.nowTo > gap.nowFrom) pairUp(old, now, gap, images);
    at = gap.to - 1;
  }
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
