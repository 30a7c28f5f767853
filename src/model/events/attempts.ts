/** Events of attempts: from the call of an agent to the judgement of what it did. */
import { z } from 'zod';
import { AttemptResult, Claim, GateName, GateResult, Session, Usage } from '../attempt.ts';
import { Challenge } from '../challenge.ts';
import { ReadDispute, Ruling } from '../finding/dispute.ts';
import { Proof } from '../proof.ts';
import { Verification } from '../verification.ts';
import { AgentOutcome } from '../run/outcome.ts';
import { Snapshot, Reserved } from '../run/snapshot.ts';
import { unitRef, postponement } from './parts.ts';

export const attemptEvents = [
  z.object({
    type: z.literal('attempt.started'),
    ...unitRef,
    agent: z.string(),
    cycle: z.int(),
    reserved: Reserved.optional().describe('What the call is expected to use, set aside from the budget'),
  }),
  z
    .object({ type: z.literal('attempt.output'), ...unitRef, text: z.string() })
    .describe('Live only: not kept in the journal'),
  z
    .object({
      type: z.literal('attempt.activity'),
      ...unitRef,
      activity: z.enum(['tool', 'file']),
      name: z.string().describe('Of the tool, or the path of the file that was changed'),
      detail: z.string().optional(),
    })
    .describe('Live only: not kept in the journal'),
  z.object({ type: z.literal('attempt.postponed'), ...unitRef, ...postponement }),
  z.object({
    type: z.literal('attempt.finished'),
    ...unitRef,
    agent: z.string(),
    outcome: AgentOutcome,
    message: z.string().optional(),
    claims: z
      .record(
        z.string(),
        z.object({
          claim: Claim,
          explanation: z.string(),
          confidence: z.number().optional(),
          dispute: ReadDispute.optional().describe('It says that the finding is wrong'),
          silent: z
            .boolean()
            .optional()
            .describe('It said nothing about its one finding, and what it changed is judged all the same'),
        }),
      )
      .describe('By id of the finding'),
    cut: z.array(z.string()).describe('Findings that did not fit into the prompt and wait for the next call'),
    unknownIds: z.array(z.string()),
    snapshot: Snapshot.nullable().describe('null when nothing was changed'),
    session: Session.optional(),
    usage: Usage,
    denials: z.array(z.string()).optional().describe('What the agent wanted to do and was not allowed to'),
    artifacts: z.array(z.string()),
    durationMs: z.number(),
  }),
  z.object({
    type: z.literal('unit.split'),
    ...unitRef,
    holds: z
      .boolean()
      .optional()
      .describe('What was shown of the whole holds for each part; journals of earlier versions do not say so'),
    parts: z.array(z.object({ ...unitRef, findings: z.array(z.string()), snapshot: Snapshot })),
  }),
  z.object({ type: z.literal('check.started'), ...unitRef }),
  z.object({ type: z.literal('check.finished'), ...unitRef, verification: Verification }),
  z.object({
    type: z.literal('attempt.judged'),
    ...unitRef,
    results: z
      .record(
        z.string(),
        z.object({
          result: AttemptResult,
          gate: GateName.optional(),
          reason: z.string().optional(),
          challenge: Challenge.optional(),
          proof: z.array(Proof).optional().describe('What proves an accepted fix, as far as it is known by now'),
          flag: z.string().optional(),
          ruling: Ruling.optional().describe('What was decided about a dispute'),
          gates: z.array(GateResult).optional().describe('The gates that judged it, in their order'),
        }),
      )
      .describe('By id of the finding'),
  }),
] as const;
