/** Where lines of a text are in a later version of it: what findings further down follow (requirement 1.10). */
import { mostAlike } from './alike-lines.ts';
import { gapAt, imagesOf } from './line-images.ts';
import { freshLines, type LineRange, uniqueBlock } from './unique-block.ts';
import { type Gap, lost } from './unique-lines.ts';

export type { LineRange };

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
  const own = images.slice(first, end + 1);
  if (!own.every(isKept)) return own.some(isKept) ? partly(first, end, versions) : lostRange(first, end, versions);
  // Some tools report the line behind the last one.
  const beyond = range.line - first;
  return { line: (images[first] ?? 0) + beyond, endLine: (images[end] ?? 0) + beyond, fate: 'kept' };
};

const isKept = (image: number): boolean => image !== lost;

/** What was rewritten at its edges is as long as before, as far as there is room. */
const partly = (first: number, end: number, { old, now, images }: Versions): MovedRange => {
  let from = first;
  while (images[from] === lost) from += 1;
  let to = end;
  while (images[to] === lost) to -= 1;
  const above = roomOf(gapAt(first, images, old.length, now.length));
  const below = roomOf(gapAt(end, images, old.length, now.length));
  return {
    line: (images[from] ?? 0) + 1 - Math.min(from - first, above),
    endLine: (images[to] ?? 0) + 1 + Math.min(end - to, below),
    fate: 'changed',
  };
};

/** How many lines stand in the place of those that were lost. */
const roomOf = (gap: Gap | null): number => (gap ? gap.nowTo - gap.nowFrom : 0);

const lostRange = (first: number, end: number, { old, now, images, findBlock }: Versions): MovedRange => {
  const block = findBlock(old.slice(first, end + 1));
  if (block) return { ...block, fate: 'kept' };
  const gap = gapAt(first, images, old.length, now.length) ?? { from: first, to: end + 1, nowFrom: 0, nowTo: 0 };
  return within(now, placeInGap(first, end, gap, mostAlike(old[first] ?? '', now, gap)));
};

const within = (now: readonly string[], [first, last, fate]: Placed): MovedRange => ({
  line: lineWithin(now, first),
  endLine: lineWithin(now, Math.max(first, last)),
  fate,
});

const lineWithin = (lines: readonly string[], index: number): number => Math.max(1, Math.min(index + 1, lines.length));

type Placed = [first: number, last: number, fate: 'changed' | 'gone'];

/** Indexes of the lines that stand where lost ones were; `alike`: one that reads much like the first of them. */
const placeInGap = (first: number, end: number, gap: Gap, alike: number | null): Placed => {
  const room = roomOf(gap);
  const isAlone = gap.from === first && gap.to === end + 1;
  if (room > 0 && isAlone) return [gap.nowFrom, gap.nowTo - 1, 'changed'];
  if (alike !== null) return [alike, Math.min(alike + end - first, gap.nowTo - 1), 'changed'];
  const isLineByLine = room > 0 && room === gap.to - gap.from;
  const shift = gap.nowFrom - gap.from;
  if (isLineByLine) return [first + shift, end + shift, 'changed'];
  const near = gap.nowFrom + Math.floor(((first - gap.from) * room) / (gap.to - gap.from));
  return [near, near, 'gone'];
};
