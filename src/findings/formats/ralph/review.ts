/** One review in Ralph's markdown: its verdict, and the findings below it. */
import type { Severity } from '../../../model/finding.ts';
import type { Collected, FormatContext } from '../format.ts';
import { readItem, spokenSeverity } from '../markdown-finding.ts';
import { type Item, type Line, itemCode, readStart, splitItems } from '../markdown-items.ts';
import { findMention } from '../place.ts';
import { type Stated, toVerdict, verdictLine } from '../verdict.ts';
import { cutEnd } from '../../../plain/cut.ts';

export type Review = Collected & {
  stated: Stated | null;
  /** It has a place for findings, be it that nothing stands there: more than a note of the verdict. */
  lists: boolean;
};

type Section = { kind: 'findings' | 'other'; severity: Severity | null; lines: Line[] };

const findingsHeading =
  /^(?:all\s|open\s|remaining\s|blocking\s|review\s|code\s)?(?:findings?|issues?|problems?)(?:\s(?:found|to fix|list))?\b/i;
const severityHeading =
  /^\W{0,8}(?<word>critical|blocker|high|major|medium|moderate|minor|low|info|nit)s?(?:[\s-](?:severity|priority|impact))?(?:\s(?:findings?|issues?|problems?|bugs?))?\W{0,8}(?:\d{1,4}\W{0,3})?$/i;
/** As a whole line: nothing was found. */
const nothing =
  /^\W{0,8}(?:no|none|nothing|zero|0|n\/a)\b(?:\s(?:\w+,?\s){0,5}(?:findings?|issues?|problems?|found|detected|reported|identified))?(?:\s(?:were|was|found|detected|reported|identified)){0,3}\W{0,8}$/i;

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

/** Verdict lines are taken out; the rest is cut at its headings. */
const sectionsOf = (lines: readonly Line[]): { stated: Stated | null; sections: Section[] } => {
  const sections: Section[] = [{ kind: 'findings', severity: null, lines: [] }];
  let stated: Stated | null = null;
  let awaiting = false;
  for (const line of lines) {
    const words = verdictLine(line.text);
    if (words !== null || (awaiting && line.text.trim() !== '')) {
      const said = (words ?? line.text).trim();
      awaiting = said === '';
      if (!awaiting) stated = { verdict: toVerdict(said), words: cutEnd(said, 200), place: `line ${line.at}` };
      continue;
    }
    const heading = headingOf(line.text);
    const inFindings = sections.at(-1)?.kind === 'findings';
    const severity = heading && spokenSeverity(severityHeading.exec(heading.words)?.groups?.['word'] ?? '');
    if (heading && severity) sections.push({ kind: 'findings', severity, lines: [] });
    else if (heading && findingsHeading.test(heading.words)) {
      const behind = heading.words.replace(findingsHeading, '').replace(/^[\s:–—-]{1,4}/, '');
      sections.push({ kind: 'findings', severity: null, lines: [{ text: behind, at: line.at }] });
    } else if (heading && !(isItemHeading(line.text) && (inFindings || heading.level < 7)))
      sections.push({ kind: 'other', severity: null, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return { stated, sections };
};

const count = /^\W{0,3}\d{0,4}\W{0,3}$/;

/** Elsewhere only what has a code and names its file is a finding. */
const isFinding = (item: Item, kind: Section['kind']): boolean =>
  kind === 'findings' || (itemCode.test(item.words) && item.fields.has('file'));

export const readReview = (lines: readonly Line[], context: FormatContext, reviewer?: string): Review => {
  const { stated, sections } = sectionsOf(lines);
  const into: Collected = { findings: [], problems: [] };
  let lists = false;
  for (const [index, { kind, severity, lines: body }] of sections.entries()) {
    const { items, loose } = splitItems(body);
    const found = items.filter(
      (item) => isFinding(item, kind) && !(nothing.test(item.words) && item.fields.size === 0),
    );
    if (kind === 'findings' && (index > 0 || found.length > 0 || body.some(({ text }) => nothing.test(text))))
      lists = true;
    for (const item of found) {
      const mention = item.fields.has('file') ? null : findMention(item.words);
      readItem(item, { context, severity, mention, ...(reviewer && { reviewer }) }, into);
    }
    if (kind === 'other' || index === 0) continue;
    for (const { text, at } of loose) {
      if (nothing.test(text.trim()) || count.test(text)) continue;
      into.problems.push({
        place: `line ${at}`,
        message: `could not be read as a finding: ${JSON.stringify(cutEnd(text.trim(), 200))}`,
      });
    }
  }
  return { ...into, stated, lists };
};
