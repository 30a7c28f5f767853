/**
 * One finding as reviewing agents write it. Reviewers mix the vocabularies of the formats, so each key has its aliases.
 */
import { z } from 'zod';
import type { DraftFinding } from '../../model/finding.ts';
import { given } from '../../plain/given.ts';
import { toLineRange } from '../read/lines.ts';
import { toRepoPath } from '../read/paths.ts';
import { toSeverity } from '../read/severity.ts';
import { findingText, titleOf } from '../read/text.ts';
import type { Collected, FormatContext } from './format.ts';
import { type Place, findMention, readPlace } from './place/place.ts';
import { looksLikeFile } from './place/file-names.ts';
import { quoteOf } from './quote.ts';
import { firstIssue } from '../../plain/shape.ts';
import { done } from './verdict.ts';

const text = z.string().nullish();
const line = z.union([z.number(), z.string()]).nullish();

const ReviewItem = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  code: text,
  severity: text,
  category: text,
  rule: text,
  title: text,
  issue: text,
  description: text,
  message: text,
  file: text,
  file_path: text,
  path: text,
  line,
  line_start: line,
  line_end: line,
  endLine: line,
  fix_hint: text,
  suggested_fix: text,
  suggestion: text,
  reproduction: text,
  reviewer: text,
  status: text,
  // Whatever these hold, they must not cost a finding.
  column: z.unknown().optional(),
  quote: z.unknown().optional(),
  code_snippet: z.unknown().optional(),
  snippet: z.unknown().optional(),
  evidence: z.unknown().optional(),
});
type ReviewItem = z.infer<typeof ReviewItem>;

/** The first text that says something. */
const firstText = (...texts: (string | null | undefined)[]): string =>
  findingText(texts.find((each) => each?.trim()) ?? '');

/** One that is missing or not understood must not hide a finding: it counts as medium. Some formats have none. */
export const severityOf = (
  word: string | null | undefined,
  say: (message: string) => void,
): DraftFinding['severity'] => {
  const severity = word?.trim() ? toSeverity(word) : 'medium';
  if (!severity) say(`unknown severity ${JSON.stringify(word)}; taken as medium`);
  return severity ?? 'medium';
};

/** A position that is not understood is dropped and said. */
export const linesOf = (
  start: number | string | null | undefined,
  end: number | string | null | undefined,
  say: (message: string) => void,
): { line?: number; endLine?: number } => {
  const range = toLineRange(start, end);
  if (!range) say(`${JSON.stringify(start)} is not a line; the finding is kept without one`);
  return range ?? {};
};

const wordsOf = (item: ReviewItem, more: readonly string[]): { title: string; description: string } => {
  const description = firstText(item.description, item.issue, item.message, item.title);
  const title = titleOf(firstText(item.title, item.issue, item.message, description));
  return { title, description: findingText([description, ...more].filter(Boolean).join('\n\n')) };
};

/**
 * A path may bring its line with it, or another path: `a.py:42-50`, `a.py, b.py`. What else it holds is taken for its
 * name.
 */
const placeOf = (raw: string): Place => {
  const place = readPlace(raw);
  const several =
    place !== null && /[,;&]| and /.test(raw) && looksLikeFile(place.path) && findMention(place.rest) !== null;
  const isPlace = place !== null && (place.line !== undefined || several || (place.rest === '' && place.path !== raw));
  return isPlace ? place : { path: raw, rest: '' };
};

const isGiven = (start: number | string | null | undefined): boolean =>
  start !== undefined && start !== null && start !== '' && Number(start) !== 0;

const positionOf = (item: ReviewItem, place: Place, say: (message: string) => void): Partial<DraftFinding> => {
  const start = item.line ?? item.line_start;
  const written = isGiven(start) ? linesOf(start, item.line_end ?? item.endLine, say) : {};
  const { line, endLine } = written.line === undefined ? place : written;
  const column = Number(item.column ?? place.column);
  return {
    ...given({ line, endLine }),
    ...(line !== undefined && Number.isSafeInteger(column) && column > 0 && { column }),
  };
};

const optional = (item: ReviewItem, context: FormatContext): Partial<DraftFinding> => {
  const suggestion = firstText(item.fix_hint, item.suggested_fix, item.suggestion);
  const code = firstText(item.code, item.id === null || item.id === undefined ? '' : String(item.id));
  const reviewer = context.fromTool ? '' : firstText(item.reviewer);
  const rule = firstText(item.rule);
  const reproduction = firstText(item.reproduction);
  return {
    ...given({
      suggestion: suggestion || undefined,
      code: code || undefined,
      reviewer: reviewer || undefined,
      rule: rule || undefined,
      reproduction: reproduction || undefined,
    }),
  };
};

/** Adds the finding, or a problem with its place. */
export const readReviewItem = (
  value: unknown,
  place: string,
  context: FormatContext,
  into: Collected,
  group?: string,
): void => {
  const say = (message: string): void => void into.problems.push({ place, message });
  const parsed = ReviewItem.safeParse(value);
  if (!parsed.success) return say(`not a finding: ${firstIssue(parsed.error)}`);
  const item = parsed.data;
  if (item.status === 'fixed' || item.status === 'dismissed') return say(`${done} ${item.status}`);
  const written = firstText(item.file, item.file_path, item.path);
  const where = placeOf(written);
  const { quote, said } = quoteOf([item.quote, item.code_snippet, item.snippet], item.evidence);
  const words = wordsOf(item, [where.rest && `Reported at: ${written}`, said ? `Evidence: ${said}` : '']);
  if (!words.title) return say('not a finding: it has no title, issue or description');
  const path = toRepoPath(where.path, context);
  if (path.problem) return say(`left out: ${path.problem}`);
  if (!item.severity?.trim()) say('it has no severity; taken as medium');
  into.findings.push({
    severity: severityOf(item.severity, say),
    category: firstText(item.category, item.rule) || 'general',
    ...words,
    ...given({ file: path.file }),
    ...positionOf(item, where, say),
    ...optional(item, context),
    ...given({ quote: quote || undefined, group: group || undefined }),
  });
};
