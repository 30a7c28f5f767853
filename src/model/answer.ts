/** What a fixer is given and what it answers: the contract of the `command` agent. */
import { z } from 'zod';
import { Attempt, Usage } from './attempt.ts';
import { Finding } from './finding.ts';

export const Role = z.enum(['fix', 'review', 'challenge', 'plan', 'clarify']);
export type Role = z.infer<typeof Role>;

export const Convention = z.object({ file: z.string(), text: z.string() });
export type Convention = z.infer<typeof Convention>;

/** The structured input, in the file that FIXPOINT_INPUT names. */
export const FixInput = z.object({
  role: z.literal('fix'),
  run: z.string(),
  findings: z.array(Finding),
  attempts: z.record(z.string(), z.array(Attempt)).describe('By id of the finding: what was tried so far'),
  verify: z.array(z.string()).describe('Commands that must pass after the fix'),
  conventions: z.array(Convention),
  notes: z.string().optional(),
});
export type FixInput = z.infer<typeof FixInput>;

export const Outcome = z.object({
  id: z.string().describe('Id or code of the finding'),
  outcome: z.enum(['fixed', 'blocked', 'deferred']),
  explanation: z.string().default(''),
  confidence: z.number().optional(),
});
export type Outcome = z.infer<typeof Outcome>;

export const FixAnswer = z.object({
  outcomes: z.array(Outcome),
  session: z.string().optional(),
  usage: Usage.optional(),
});
export type FixAnswer = z.infer<typeof FixAnswer>;
