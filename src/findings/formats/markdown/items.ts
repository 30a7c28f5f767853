/**
 * Findings as lists in markdown: an item per finding, with labelled lines below it in whatever style the reviewer
 * liked.
 */
import { pattern } from '../../../plain/pattern.ts';
import { type Label, readLabel } from './labels.ts';

/** A line of the source, with its number. */
export type Line = { text: string; at: number };

/** `words`: what stands behind the bullet; `text`: unlabelled lines below it. */
export type Item = { at: number; words: string; fields: Map<Label, string[]>; text: string[] };

export type Items = { items: Item[]; loose: Line[] };

const start = pattern(
  '',
  /^(?<indent>\s{0,24})/,
  /(?:(?<marker>#{2,6}|\d{1,4}[.)]|\*\*\d{1,4}[.)]|[-*+•])\s{1,8}|(?=\*\*|\[[A-Za-z]{1,12}[-_]?\d))/,
  /(?<words>\S.*)$/,
);

type Start = { indent: number; kind: string; words: string };

const kindOf = (marker: string | undefined): string => {
  if (marker === undefined) return 'bold';
  if (/\d/.test(marker)) return 'number';
  return marker.startsWith('#') ? 'heading' : 'bullet';
};

/** A line that begins an item of a list, or is a heading. */
export const readStart = (text: string): Start | null => {
  const { indent, marker, words } = start.exec(text)?.groups ?? {};
  if (indent === undefined || words === undefined) return null;
  const bold = marker?.startsWith('**') ? '**' : '';
  return { indent: indent.replaceAll('\t', '    ').length, kind: kindOf(marker), words: bold + words };
};

/** `**TQ-001**`, `[TQ-001]`, `TQ-001:` */
export const itemCode = pattern(
  '',
  /^(?:\*\*|__|`|\[|\(){0,3}(?<code>[A-Za-z]{1,12}(?:[-_.][A-Za-z0-9]{1,16}){0,3}[-_.]?\d{1,6})/,
  /(?:\*\*|__|`|\]|\)|:){1,4}(?=\s|$)|^(?:\*\*|__)`?(?<bold>[\w.-]{2,40})`?(?:\*\*|__)(?=:)|^/,
  /(?<dashed>[A-Z]{1,12}[-_]\d{1,6})(?=\s[-–—]\s)/,
);

type Open = { item: Item; start: Start; into: string[] };

/** Deeper lists, and lists of another kind, are part of an item. */
const beginsItem = (line: string, open: Open | null): Start | null => {
  const found = readStart(line);
  if (!found || !open) return found;
  if (found.indent > open.start.indent + 1 && !(itemCode.test(found.words) && found.kind === open.start.kind))
    return null;
  return found.kind === open.start.kind ||
    itemCode.test(found.words) ||
    (found.kind === 'number' && open.start.kind === 'bold')
    ? found
    : null;
};

/** A paragraph behind a blank line and not indented is no part of a list. */
const endsList = (text: string, before: string, open: Open): boolean =>
  before.trim() === '' && /^\S/.test(text) && (open.start.kind === 'number' || open.start.kind === 'bullet');

/** A fence that is open after a line, and whether the line is code. */
const fenceAfter = (text: string, fence: string | null): { fence: string | null; isCode: boolean } => {
  const ticks = /^\s{0,24}(`{3,9}|~{3,9})/.exec(text)?.[1];
  if (ticks === undefined) return { fence, isCode: fence !== null };
  if (fence === null) return { fence: ticks, isCode: true };
  return { fence: ticks.startsWith(fence) ? null : fence, isCode: true };
};

/** Items as they are found, line by line. */
type Splitting = Items & { open: Open | null };

const beginItem = ({ items }: Items, at: number, start: Start): Open => {
  const item: Item = { at, words: start.words, fields: new Map(), text: [] };
  items.push(item);
  return { item, start, into: item.text };
};

const addLabel = (into: Splitting, at: number, { label, words }: { label: Label; words: string }): void => {
  let open = into.open ?? beginItem(into, at, { indent: 0, kind: 'label', words: '' });
  const isFileAgain = label === 'file' && (open.item.fields.get(label)?.length ?? 0) > 0;
  // The same label twice at the top of an item without a head is the next item.
  if (open.start.kind === 'label' && isFileAgain) open = beginItem(into, at, open.start);
  const lines = open.item.fields.get(label) ?? [];
  open.item.fields.set(label, lines);
  lines.push(words);
  into.open = { ...open, into: lines };
};

const addText = (into: Splitting, { text, at }: Line): void => {
  if (into.open) into.open.into.push(text);
  else if (text.trim() !== '') into.loose.push({ text, at });
};

/** `paragraphsEnd`: a list ends where a paragraph begins; else all that follows an item belongs to it. */
export const splitItems = (lines: readonly Line[], { paragraphsEnd = false } = {}): Items => {
  const into: Splitting = { items: [], loose: [], open: null };
  let fence: string | null = null;
  let before = '';
  for (const line of lines) {
    const { text, at } = line;
    const after = fenceAfter(text, fence);
    fence = after.fence;
    const label = after.isCode ? null : readLabel(text);
    const start = after.isCode || label ? null : beginsItem(text, into.open);
    if (label) addLabel(into, at, label);
    else if (start) into.open = beginItem(into, at, start);
    else {
      if (paragraphsEnd && !after.isCode && into.open && endsList(text, before, into.open)) into.open = null;
      addText(into, line);
    }
    before = text;
  }
  return { items: into.items, loose: into.loose };
};
