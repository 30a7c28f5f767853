/** Why a finding ended as it did, gate by gate: the document of `fixpoint explain --json`. */
import { z } from 'zod';
import { Attempt, GateName, GateResult } from '../attempt.ts';
import { Remark } from '../remark.ts';
import { ReportFinding } from './reported.ts';

/** A command to copy. */
export const Look = z.object({ command: z.string(), why: z.string() });
export type Look = z.infer<typeof Look>;

export const ExplainedGate = z.object({
  gate: GateName,
  asks: z.string().optional().describe('The question that it answers; not there for gates of other versions'),
  result: z.enum([...GateResult.shape.result.options, 'not asked']),
  evidence: z.array(z.string()).describe('What it judged by, a line each'),
  remarks: z.array(Remark).optional().describe('What was noticed for it by reading the change'),
});
export type ExplainedGate = z.infer<typeof ExplainedGate>;

export const ExplainedAttempt = Attempt.pick({
  n: true,
  cycle: true,
  agent: true,
  claim: true,
  result: true,
  gate: true,
  reason: true,
  explanation: true,
  files: true,
  group: true,
  proof: true,
  flag: true,
}).extend({
  gates: z.array(ExplainedGate).describe('In the order in which they judge'),
  look: z.array(Look).describe('Commands to see for yourself'),
});
export type ExplainedAttempt = z.infer<typeof ExplainedAttempt>;

export const Explanation = z
  .object({
    run: z.string(),
    finding: ReportFinding.omit({ attempts: true }),
    summary: z.string().describe('Why it ended like this, in a sentence'),
    attempts: z.array(ExplainedAttempt),
    look: z.array(Look).describe('Commands to see for yourself, about the finding as a whole'),
  })
  .describe('Why a finding ended as it did, as printed by fixpoint explain --json');
export type Explanation = z.infer<typeof Explanation>;
