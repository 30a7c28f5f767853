/**
 * Findings as lists in markdown: an item per finding, with labelled lines below it in whatever style the reviewer
 * liked.
 */

/** A line of the source, with its number. */
export type Line = { text: string; at: number };

export type Label =
  | 'file'
  | 'line'
  | 'issue'
  | 'suggestion'
  | 'severity'
  | 'category'
  | 'rule'
  | 'quote'
  | 'title'
  | 'code';

/** `words`: what stands behind the bullet; `text`: unlabelled lines below it. */
export type Item = { at: number; words: string; fields: Map<Label, string[]>; text: string[] };

export type Items = { items: Item[]; loose: Line[] };

const labels: Readonly<Record<string, Label>> = {
  file: 'file',
  files: 'file',
  path: 'file',
  'file path': 'file',
  location: 'file',
  locations: 'file',
  where: 'file',
  line: 'line',
  lines: 'line',
  issue: 'issue',
  problem: 'issue',
  description: 'issue',
  details: 'issue',
  detail: 'issue',
  why: 'issue',
  impact: 'issue',
  suggestion: 'suggestion',
  'suggested fix': 'suggestion',
  fix: 'suggestion',
  recommendation: 'suggestion',
  solution: 'suggestion',
  severity: 'severity',
  priority: 'severity',
  category: 'category',
  type: 'category',
  rule: 'rule',
  quote: 'quote',
  snippet: 'quote',
  evidence: 'quote',
  title: 'title',
  summary: 'title',
  id: 'code',
};

const labelled =
  /^\s{0,24}(?:[-*+•]\s{1,8}|\d{1,4}[.)]\s{1,4})?(?:\*\*|__|\*|_)?(?<name>[A-Za-z][A-Za-z ]{1,15})(?:\*\*|__|\*|_)?\s{0,3}:(?:\*\*|__|\*|_)?(?:\s{1,8}(?<words>.*)|(?<bare>[^\s/\\].*)?)$/;

/** A line such as `- **File:** a.py`. */
export const readLabel = (text: string): { label: Label; words: string } | null => {
  const { name = '', words, bare } = labelled.exec(text)?.groups ?? {};
  const key = name.trim().toLowerCase();
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
  return label ? { label, words: (words ?? bare ?? '').trim() } : null;
};

const start =
  /^(?<indent>\s{0,24})(?:(?<marker>#{2,6}|\d{1,4}[.)]|\*\*\d{1,4}[.)]|[-*+•])\s{1,8}|(?=\*\*|\[[A-Za-z]{1,12}[-_]?\d))(?<words>\S.*)$/;

type Start = { indent: number; kind: string; words: string };

const kindOf = (marker: string | undefined): string =>
  marker === undefined ? 'bold' : /\d/.test(marker) ? 'number' : marker.startsWith('#') ? 'heading' : 'bullet';

/** A line that begins an item of a list, or is a heading. */
export const readStart = (text: string): Start | null => {
  const { indent, marker, words } = start.exec(text)?.groups ?? {};
  if (indent === undefined || words === undefined) return null;
  const bold = marker?.startsWith('**') ? '**' : '';
  return { indent: indent.replaceAll('\t', '    ').length, kind: kindOf(marker), words: bold + words };
};

/** `**TQ-001**`, `[TQ-001]`, `TQ-001:` */
export const itemCode =
  /^(?:\*\*|__|`|\[|\(){0,3}(?<code>[A-Za-z]{1,12}(?:[-_.][A-Za-z0-9]{1,16}){0,3}[-_.]?\d{1,6})(?:\*\*|__|`|\]|\)|:){1,4}(?=\s|$)|^(?:\*\*|__)`?(?<bold>[\w.-]{2,40})`?(?:\*\*|__)(?=:)|^(?<dashed>[A-Z]{1,12}[-_]\d{1,6})(?=\s[-–—]\s)/;

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

/** `paragraphsEnd`: a list ends where a paragraph begins; else all that follows an item belongs to it. */
export const splitItems = (lines: readonly Line[], { paragraphsEnd = false } = {}): Items => {
  const items: Item[] = [];
  const loose: Line[] = [];
  let open: Open | null = null;
  let fence: string | null = null;
  const begin = (at: number, found: Start): Open => {
    const item: Item = { at, words: found.words, fields: new Map(), text: [] };
    items.push(item);
    return { item, start: found, into: item.text };
  };
  for (const [index, { text, at }] of lines.entries()) {
    const ticks = /^\s{0,24}(`{3,9}|~{3,9})/.exec(text)?.[1] ?? null;
    if (ticks !== null) fence = fence === null ? ticks : ticks.startsWith(fence) ? null : fence;
    const inCode = fence !== null || ticks !== null;
    const label: ReturnType<typeof readLabel> = inCode ? null : readLabel(text);
    if (label) {
      open ??= begin(at, { indent: 0, kind: 'label', words: '' });
      const held: string[] = open.item.fields.get(label.label) ?? [];
      // The same label twice at the top of an item without a head is the next item.
      if (open.start.kind === 'label' && label.label === 'file' && held.length > 0) open = begin(at, open.start);
      const into: string[] = open.item.fields.get(label.label) ?? [];
      open.item.fields.set(label.label, into);
      into.push(label.words);
      open = { ...open, into };
      continue;
    }
    const found = inCode ? null : beginsItem(text, open);
    if (open && !found && paragraphsEnd && !inCode && endsList(text, lines[index - 1]?.text ?? '', open)) open = null;
    if (found) open = begin(at, found);
    else if (open) open.into.push(text);
    else if (text.trim() !== '') loose.push({ text, at });
  }
  return { items, loose };
};
