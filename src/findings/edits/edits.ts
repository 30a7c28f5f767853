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
  const bounded = [{ from: 0, to: 0, length: 0 }, ...blocks, { from: oldEnd, to: newEnd, length: 0 }];
  const moved: Replacement[] = [];
  for (const { start, end, text } of replacements) {
    const now = start === end ? moveInsertion(start, bounded) : moveSpan({ start, end }, blocks);
    if (now === null) return null;
    moved.push({ start: now, end: now + end - start, text });
  }
  return moved;
};

/** Only text that is as it was. */
const moveSpan = ({ start, end }: Span, blocks: readonly Block[]): number | null => {
  const block = blocks.find(({ from, length }) => start >= from && end <= from + length);
  return block === undefined ? null : start + block.to - block.from;
};

/**
 * Inside of what is as it was, or right before or behind what was replaced. Where something was put in at the same
 * place, nobody knows on which side of it this belongs.
 */
const moveInsertion = (at: number, bounded: readonly Block[]): number | null => {
  const next = bounded.findIndex(({ from }, index) => index > 0 && from >= at);
  const [before, behind] = [bounded[next - 1], bounded[next]];
  if (!before || !behind) return null;
  const end = before.from + before.length;
  if (end > at) return at + before.to - before.from;
  const [left, right] = [before.to + before.length, behind.to];
  if (end === at && behind.from === at) return left === right ? left : null;
  if (end === at) return left;
  return behind.from === at ? right : null;
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
