/** One fix_todo object of seed T: a finding with a plan and the answers that a person gave about it. */
import { z } from 'zod';
import { given } from '../../plain/given.ts';
import { toRepoPath } from '../read/paths.ts';
import { findingText, titleOf } from '../read/text.ts';
import type { Collected, FormatContext } from './format.ts';
import { linesOf, severityOf } from './review-item.ts';
import { sourceIdOf } from '../../model/finding/source-id.ts';
import { firstIssue } from '../../plain/shape.ts';

const text = z.string().nullish();
const texts = z.array(z.string()).nullish();

const FixTodo = z.object({
  issue_code: z.string().min(1),
  file: text,
  line: z.union([z.number(), z.string()]).nullish(),
  end_line: z.union([z.number(), z.string()]).nullish(),
  title: text,
  description: text,
  severity: text,
  category: text,
  clarifications: z.array(z.object({ question: text, answer: text })).nullish(),
  context: z
    .object({
      related_files: z.array(z.object({ path: z.string(), reason: text })).nullish(),
      existing_patterns: texts,
    })
    .nullish(),
  plan: z.object({ approach: text, steps: texts, risks: texts, verification: text }).nullish(),
});
type FixTodo = z.infer<typeof FixTodo>;

const list = (heading: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `${heading}:\n${items.map((item) => `- ${item}`).join('\n')}`;

const paragraphs = (...parts: string[]): string => findingText(parts.filter((part) => part.trim()).join('\n\n'));

/** What a person answered and what the planner saw belongs to the problem, so it reaches whoever fixes it. */
const descriptionOf = (todo: FixTodo): string =>
  paragraphs(
    todo.description ?? todo.title ?? '',
    list(
      'Clarified',
      (todo.clarifications ?? [])
        .filter((each) => each.answer?.trim())
        .map((each) => `${each.question ?? ''} ${each.answer ?? ''}`.trim()),
    ),
    list(
      'Related files',
      (todo.context?.related_files ?? []).map((each) => (each.reason ? `${each.path}: ${each.reason}` : each.path)),
    ),
    list('Existing patterns', todo.context?.existing_patterns ?? []),
    list('Risks', todo.plan?.risks ?? []),
  );

const suggestionOf = (todo: FixTodo): string =>
  paragraphs(
    todo.plan?.approach ? `Approach: ${todo.plan.approach}` : '',
    list('Steps', todo.plan?.steps ?? []),
    todo.plan?.verification ? `Verification: ${todo.plan.verification}` : '',
  );

export const readFixTodo = (value: unknown, place: string, context: FormatContext, into: Collected): void => {
  const say = (message: string): void => void into.problems.push({ place, message });
  const parsed = FixTodo.safeParse(value);
  if (!parsed.success) return say(`not a fix_todo: ${firstIssue(parsed.error)}`);
  const todo = parsed.data;
  const title = titleOf(findingText(todo.title ?? todo.description ?? ''));
  if (!title) return say('not a fix_todo: it has no title');
  const path = toRepoPath(todo.file?.trim() ?? '', context);
  if (path.problem) return say(`left out: ${path.problem}`);
  const suggestion = suggestionOf(todo);
  into.findings.push({
    code: todo.issue_code,
    severity: severityOf(todo.severity, say),
    category: todo.category?.trim() || 'general',
    title,
    description: descriptionOf(todo),
    ...given({ file: path.file }),
    ...linesOf(todo.line, todo.end_line, say),
    ...given({ suggestion: suggestion || undefined, sourceId: sourceIdOf(value) }),
  });
};
