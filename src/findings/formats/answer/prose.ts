/** A reviewing agent's answer without structure: lists, headings and mentions of places, as far as they go. */
import type { ReadProblem, Severity } from '../../../model/finding.ts';
import type { Collected, FormatContext } from '../format.ts';
import { readItem } from '../markdown/finding.ts';
import { spokenSeverity } from '../markdown/head.ts';
import { type Item, type Line, splitItems } from '../markdown/items.ts';
import { findMention } from '../place/place.ts';
import { judge, remedy } from '../verdict.ts';
import { cutEnd } from '../../../plain/cut.ts';
import { pattern } from '../../../plain/pattern.ts';
import { beginsWithPlace, type Block, severityWord, notReported, blocksOf, takeVerdict } from './blocks.ts';

const bodyOf = (item: Item): string => [item.words, ...item.text, ...[...item.fields.values()].flat()].join('\n');

/** What may stand before the place at the beginning of an item: marks, and a word for how bad it is. */
const before = pattern(
  'i',
  /^[\s*_`[(]{0,4}/,
  '(?:',
  /(?:critical|blocker|high|major|medium|moderate|minor|low|info|error|warning|note|nit)[\])*_`]{0,4}/,
  /[\s:–—|-]{0,6}[*_`[(]{0,4}/,
  ')?',
  /$/,
);

/** What closes the place, and what parts it from the words; a backtick after a blank begins a name. */
const afterPlace = /^[*_`:)\],–—-]{0,8}[\s:,–—*_-]{0,12}/;

/** Codex writes the place behind the title. */
const dashes = /\s+[–—-]{1,2}\s+$/;

/** The place that an item begins or ends with is no part of its title. */
const withoutPlace = (words: string): string => {
  const mention = findMention(words);
  const head = mention ? words.slice(0, mention.index) : '';
  if (mention && words.length === mention.index + mention.length) return head.replace(dashes, '') || words;
  const isInPlace = beginsWithPlace(words);
  if (!mention || !(isInPlace || before.test(head))) return words;
  const behind = words.slice(mention.index + mention.length).replace(afterPlace, '');
  return isInPlace ? behind : `${head.replace(/[`[(]{1,4}$/, '')}${behind}`.trim();
};

type Reading = { context: FormatContext; into: Collected; unread: Line[]; passed: boolean };

/** An item needs a file, by a label or by name; over a pass, only one with a line counts. */
const take = (item: Item, severity: Severity | null, { context, into, unread, passed }: Reading): boolean => {
  const mention = item.fields.has('file') ? null : findMention(bodyOf(item));
  const isFinding = item.fields.has('file') || (mention !== null && (!passed || mention.line !== undefined));
  if (isFinding) readItem({ ...item, words: withoutPlace(item.words) }, { context, severity, mention }, into);
  else unread.push({ text: item.words || bodyOf(item), at: item.at });
  return isFinding;
};

const paragraphsOf = (lines: readonly Line[]): Line[] => {
  const paragraphs: { texts: string[]; at: number }[] = [];
  for (const { text, at } of lines) {
    const last = paragraphs.at(-1);
    if (last && at === last.at + last.texts.length && !beginsWithPlace(text)) last.texts.push(text);
    else paragraphs.push({ texts: [text], at });
  }
  return paragraphs.map(({ texts, at }) => ({ text: texts.join('\n'), at }));
};

const asItem = ({ text, at }: Line, below: Item | null = null): Item => ({
  at,
  words: text.split('\n', 1)[0] ?? '',
  fields: below?.fields ?? new Map(),
  text: [...text.split('\n').slice(1), ...(below?.text ?? [])],
});

const readBlock = ({ heading, lines }: Block, severity: Severity | null, reading: Reading): void => {
  const { items, loose } = splitItems(lines, { paragraphsEnd: true });
  const [first] = items;
  // Labels right below a heading, or a heading that names a place: the heading is the item.
  if (heading && ((first && first.words === '') || findMention(heading.text)?.line !== undefined)) {
    const all = splitItems([{ text: `## ${heading.text}`, at: heading.at }, ...lines]).items;
    for (const item of all) take(item, severity, reading);
    return;
  }
  const taken = items.map((item) => take(item, severity, reading));
  for (const paragraph of paragraphsOf(loose)) {
    const named = findMention(paragraph.text)?.line !== undefined && !reading.passed;
    if (named && !taken.includes(true) && heading && !beginsWithPlace(paragraph.text))
      take(asItem({ text: `${heading.text}\n${paragraph.text}`, at: heading.at }), severity, reading);
    else if (named) take(asItem(paragraph), severity, reading);
    else reading.unread.push(paragraph);
  }
};

const shown = 5;

/** One problem for all, so that nothing is silent and nothing is noisy. */
const unreadProblem = (unread: readonly Line[]): ReadProblem[] => {
  const [first] = unread;
  if (!first) return [];
  const some = unread
    .slice(0, shown)
    .map(({ text, at }) => `line ${at}: ${JSON.stringify(cutEnd(text.trim().split('\n', 1)[0] ?? '', 120))}`);
  const what =
    unread.length === 1
      ? '1 part of the answer names no file and was'
      : `${unread.length} parts of the answer name no file and were`;
  return [
    {
      place: `line ${first.at}`,
      message: `${what} not read as a finding (${some.join(', ')}${unread.length > shown ? ', …' : ''})`,
    },
  ];
};

export const readProse = (lines: readonly Line[], context: FormatContext): Collected => {
  const { stated, rest } = takeVerdict(lines);
  const reading: Reading = {
    context,
    into: { findings: [], problems: [] },
    unread: [],
    passed: stated?.verdict === 'PASSED',
  };
  let current: { severity: Severity | null; level: number } = { severity: null, level: 0 };
  for (const block of blocksOf(rest)) {
    const words = block.heading?.text ?? '';
    const own = spokenSeverity(severityWord.exec(words)?.[1] ?? '');
    if (own || block.level <= current.level) current = { severity: own, level: block.level };
    if (notReported.test(words) && !findMention(words))
      reading.unread.push(...paragraphsOf(block.lines.filter(({ text }) => text.trim() !== '')));
    else readBlock(block, current.severity, reading);
  }
  if (reading.into.findings.length === 0 && reading.into.problems.length === 0 && !stated) {
    const where = unreadProblem(reading.unread)[0];
    return {
      ...reading.into,
      noVerdict:
        'there is neither a verdict nor a finding that can be read in this ' +
        `answer${where ? ` (${where.message})` : ''}. ${remedy}`,
    };
  }
  const judged = judge(reading.into, stated);
  return { ...judged, problems: [...judged.problems, ...unreadProblem(reading.unread)] };
};
