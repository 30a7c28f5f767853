/** Where lines of a text are in a later version of it: what findings further down follow (requirement 1.10). */
import { type Gap, gapAt, imagesOf, lost } from './line-images.ts';

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
  const [line, endLine, fate] = placeInGap(first, end, gap, mostAlike(old[first] ?? '', now, gap));
  const fits = (index: number): number => Math.max(1, Math.min(index + 1, now.length));
  return { line: fits(line), endLine: fits(Math.max(line, endLine)), fate };
};

/** Indexes of the lines that stand where lost ones were; `alike`: one that reads much like the first of them. */
const placeInGap = (
  first: number,
  end: number,
  gap: Gap,
  alike: number | null,
): [number, number, 'changed' | 'gone'] => {
  const room = gap.nowTo - gap.nowFrom;
  const isAlone = gap.from === first && gap.to === end + 1;
  if (room > 0 && isAlone) return [gap.nowFrom, gap.nowTo - 1, 'changed'];
  if (alike !== null) return [alike, Math.min(alike + end - first, gap.nowTo - 1), 'changed'];
  const isLineByLine = room > 0 && room === gap.to - gap.from;
  const shift = gap.nowFrom - gap.from;
  if (isLineByLine) return [first + shift, end + shift, 'changed'];
  const near = gap.nowFrom + Math.floor(((first - gap.from) * room) / (gap.to - gap.from));
  return [near, near, 'gone'];
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
  const isAt = (at: number): boolean =>
    wanted.every((line, index) => fresh[at + index] === true && (now[at + index] ?? '').trim() === line);
  for (let at = 0; at + wanted.length <= now.length && found.length < 2; at += 1) if (isAt(at)) found.push(at);
  const [only] = found;
  return found.length === 1 && only !== undefined ? { line: only + 1, endLine: only + wanted.length } : null;
};
