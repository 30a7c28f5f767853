/** ESLint's own JSON (`-f json` or `json-with-metadata`), which other tools write too, with the fixes of its rules. */
import { z } from 'zod';
import type { DraftFinding } from '../../model/finding.ts';
import type { TextEdit } from '../../model/finding/edits.ts';
import { given } from '../../plain/given.ts';
import { toColumns } from '../read/columns.ts';
import { toLineRange } from '../read/lines.ts';
import { toRepoPath } from '../read/paths.ts';
import { toSeverity } from '../read/severity.ts';
import { findingText, oneLine, titleOf } from '../read/text.ts';
import type { Collected, FormatContext, JsonFormat } from './format.ts';
import { asArray, firstIssue, own, type Say } from '../../plain/shape.ts';

const Message = z.object({
  ruleId: z.string().nullish(),
  severity: z.union([z.number(), z.string()]).nullish(),
  fatal: z.boolean().nullish(),
  message: z.string(),
  line: z.union([z.number(), z.string()]).nullish(),
  endLine: z.union([z.number(), z.string()]).nullish(),
  column: z.union([z.number(), z.string()]).nullish(),
  endColumn: z.union([z.number(), z.string()]).nullish(),
  fix: z.unknown().optional(),
  suggestions: z.array(z.object({ desc: z.string().nullish() })).nullish(),
});
type Message = z.infer<typeof Message>;

const Fix = z.object({ range: z.tuple([z.number(), z.number()]), text: z.string() });

const severityOf = (message: Message, say: Say): DraftFinding['severity'] => {
  if (message.fatal || message.severity === 2) return 'high';
  if (message.severity === 1) return 'medium';
  const severity = typeof message.severity === 'string' ? toSeverity(message.severity) : null;
  if (!severity) say(`unknown severity ${oneLine(String(message.severity))}; taken as medium`);
  return severity ?? 'medium';
};

/**
 * ESLint's ranges do not count a byte order mark, as ours do not; -1 stands for the mark itself, which no range of ours
 * reaches.
 */
const editOf = (message: Message, file: string, say: Say): TextEdit[] => {
  if (message.fix === undefined || message.fix === null) return [];
  const parsed = Fix.safeParse(message.fix);
  if (!parsed.success) {
    say(`its fix cannot be read: ${firstIssue(parsed.error)}`);
    return [];
  }
  const [start, end] = parsed.data.range;
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start) {
    return [{ file, range: { by: 'offset', start, end }, text: parsed.data.text }];
  }
  say(`its fix cannot be applied: the range ${start} to ${end} is not within the text`);
  return [];
};

/** ESLint says so when it is given a file that its configuration leaves out. It is no problem in the code. */
const isIgnoredNotice = (message: Message): boolean =>
  !message.ruleId && !message.fatal && message.message.startsWith('File ignored ');

const draft = (
  message: Message & { isOfAnother: boolean },
  file: string | undefined,
  context: FormatContext,
  say: Say,
): DraftFinding => {
  const description = findingText(message.message);
  const suggestion = findingText(message.suggestions?.find((each) => each.desc)?.desc ?? '');
  const edits = file === undefined ? [] : editOf(message, file, say);
  const lines = toLineRange(message.line, message.endLine);
  return {
    severity: severityOf(message, say),
    category: message.ruleId ?? 'general',
    title: titleOf(description),
    description,
    ...given({ suggestion: suggestion || undefined, file }),
    ...lines,
    ...toColumns(lines, message.column, message.endColumn),
    ...(message.ruleId && { rule: message.ruleId }),
    ...(edits.length > 0 && { edits }),
    ...(!context.fromTool && !message.isOfAnother && { reviewer: 'eslint' }),
  };
};

/** textlint, secretlint and html-validate write the same, with a key that ESLint has not. */
const others = ['type', 'selector'] as const;

const readMessage = (
  value: unknown,
  place: string,
  filePath: string,
  context: FormatContext,
  into: Collected,
): void => {
  const say: Say = (message) => void into.problems.push({ place, message });
  const parsed = Message.safeParse(value);
  if (!parsed.success) return say(`not an ESLint message: ${firstIssue(parsed.error)}`);
  if (isIgnoredNotice(parsed.data)) return say(`not reviewed: ${findingText(parsed.data.message)}`);
  if (!parsed.data.message.trim()) return say('not an ESLint message: it says nothing');
  const path = toRepoPath(filePath, context);
  if (path.problem) return say(`left out: ${path.problem}`);
  into.findings.push(
    draft(
      { ...parsed.data, isOfAnother: others.some((key) => own(value, key) !== undefined) },
      path.file,
      context,
      say,
    ),
  );
};

const isResult = (value: unknown): boolean =>
  typeof own(value, 'filePath') === 'string' && Array.isArray(own(value, 'messages'));

/** With what is known of its rules, they are one part of the document. */
const resultsOf = (value: unknown): readonly unknown[] => asArray(Array.isArray(value) ? value : own(value, 'results'));

const read = (value: unknown, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  for (const [index, result] of resultsOf(value).entries()) {
    const filePath = own(result, 'filePath');
    const messages = own(result, 'messages');
    if (typeof filePath !== 'string' || !Array.isArray(messages)) {
      into.problems.push({
        place: `[${index}]`,
        message: 'not an ESLint result: it needs "filePath" and a list "messages"',
      });
      continue;
    }
    for (const [n, message] of messages.entries())
      readMessage(message, `[${index}].messages[${n}]`, filePath, context, into);
  }
  return into;
};

export const eslint: JsonFormat = {
  of: 'json',
  name: 'eslint',
  title: 'ESLint JSON (eslint -f json)',
  // An empty list is what ESLint prints when no file matched.
  recognises: (value) =>
    (Array.isArray(value) && value.length === 0) ||
    resultsOf(value).some(isResult) ||
    (Array.isArray(own(value, 'results')) && own(own(value, 'metadata'), 'rulesMeta') !== undefined),
  read,
};
