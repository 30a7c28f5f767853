/** Where lines of a text are in a later version of it: what findings further down follow (requirement 1.10). */
import { alignLists } from './alignment.ts';

/** From 1, the last one included. */
export type LineRange = { line: number; endLine: number };

/**
 * `kept`: all of them are still there, in their order; `changed`: some are, or something stands in their place;
 * `gone`: nothing of them is left, and the lines are those next to where they were.
 */
export type MovedRange = LineRange & { fate: 'kept' | 'changed' | 'gone' };

export type LineMover = {
  move: (range: LineRange) => MovedRange;
  /** Where these very lines were put in anew: null unless there is exactly one such place. */
  findBlock: (lines: readonly string[]) => LineRange | null;
  /** The lines of the older version. */
  before: (range: LineRange) => string[];
};

/** Line breaks of another kind change no line. */
export const linesOf = (text: string): string[] => {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

export const lineMover = (old: string, now: string): LineMover => moverOf(linesOf(old), linesOf(now));

/** Of a file that was not there before: all of its lines are new. */
export const moverOf = (old: readonly string[], now: readonly string[]): LineMover => {
  const images = imagesOf(old, now);
  const fresh = freshLines(images, now.length);
  const before = ({ line, endLine }: LineRange): string[] => old.slice(line - 1, endLine);
  const findBlock = (lines: readonly string[]): LineRange | null => uniqueBlock(lines, now, fresh);
  return { before, findBlock, move: (range) => moveRange(range, { old, now, images, findBlock }) };
};

type Versions = {
  old: readonly string[];
  now: readonly string[];
  images: readonly number[];
  findBlock: LineMover['findBlock'];
};

const lost = -1;

/** Runs of lines that have no counterpart, with what stands in their place: `to` and `nowTo` are excluded. */
type Gap = { from: number; to: number; nowFrom: number; nowTo: number };

const moveRange = (range: LineRange, versions: Versions): MovedRange => {
  const { old, images } = versions;
  const last = Math.max(0, old.length - 1);
  const first = Math.min(range.line - 1, last);
  const end = Math.min(Math.max(range.endLine - 1, first), last);
  const kept = images.slice(first, end + 1);
  // Some tools report the line behind the last one.
  const beyond = range.line - 1 - first;
  if (kept.every((image) => image !== lost))
    return { line: (images[first] ?? 0) + 1 + beyond, endLine: (images[end] ?? 0) + 1 + beyond, fate: 'kept' };
  return kept.some((image) => image !== lost) ? partly(first, end, versions) : lostRange(first, end, versions);
};

/** What was rewritten at its edges is as long as before, as far as there is room. */
const partly = (first: number, end: number, { old, now, images }: Versions): MovedRange => {
  let from = first;
  while (images[from] === lost) from += 1;
  let to = end;
  while (images[to] === lost) to -= 1;
  const above = gapAt(first, images, old.length, now.length);
  const below = gapAt(end, images, old.length, now.length);
  const room = { above: above ? above.nowTo - above.nowFrom : 0, below: below ? below.nowTo - below.nowFrom : 0 };
  return {
    line: (images[from] ?? 0) + 1 - Math.min(from - first, room.above),
    endLine: (images[to] ?? 0) + 1 + Math.min(end - to, room.below),
    fate: 'changed',
  };
};

const lostRange = (first: number, end: number, { old, now, images, findBlock }: Versions): MovedRange => {
  const block = findBlock(old.slice(first, end + 1));
  if (block) return { ...block, fate: 'kept' };
  const gap = gapAt(first, images, old.length, now.length) ?? { from: first, to: end + 1, nowFrom: 0, nowTo: 0 };
  const room = gap.nowTo - gap.nowFrom;
  const fits = (index: number): number => Math.max(1, Math.min(index + 1, now.length));
  const fromOne = (line: number, endLine: number, fate: MovedRange['fate']): MovedRange => ({
    line: fits(line),
    endLine: fits(Math.max(line, endLine)),
    fate,
  });
  const isAlone = gap.from === first && gap.to === end + 1;
  if (room > 0 && isAlone) return fromOne(gap.nowFrom, gap.nowTo - 1, 'changed');
  const like = mostAlike(old[first] ?? '', now, gap);
  if (like !== null) return fromOne(like, Math.min(like + end - first, gap.nowTo - 1), 'changed');
  // Rewritten line by line.
  if (room > 0 && room === gap.to - gap.from)
    return fromOne(gap.nowFrom + first - gap.from, gap.nowFrom + end - gap.from, 'changed');
  const near = gap.nowFrom + Math.floor(((first - gap.from) * room) / (gap.to - gap.from));
  return fromOne(near, near, 'gone');
};

const gapAt = (index: number, images: readonly number[], oldLength: number, nowLength: number): Gap | null => {
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

const wordsOf = (line: string): string[] => line.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? [];

/** Beyond this, a rewritten part is not searched for one line. */
const mostSearched = 2_000;

/** The line that has most words in common with it, if it has half of them. */
const mostAlike = (line: string, now: readonly string[], { nowFrom, nowTo }: Gap): number | null => {
  if (nowTo - nowFrom > mostSearched) return null;
  const words = wordsOf(line);
  let best: { at: number; likeness: number } | null = null;
  for (let at = nowFrom; at < nowTo; at += 1) {
    const likeness = likenessOf(words, wordsOf(now[at] ?? ''));
    if (likeness >= 0.5 && likeness > (best?.likeness ?? 0)) best = { at, likeness };
  }
  return best?.at ?? null;
};

const likenessOf = (some: readonly string[], others: readonly string[]): number => {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of some) {
    const times = left.get(word) ?? 0;
    if (times === 0) continue;
    left.set(word, times - 1);
    shared += 1;
  }
  return some.length + others.length === 0 ? 0 : (2 * shared) / (some.length + others.length);
};

const freshLines = (images: readonly number[], nowLength: number): boolean[] => {
  const fresh = Array.from({ length: nowLength }, () => true);
  for (const image of images) if (image !== lost) fresh[image] = false;
  return fresh;
};

/** A bracket or two could be anywhere: such lines are not taken for others that look alike. */
const isTelling = (lines: readonly string[]): boolean => (lines.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 4;

const uniqueBlock = (lines: readonly string[], now: readonly string[], fresh: readonly boolean[]): LineRange | null => {
  if (!isTelling(lines)) return null;
  const wanted = lines.map((line) => line.trim());
  const found: number[] = [];
  for (let at = 0; at + wanted.length <= now.length && found.length < 2; at += 1)
    if (wanted.every((line, index) => fresh[at + index] === true && (now[at + index] ?? '').trim() === line))
      found.push(at);
  const [only] = found;
  return found.length === 1 && only !== undefined ? { line: only + 1, endLine: only + wanted.length } : null;
};

/**
 * The index in the new version for each line of the old one: first as they are, then what is only indented otherwise.
 */
const imagesOf = (old: readonly string[], now: readonly string[]): number[] => {
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
    if (fixed.length === 0) {
      for (const [i, j] of alignLists(old.slice(gap.from, gap.to), now.slice(gap.nowFrom, gap.nowTo)))
        images[gap.from + i] = gap.nowFrom + j;
      continue;
    }
    let { from, nowFrom } = gap;
    for (const [i, j] of fixed) {
      images[i] = j;
      queue.push({ from, to: i, nowFrom, nowTo: j });
      from = i + 1;
      nowFrom = j + 1;
    }
    queue.push({ from, to: gap.to, nowFrom, nowTo: gap.nowTo });
  }
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

const longestRising = (pairs: readonly [number, number][]): [number, number][] => {
  const ends: Link[] = [];
  for (const pair of pairs) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, before: ends[low - 1] };
  }
  const chain: [number, number][] = [];
  for (let link = ends.at(-1); link; link = link.before) chain.push(link.pair);
  return chain.toReversed();
};
