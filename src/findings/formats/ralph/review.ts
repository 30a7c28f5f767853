/** One review in Ralph's markdown: its verdict, and the findings below it. */
import type { Severity } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import type { Collected, FormatContext } from '../format.ts';
import { readItem } from '../markdown/finding.ts';
import { spokenSeverity } from '../markdown/head.ts';
import { type Item, type Line, itemCode, readStart, splitItems } from '../markdown/items.ts';
import { findMention } from '../place/place.ts';
import { type Stated, toVerdict, verdictLine } from '../verdict.ts';
import { cutEnd } from '../../../plain/cut.ts';
import { pattern } from '../../../plain/pattern.ts';

export type Review = Collected & {
  stated: Stated | null;
  /** It has a place for findings, be it that nothing stands there: more than a note of the verdict. */
  lists: boolean;
};

type Section = { kind: 'findings' | 'other'; severity: Severity | null; lines: Line[] };

const findingsHeading = pattern(
  'i',
  /^(?:all\s|open\s|remaining\s|blocking\s|review\s|code\s)?(?:findings?|issues?|problems?)/,
  /(?:\s(?:found|to fix|list))?\b/,
);
const severityHeading = pattern(
  'i',
  /^\W{0,8}(?<word>critical|blocker|high|major|medium|moderate|minor|low|info|nit)s?/,
  /(?:[\s-](?:severity|priority|impact))?(?:\s(?:findings?|issues?|problems?|bugs?))?\W{0,8}(?:\d{1,4}\W{0,3})?/,
  /$/,
);
/** As a whole line: nothing was found. */
const nothing = pattern(
  'i',
  /^\W{0,8}(?:no|none|nothing|zero|0|n\/a)\b/,
  /(?:\s(?:\w+,?\s){0,5}(?:findings?|issues?|problems?|found|detected|reported|identified))?/,
  /(?:\s(?:were|was|found|detected|reported|identified)){0,3}\W{0,8}$/,
);

const headingOf = (text: string): { level: number; words: string } | null => {
  const match =
    /^\s{0,3}(#{1,6})\s{1,4}(\S.*)$/.exec(text.slice(0, 1_000)) ??
    /^(\*\*)([^*]{1,80})\*\*:?\s*$/.exec(text.slice(0, 200));
  if (!match) return null;
  const marks = match[1] ?? '';
  return { level: marks === '**' ? 7 : marks.length, words: (match[2] ?? '').replaceAll(/[*_`]/g, '').trim() };
};

const isItemHeading = (text: string): boolean => {
  const start = readStart(text);
  return start !== null && (itemCode.test(start.words) || /^\d{1,4}[.)]\s/.test(start.words));
};

/** The section that a heading begins; null for one that belongs to the text below it. */
const sectionAt = ({ text, at }: Line, inFindings: boolean): Section | null => {
  const heading = headingOf(text);
  if (!heading) return null;
  const severity = spokenSeverity(severityHeading.exec(heading.words)?.groups?.['word'] ?? '');
  if (severity) return { kind: 'findings', severity, lines: [] };
  if (findingsHeading.test(heading.words)) {
    const behind = heading.words.replace(findingsHeading, '').replace(/^[\s:–—-]{1,4}/, '');
    return { kind: 'findings', severity: null, lines: [{ text: behind, at }] };
  }
  const isItem = isItemHeading(text) && (inFindings || heading.level < 7);
  return isItem ? null : { kind: 'other', severity: null, lines: [] };
};

const statedAt = (words: string, { at }: Line): Stated => ({
  verdict: toVerdict(words),
  words: cutEnd(words, 200),
  place: `line ${at}`,
});

/** Verdict lines are taken out; the rest is cut at its headings. */
const sectionsOf = (lines: readonly Line[]): { stated: Stated | null; sections: Section[] } => {
  const sections: Section[] = [{ kind: 'findings', severity: null, lines: [] }];
  let stated: Stated | null = null;
  let awaiting = false;
  for (const line of lines) {
    const verdict = verdictLine(line.text);
    if (verdict !== null || (awaiting && line.text.trim() !== '')) {
      const words = (verdict ?? line.text).trim();
      awaiting = words === '';
      if (!awaiting) stated = statedAt(words, line);
      continue;
    }
    const section = sectionAt(line, sections.at(-1)?.kind === 'findings');
    if (section) sections.push(section);
    else sections.at(-1)?.lines.push(line);
  }
  return { stated, sections };
};

const count = /^\W{0,3}\d{0,4}\W{0,3}$/;

/** Elsewhere only what has a code and names its file is a finding. */
const isFinding = (item: Item, kind: Section['kind']): boolean =>
  kind === 'findings' || (itemCode.test(item.words) && item.fields.has('file'));

const saysNothing = ({ words, fields }: Item): boolean => nothing.test(words) && fields.size === 0;

/** Lines in a list of findings that are none of them. */
const unreadLines = (loose: readonly Line[]): Collected['problems'] =>
  loose
    .filter(({ text }) => !nothing.test(text.trim()) && !count.test(text))
    .map(({ text, at }) => ({
      place: `line ${at}`,
      message: `could not be read as a finding: ${JSON.stringify(cutEnd(text.trim(), 200))}`,
    }));

export const readReview = (lines: readonly Line[], context: FormatContext, reviewer?: string): Review => {
  const { stated, sections } = sectionsOf(lines);
  const into: Collected = { findings: [], problems: [] };
  let lists = false;
  for (const [index, { kind, severity, lines: body }] of sections.entries()) {
    const { items, loose } = splitItems(body);
    const listed = items.filter((item) => isFinding(item, kind) && !saysNothing(item));
    const isList = index > 0 || listed.length > 0 || body.some(({ text }) => nothing.test(text));
    if (kind === 'findings' && isList) lists = true;
    for (const item of listed) {
      const mention = item.fields.has('file') ? null : findMention(item.words);
      readItem(item, { context, severity, mention, ...given({ reviewer: reviewer || undefined }) }, into);
    }
    if (kind === 'findings' && index > 0) into.problems.push(...unreadLines(loose));
  }
  return { ...into, stated, lists };
};
