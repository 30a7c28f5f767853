/** What an agent is given and what it answers, by its role: the contract of the `command` agent. */
import { z } from 'zod';
import { Attempt, Usage } from './attempt.ts';
import { Shown } from './challenge.ts';
import { Citation, Dispute, DisputeGround } from './finding/dispute.ts';
import { Finding } from './finding.ts';
import { Clarification, FixTodo } from './todo.ts';

export const Role = z.enum(['fix', 'review', 'challenge', 'plan', 'clarify', 'adjudicate']);
export type Role = z.infer<typeof Role>;

export const Convention = z.object({ file: z.string(), text: z.string() });
export type Convention = z.infer<typeof Convention>;

/** What every role is given. */
const common = {
  run: z.string(),
  findings: z.array(Finding).describe('What the call is about; a reviewer gets none'),
  conventions: z.array(Convention),
  notes: z.string().optional().describe('Of the user'),
};

/** Findings that belong together, or a step of a plan, whose findings do not depend on each other. */
export const FindingGroup = z.object({ description: z.string(), findings: z.array(z.string()).describe('Codes') });
export type FindingGroup = z.infer<typeof FindingGroup>;

/** The structured input of a fixer, in the file that FIXPOINT_INPUT names. */
export const FixInput = z.object({
  role: z.literal('fix'),
  ...common,
  attempts: z.record(z.string(), z.array(Attempt)).describe('By id of the finding: what was tried so far'),
  todo: z
    .record(z.string(), FixTodo)
    .describe('By code: what is planned for the finding, and what a person answered about it'),
  groups: z
    .array(FindingGroup)
    .optional()
    .describe(
      'In calls about several findings: the steps of a plan, or what belongs together (by file only if delegated)',
    ),
  diff: z
    .string()
    .optional()
    .describe('What the reviewed change did around the findings, as a unified diff; only where there is a base'),
  verify: z.array(z.string()).describe('Commands that must pass after the fix'),
});
export type FixInput = z.infer<typeof FixInput>;

export const ReviewInput = z.object({
  role: z.literal('review'),
  ...common,
  reviewer: z.string(),
  skill: z.string(),
  base: z.string().describe('What the diff compares with'),
  diff: z.string(),
  files: z.array(z.string()).describe('Those of the diff'),
  spec: z.string().optional().describe('Folder with the specification'),
});
export type ReviewInput = z.infer<typeof ReviewInput>;

export const ClarifyInput = z.object({
  role: z.literal('clarify'),
  ...common,
  answers: z.array(Clarification).describe('What was asked and answered so far'),
});
export type ClarifyInput = z.infer<typeof ClarifyInput>;

export const PlanInput = z.object({
  role: z.literal('plan'),
  ...common,
  answers: z.array(Clarification),
  verify: z.array(z.string()),
});
export type PlanInput = z.infer<typeof PlanInput>;

export const ChallengeInput = z.object({
  role: z.literal('challenge'),
  ...common,
  outcomes: z
    .array(z.object({ id: z.string(), outcome: z.string(), explanation: z.string().optional() }))
    .describe('What the fixer claims; how it explains that, only with challenger.explanation'),
  diff: z.string(),
  ...Shown.shape,
  threshold: z.number(),
  verify: z.array(z.string()).describe('Commands that passed with the change'),
});
export type ChallengeInput = z.infer<typeof ChallengeInput>;

export const AdjudicateInput = z.object({
  role: z.literal('adjudicate'),
  ...common,
  disputes: z
    .array(z.object({ id: z.string(), ground: DisputeGround, evidence: z.array(Citation) }))
    .describe('By code of the finding: why the fixer calls it wrong, and the lines that should show it'),
});
export type AdjudicateInput = z.infer<typeof AdjudicateInput>;

export const AgentInput = z.discriminatedUnion('role', [
  FixInput,
  ReviewInput,
  ClarifyInput,
  PlanInput,
  ChallengeInput,
  AdjudicateInput,
]);
export type AgentInput = z.infer<typeof AgentInput>;

export const Outcome = z.object({
  id: z.string().describe('Id or code of the finding'),
  outcome: z.enum(['fixed', 'blocked', 'deferred']),
  explanation: z.string().default(''),
  confidence: z.number().optional(),
  dispute: Dispute.optional().describe('With blocked: the finding is wrong, and these lines show it'),
});
export type Outcome = z.infer<typeof Outcome>;

export const FixAnswer = z.object({
  outcomes: z.array(Outcome),
  session: z.string().optional(),
  usage: Usage.optional(),
});
export type FixAnswer = z.infer<typeof FixAnswer>;
