/**
 * Packs changed places into as few calls as a simple rule gives: files whole where they fit, and near their neighbours.
 */
import type { FileDiff } from './diff.ts';
import type { NumberedHunk } from './scope-ranges.ts';

/** Changed places of one file that stay together. */
export type Slice = { file: string; header: string; hunks: readonly NumberedHunk[]; size: number };

/**
 * A file that is too large for one call is cut between its changed places; one of them that is too large by itself, as
 * an endless line is, goes nowhere.
 */
export const sliceFile = (diff: FileDiff, limit: number): { slices: Slice[]; tooLarge: NumberedHunk[] } => {
  const { file, header } = diff;
  const slices: { file: string; header: string; hunks: NumberedHunk[]; size: number }[] = [];
  const tooLarge: NumberedHunk[] = [];
  for (const [index, hunk] of diff.hunks.entries()) {
    const { length } = hunk.text;
    const numbered = { ...hunk, number: index + 1 };
    const open = slices.at(-1);
    if (header.length + length > limit) tooLarge.push(numbered);
    else if (open && open.size + length <= limit) {
      open.hunks.push(numbered);
      open.size += length;
    } else slices.push({ file, header, hunks: [numbered], size: header.length + length });
  }
  return { slices, tooLarge };
};

/** Older parts are not looked at again: it keeps neighbours near each other, and the time in line with the size. */
const openParts = 16;

/** Each slice goes into the first open part that has room for it. Parts come in the order of their first slices. */
export const pack = (slices: Iterable<Slice>, limit: number): Slice[][] => {
  const parts: Slice[][] = [];
  const open: { slices: Slice[]; room: number }[] = [];
  for (const slice of slices) {
    const fitting = open.find(({ room }) => slice.size <= room);
    if (fitting) {
      fitting.slices.push(slice);
      fitting.room -= slice.size;
      continue;
    }
    const part = { slices: [slice], room: limit - slice.size };
    parts.push(part.slices);
    open.push(part);
    if (open.length > openParts) open.shift();
  }
  return parts;
};
