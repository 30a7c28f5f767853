/** Entries of PROGRESS.txt: reviews, fixes and failed fixes, in a form that can be read back as findings. */
import type { DraftFinding, Level } from '../../model/finding.ts';
import { printable, shorten } from '../../plain/printable.ts';

export type ProgressFinding = Pick<
  DraftFinding,
  'category' | 'title' | 'description' | 'suggestion' | 'file' | 'line'
> & { code: string };

export type ReviewEntry = {
  at: string;
  reviewer: string;
  level: Level;
  verdict: 'PASSED' | 'NEEDS_WORK';
  findings: readonly ProgressFinding[];
  /** What the reviewer says of the whole. */
  summary?: string | undefined;
  /** It says nothing about what the reviewer found before: whoever reads it keeps that. */
  isNote?: boolean;
};

export type FixEntry = {
  at: string;
  reviewer: string;
  code: string;
  what: string;
  files: readonly string[];
  attempt: number;
  /** So many attempts a finding gets. */
  of: number;
};

export type FailedEntry = {
  at: string;
  reviewer: string;
  code: string;
  issue: string;
  attempts: number;
  of: number;
  /** No attempt is left. */
  exhausted: boolean;
  reason: string;
};

const longestText = 4_000;

const longestTitle = 300;

const longestCategory = 40;

const categoryWords = 4;

const line = (text: string, longest = longestText): string => shorten(printable(text), longest);

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const time = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** In the heading of a fix, a slash stands between the reviewer and the code. */
const nameOf = (reviewer: string): string => line(reviewer, 100).replaceAll('/', '-') || 'reviewer';

/** Up to the first dash behind the code; a full stop, a colon or a tick would make it part of the title. */
const categoryOf = (category: string): string => {
  const words = line(category, longestCategory)
    .replaceAll(/[`*:]/g, ' ')
    .replaceAll('.', '/')
    .split(' ')
    .filter(hasWords);
  return words.slice(0, categoryWords).join(' ') || 'general';
};

const plainPath = /^[\w./@+~-]+$/;

/** A path that a reader could take for several words is quoted. */
const placeOf = ({ file, line: number }: ProgressFinding): string => {
  if (file === undefined) return '';
  const path = plainPath.test(file) ? file : `\`${printable(file).replaceAll('`', "'")}\``;
  return ` ${path}${number === undefined ? '' : `:${number}`}`;
};

const item = (finding: ProgressFinding, index: number): string => {
  const title = hasWords(finding.title)
    ? line(finding.title, longestTitle)
    : `no title ${line(finding.title, longestTitle)}`.trim();
  return [
    `${index + 1}. **${line(finding.code)}**: ${categoryOf(finding.category)} - ${title}`,
    `   - File:${placeOf(finding)}`,
    `   - Issue: ${line(finding.description) || title}`,
    `   - Suggestion:${finding.suggestion === undefined ? '' : ` ${line(finding.suggestion)}`}`,
  ]
    .map((text) => `${text.trimEnd()}\n`)
    .join('');
};

const entry = (parts: readonly string[]): string => `${[...parts, '---'].join('\n\n')}\n\n`;

/** As a quotation: a line of its own could be read as another verdict, or as a finding. */
const summaryPart = (summary: string | undefined): string[] => {
  const words = line(summary ?? '');
  return words === '' ? [] : [`### Summary\n> ${words}`];
};

export const reviewEntry = (review: ReviewEntry): string => {
  const { at, reviewer, level, verdict, findings, summary, isNote = false } = review;
  const items = findings.map((finding, index) => item(finding, index).trimEnd());
  const list = items.length > 0 ? items : ['No findings.'];
  return entry([
    `[Review] ${time(at)} - ${nameOf(reviewer)} (${level})`,
    `### Verdict: ${verdict}`,
    ...(isNote ? [] : ['### Findings', ...list]),
    ...summaryPart(summary),
  ]);
};

const bullets = (texts: readonly string[], nothing: string): string =>
  (texts.length > 0 ? texts : [nothing]).map((text) => `- ${line(text) || nothing}`).join('\n');

/** At the start of a line these would be read as a heading, a rule or another entry. */
const harmless = (text: string): string => line(text).replace(/^[[#*_`=-]/, String.raw`\$&`);

export const fixEntry = ({ at, reviewer, code, what, files, attempt, of }: FixEntry): string =>
  entry([
    `[Review Fix] ${time(at)} - ${nameOf(reviewer)}/${line(code)}`,
    `### What was fixed\n${bullets([what], 'not said')}`,
    `### Files changed\n${bullets(files, 'none')}`,
    `### Attempts\n${attempt} of ${of}`,
  ]);

export const failedEntry = ({ at, reviewer, code, issue, attempts, of, exhausted, reason }: FailedEntry): string =>
  entry([
    `[Review Fix Failed] ${time(at)} - ${nameOf(reviewer)}/${line(code)}`,
    `### Issue\n${bullets([issue], 'not said')}`,
    `### Attempts\n${attempts} of ${of}${exhausted ? ' (exhausted)' : ''}`,
    `### Reason\n${harmless(reason) || 'not said'}`,
  ]);
