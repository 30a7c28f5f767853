/**
 * A plan as files that a person can read and edit: `master_todo.json` and one `fix_todo_{code}.json` for each finding
 * (3.2).
 */
import { z } from 'zod';
import { Finding } from './finding.ts';

/** A question that was asked before fixing, and what was answered. */
export const Clarification = z.object({
  question_id: z.string(),
  question: z.string(),
  answer: z.string(),
  context: z.string().optional(),
});
export type Clarification = z.infer<typeof Clarification>;

export const RelatedFile = z.object({ path: z.string(), reason: z.string() });

export const TodoPlan = z.object({
  approach: z.enum(['patch', 'refactor', 'rewrite']),
  steps: z.array(z.string()),
  estimated_lines_changed: z.int().min(0),
  risks: z.array(z.string()),
  verification: z.string(),
});
export type TodoPlan = z.infer<typeof TodoPlan>;

/** What is known about how to fix a finding, beside the finding itself. */
export const TodoNotes = z.object({
  clarifications: z.array(Clarification).default([]),
  related_files: z.array(RelatedFile).default([]),
  existing_patterns: z.array(z.string()).default([]),
  plan: TodoPlan.optional().describe('Not there when nobody planned more than the order'),
});
export type TodoNotes = z.infer<typeof TodoNotes>;

export const FixTodo = z.object({
  issue_code: z.string(),
  issue_id: z.string(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  title: z.string(),
  clarifications: z.array(Clarification),
  context: z.object({
    file_content_snippet: z.string(),
    related_files: z.array(RelatedFile),
    existing_patterns: z.array(z.string()),
  }),
  plan: TodoPlan,
  finding: Finding.optional().describe('The whole finding, to lose nothing of it on the way through this file'),
});
export type FixTodo = z.infer<typeof FixTodo>;

export const MasterTodo = z.object({
  session_id: z.string(),
  branch_name: z.string(),
  execution_steps: z.array(
    z.object({
      step: z.int().min(1),
      reason: z.string(),
      issues: z.array(z.object({ code: z.string(), todo_file: z.string(), agent_type: z.string() })),
    }),
  ),
  summary: z.object({ total_issues: z.int(), total_steps: z.int() }),
});
export type MasterTodo = z.infer<typeof MasterTodo>;

/** Findings that may be worked on side by side; the steps of a plan follow each other. */
export const PlanStep = z.object({ reason: z.string(), findings: z.array(z.string()).describe('Ids') });
export type PlanStep = z.infer<typeof PlanStep>;
