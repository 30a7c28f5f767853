/** Reads the plan of an agent, and makes of it one that can be carried out. */
import { z } from 'zod';
import type { CallAnswerOf } from '../../model/call.ts';
import type { Finding } from '../../model/finding.ts';
import { RelatedFile, TodoPlan, type TodoNotes } from '../../model/todo.ts';
import { computePlan } from './compute.ts';
import { correctPlan, type NamedStep } from './correct.ts';
import { finderIn } from '../../model/finding/names.ts';
import { readPlanNotes } from './read-notes.ts';
import { textOr, shortened } from '../../plain/clean-text.ts';
import { asArray, firstText, own } from '../../plain/shape.ts';
import { inStepOrder } from './step-order.ts';

/** A master_todo whose issues carry what goes into their fix_todo. */
export const PlanAnswer = z.object({
  execution_steps: z.array(
    z.object({
      step: z.int().min(1).max(100_000),
      reason: z.string(),
      issues: z.array(
        z.object({
          code: z.string(),
          related_files: z.array(RelatedFile),
          existing_patterns: z.array(z.string()),
          plan: TodoPlan.extend({ estimated_lines_changed: z.int().min(0).max(1_000_000) }),
        }),
      ),
    }),
  ),
});

export const planSchema = (): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(PlanAnswer, { io: 'input' });
  return schema;
};

export type PlanReading = Omit<CallAnswerOf<'plan'>, 'role'>;

const longestReason = 500;
const mostSaid = 100;

/** What the steps of an answer hold. */
type Planned = { steps: NamedStep[]; todos: Map<string, TodoNotes>; problems: string[]; isAboutFindings: boolean };

const readSteps = (list: readonly unknown[], findings: readonly Finding[]): Planned => {
  const find = finderIn(findings);
  const planned: Planned = { steps: [], todos: new Map(), problems: [], isAboutFindings: false };
  const nameIn = (issue: unknown): string[] => {
    const name = nameOf(issue);
    if (name === undefined) planned.problems.push('an issue of the plan has no code: left out');
    const finding = name === undefined ? undefined : find(name);
    if (finding !== undefined) {
      planned.isAboutFindings = true;
      addNotes(planned.todos, finding, issue, planned.problems);
    }
    return name === undefined ? [] : [name];
  };
  planned.steps = inStepOrder(list).map((step) => ({
    names: issuesIn(step).flatMap(nameIn),
    reason: textOr(own(step, 'reason'), '', longestReason),
  }));
  return planned;
};

/** With a `problem`, the steps are those that are computed without an agent. */
export const readPlanAnswer = (answer: unknown, findings: readonly Finding[]): PlanReading => {
  if (answer === null || answer === undefined) return unusable(findings, 'there is no answer');
  const list = Array.isArray(answer) ? answer : own(answer, 'execution_steps');
  if (!Array.isArray(list)) return unusable(findings, 'it has no list "execution_steps"');
  const { steps, todos, problems, isAboutFindings } = readSteps(list, findings);
  if (!isAboutFindings && findings.length > 0) return unusable(findings, 'it names none of the findings');
  const corrected = correctPlan(steps, findings);
  const corrections = [
    ...corrected.corrections,
    ...shortened(problems, mostSaid, (more) => `${more} more such problems are not listed`),
  ];
  return { steps: corrected.steps, todos: Object.fromEntries(todos), corrections };
};

const unusable = (findings: readonly Finding[], problem: string): PlanReading => ({
  steps: computePlan(findings),
  todos: {},
  corrections: [],
  problem,
});

const issuesIn = (step: unknown): readonly unknown[] => asArray(own(step, 'issues') ?? own(step, 'findings'));

const nameOf = (issue: unknown): string | undefined =>
  typeof issue === 'string' ? issue : firstText(issue, ['code', 'issue_code', 'id', 'issue_id']);

/** Of a finding that is named twice, the first plan counts. */
const addNotes = (todos: Map<string, TodoNotes>, finding: Finding, issue: unknown, said: string[]): void => {
  if (typeof issue === 'string' || todos.has(finding.id)) return;
  const notes = readPlanNotes(issue, (message) => void said.push(`${finding.code}: ${message}`));
  if (notes.plan === undefined && notes.related_files.length === 0 && notes.existing_patterns.length === 0) return;
  todos.set(finding.id, { clarifications: [], ...notes });
};
