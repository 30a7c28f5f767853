/** The tools: what an agent can ask about its findings, and how it says what became of them. */
import { z } from 'zod';
import { Outcome } from '../../../model/answer.ts';
import type { Finding } from '../../../model/finding.ts';
import { finderIn } from '../../../model/finding/names.ts';
import type { CallInput } from './call-input.ts';
import { toolNames } from './tool-names.ts';
import { given } from '../../../plain/given.ts';

export type ToolResult = { text: string; isError?: boolean };

/** What the tools work on. */
export type ToolContext = {
  input: () => CallInput;
  /** Keeps an outcome; returns all that were reported so far. */
  add: (outcome: Outcome) => Outcome[];
};

export type Tool = {
  description: string;
  arguments: z.ZodObject;
  readOnly: boolean;
  run: (given: unknown, context: ToolContext) => ToolResult;
};

const longestExplanation = 20_000;
const longestName = 200;

const Name = z.string().min(1).max(longestName).describe('Id or code of the finding');
const Nothing = z.object({});
const ByName = z.object({ id: Name });
const Report = z.object({
  id: Name,
  outcome: z
    .enum(['fixed', 'blocked', 'deferred'])
    .describe(
      'fixed: the problem is gone. blocked: it cannot or must not be fixed. deferred: not finished; say what remains.',
    ),
  explanation: z
    .string()
    .max(longestExplanation)
    .describe('What you changed, or why it is not fixed. Required for blocked and deferred.'),
  confidence: z.number().min(0).max(1).optional().describe('How sure you are, from 0 to 1'),
  dispute: Outcome.shape.dispute,
});

const listFindings = (_: z.infer<typeof Nothing>, { input }: ToolContext): ToolResult => {
  const rows = input().findings.map(({ code, id, severity, file, line, title }) => ({
    code,
    id,
    severity,
    file,
    line,
    title,
  }));
  return { text: JSON.stringify(rows, null, 1) };
};

const getFinding = ({ id }: z.infer<typeof ByName>, { input }: ToolContext): ToolResult => {
  const { findings, attempts } = input();
  const finding = finderIn(findings)(id);
  if (finding === undefined) return unknownName(id, findings);
  // The anchor is for machines, and says nothing that the rest does not.
  const { anchor: _, ...told } = finding;
  return {
    text: JSON.stringify(
      { ...told, attempts: Object.hasOwn(attempts, finding.id) ? attempts[finding.id] : [] },
      null,
      1,
    ),
  };
};

const reportOutcome = (report: z.infer<typeof Report>, { input, add }: ToolContext): ToolResult => {
  const { id, outcome, explanation, confidence, dispute } = report;
  const { findings } = input();
  const finding = finderIn(findings)(id);
  const name = finding?.id ?? id;
  const reported = add({ id: name, outcome, explanation, ...given({ confidence, dispute }) });
  if (finding === undefined) return unknownName(id, findings);
  return { text: `Recorded: ${finding.code} ${outcome}. ${whatIsMissing(findings, reported)}` };
};

const whatIsMissing = (findings: readonly Finding[], reported: readonly { id: string }[]): string => {
  const answered = new Set(reported.map((each) => each.id));
  const missing = findings.filter((each) => !answered.has(each.id)).map(({ code }) => code);
  if (missing.length === 0) return 'Every finding has an outcome.';
  return `Still without an outcome: ${missing.join(', ')}.`;
};

const unknownName = (name: string, findings: readonly Finding[]): ToolResult => ({
  text: `There is no finding ${JSON.stringify(name)}. The findings are ${findings.map(({ code }) => code).join(', ')}.`,
  isError: true,
});

const tool = <Arguments extends z.ZodObject>(
  description: string,
  readOnly: boolean,
  schema: Arguments,
  run: (given: z.infer<Arguments>, context: ToolContext) => ToolResult,
): Tool => ({
  description,
  arguments: schema,
  readOnly,
  run: (given, context) => {
    const parsed = schema.safeParse(given ?? {});
    if (!parsed.success) return { text: z.prettifyError(parsed.error), isError: true };
    return run(parsed.data, context);
  },
});

export const tools: ReadonlyMap<string, Tool> = new Map([
  [
    toolNames.listFindings,
    tool('List the findings of this task: code, id, severity, file, line, title.', true, Nothing, listFindings),
  ],
  [
    toolNames.getFinding,
    tool(
      'Everything about one finding: description, suggestion, place, and what was tried before.',
      true,
      ByName,
      getFinding,
    ),
  ],
  [
    toolNames.reportOutcome,
    tool(
      'Report what became of one finding. Call it once for every finding, after your work on it. ' +
        'A later call for the same finding replaces the earlier one. Answers which findings still lack an outcome.',
      false,
      Report,
      reportOutcome,
    ),
  ],
]);
