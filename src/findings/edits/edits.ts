/** Applies machine-made edits to a text, also when it has changed since they were made. */
import { alignTexts, type Block } from '../../plain/lines/alignment.ts';
import type { EditRange } from '../../model/finding/edits.ts';
import { breakAt, toSpan, type Span } from './text-positions.ts';

export type EditResult = { text: string } | { reason: string };

type Replacement = Span & { text: string };

/** `start` is the text that the edits refer to, `current` the one they are made in; all of them or none. */
export const applyEdits = (
  start: string,
  current: string,
  edits: readonly { range: EditRange; text: string }[],
): EditResult => {
  const [, startText] = splitBom(start);
  const [bom, currentText] = splitBom(current);
  const replacements: Replacement[] = [];
  for (const { range, text } of edits) {
    const span = toSpan(startText, range);
    if (span === null) return { reason: `there is no ${describeRange(range)} in the file` };
    replacements.push(range.by === 'lines' ? ofLines(startText, span, text) : { ...span, text });
  }
  const sorted = inOrder(replacements);
  if (hasOverlap(sorted)) return { reason: 'its edits overlap each other' };
  const moved =
    startText === currentText
      ? sorted
      : move(sorted, alignTexts(startText, currentText), startText.length, currentText.length);
  if (moved === null) return { reason: 'the text that it changes was changed by something else since it was reported' };
  return { text: bom + replaceAll(currentText, moved) };
};

/**
 * Lines are replaced by lines, which end as those of the file do; with no text they go, and their line break with them.
 */
const ofLines = (file: string, { start, end }: Span, text: string): Replacement => {
  const lineBreak = breakAt(file, end);
  if (text === '') return { start, end: end + lineBreak.length, text };
  const ending = lineBreak || (/\r?\n/.exec(file)?.[0] ?? '\n');
  return { start, end, text: text.replaceAll(/\r?\n/g, ending) };
};

const splitBom = (text: string): [bom: string, rest: string] =>
  text.startsWith('\uFEFF') ? ['\uFEFF', text.slice(1)] : ['', text];

/** By place; insertions at one place keep their order, and the same edit given twice counts once. */
const inOrder = (replacements: readonly Replacement[]): Replacement[] => {
  const unique = new Map(replacements.map((one) => [JSON.stringify([one.start, one.end, one.text]), one]));
  return [...unique.values()].sort((a, b) => a.start - b.start || a.end - b.end);
};

const hasOverlap = (sorted: readonly Replacement[]): boolean =>
  sorted.some((one, index) => {
    const before = sorted[index - 1];
    return before !== undefined && one.start < before.end;
  });

const move = (
  replacements: readonly Replacement[],
  blocks: readonly Block[],
  oldEnd: number,
  newEnd: number,
): Replacement[] | null => {
  const moved: Replacement[] = [];
  for (const one of replacements) {
    const block = blocks.find(({ from, to, length }) => {
      if (one.start < from || one.end > from + length) return false;
      // An insertion needs something unchanged on both sides, or nobody knows on which side of the change it belongs.
      const startsHere = one.start === from && !(from === 0 && to === 0);
      const endsHere = one.end === from + length && !(from + length === oldEnd && to + length === newEnd);
      return one.start < one.end || (!startsHere && !endsHere);
    });
    if (block === undefined) return null;
    const by = block.to - block.from;
    moved.push({ start: one.start + by, end: one.end + by, text: one.text });
  }
  return moved;
};

const replaceAll = (text: string, replacements: readonly Replacement[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const one of replacements) {
    parts.push(text.slice(at, one.start), one.text);
    at = one.end;
  }
  return parts.join('') + text.slice(at);
};

const describeRange = (range: EditRange): string => {
  if (range.by === 'offset') return `place ${range.start}–${range.end}`;
  if (range.by === 'position')
    return `place ${range.startLine}:${range.startColumn}–${range.endLine}:${range.endColumn}`;
  return range.startLine === range.endLine
    ? `line ${range.startLine}`
    : `range of lines ${range.startLine}–${range.endLine}`;
};
