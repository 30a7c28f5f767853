/** stylelint's own JSON (`stylelint -f json`), with the fixes that its rules offer. */
import { z } from 'zod';
import type { DraftFinding } from '../../model/finding.ts';
import type { TextEdit } from '../../model/finding/edits.ts';
import { toColumns } from '../read/columns.ts';
import { toLineRange } from '../read/lines.ts';
import { toRepoPath } from '../read/paths.ts';
import { toSeverity } from '../read/severity.ts';
import { findingText, titleOf } from '../read/text.ts';
import type { Collected, FormatContext, JsonFormat } from './format.ts';
import { cutEnd } from '../../plain/cut.ts';
import { asArray, firstIssue, own, type Say } from '../../plain/shape.ts';

const Warning = z.object({
  line: z.number().nullish(),
  column: z.number().nullish(),
  endLine: z.number().nullish(),
  endColumn: z.number().nullish(),
  rule: z.string().nullish(),
  severity: z.string().nullish(),
  text: z.string(),
  fix: z.unknown().optional(),
});
type Warning = z.infer<typeof Warning>;

const Fix = z.object({ range: z.tuple([z.int().min(0), z.int().min(0)]), text: z.string() });

const editOf = (fix: unknown, file: string, say: Say): TextEdit[] => {
  if (fix === undefined || fix === null) return [];
  const parsed = Fix.safeParse(fix);
  const [start, end] = parsed.data?.range ?? [0, -1];
  if (parsed.success && start <= end) return [{ file, range: { by: 'offset', start, end }, text: parsed.data.text }];
  const why = parsed.error ? firstIssue(parsed.error) : `the range ${start} to ${end} leads backwards`;
  say(`its fix cannot be applied: ${why}`);
  return [];
};

const severityOf = (word: string | null | undefined, say: Say): DraftFinding['severity'] => {
  const severity = toSeverity(word ?? '');
  if (!severity) say(`unknown severity ${cutEnd(JSON.stringify(word ?? null), 80)}; taken as medium`);
  return severity ?? 'medium';
};

/** The text ends with the rule in brackets, which is shown anyway. */
const words = (warning: Warning): string => {
  const text = findingText(warning.text);
  const tail = ` (${warning.rule})`;
  return text.endsWith(tail) ? text.slice(0, -tail.length) : text;
};

const draft = (warning: Warning, file: string | undefined, context: FormatContext, say: Say): DraftFinding => {
  const description = words(warning);
  const lines = toLineRange(warning.line, warning.endLine);
  const edits = file === undefined ? [] : editOf(warning.fix, file, say);
  return {
    severity: severityOf(warning.severity, say),
    category: warning.rule ?? 'general',
    title: titleOf(description),
    description,
    ...(file !== undefined && { file, ...lines, ...toColumns(lines, warning.column, warning.endColumn) }),
    ...(warning.rule && { rule: warning.rule }),
    ...(edits.length > 0 && { edits }),
    ...(!context.fromTool && { reviewer: 'stylelint' }),
  };
};

const readWarning = (value: unknown, place: string, source: string, context: FormatContext, into: Collected): void => {
  const say: Say = (message) => void into.problems.push({ place, message });
  const parsed = Warning.safeParse(value);
  if (!parsed.success) return say(`not a warning of stylelint: ${firstIssue(parsed.error)}`);
  if (!parsed.data.text.trim()) return say('not a warning of stylelint: it says nothing');
  const path = toRepoPath(source, context);
  if (path.problem) return say(`left out: ${path.problem}`);
  into.findings.push(draft(parsed.data, path.file, context, say));
};

/** What stylelint says about itself and its configuration: no problem in the code, and yet not to be lost. */
const asides = ['parseErrors', 'invalidOptionWarnings', 'deprecations'] as const;

const readResult = (result: unknown, place: string, context: FormatContext, into: Collected): void => {
  const [source, warnings] = [own(result, 'source'), own(result, 'warnings')];
  if (!Array.isArray(warnings))
    return void into.problems.push({ place, message: 'not a result of stylelint: it needs a list "warnings"' });
  for (const [index, warning] of warnings.entries()) {
    readWarning(warning, `${place}.warnings[${index}]`, typeof source === 'string' ? source : '', context, into);
  }
  for (const kind of asides) {
    for (const [index, aside] of asArray(own(result, kind)).entries()) {
      const text = own(aside, 'text');
      const words = typeof text === 'string' ? findingText(text) : cutEnd(JSON.stringify(aside), 200);
      const message = `stylelint says: ${words}`;
      into.problems.push({ place: `${place}.${kind}[${index}]`, message });
    }
  }
};

const isResult = (value: unknown): boolean =>
  Array.isArray(own(value, 'warnings')) && own(value, 'messages') === undefined;

const read = (value: unknown, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  for (const [index, result] of asArray(value).entries()) readResult(result, `[${index}]`, context, into);
  return into;
};

export const stylelint: JsonFormat = {
  of: 'json',
  name: 'stylelint',
  title: 'stylelint JSON (stylelint -f json)',
  recognises: (value) => Array.isArray(value) && (value.length === 0 || value.some(isResult)),
  read,
};
