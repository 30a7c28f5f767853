/** Events of what is looked at before anything is fixed, and of cycles that begin. */
import { z } from 'zod';
import { NotRechecked, Rechecker } from '../proof.ts';
import { Verification } from '../verification.ts';
import { UnitPlan } from '../run/snapshot.ts';

export const checkEvents = [
  z.object({ type: z.literal('baseline.started') }),
  z.object({
    type: z.literal('baseline.finished'),
    verification: Verification,
    doubt: z.string().optional().describe('Why passing verification proves nothing here'),
  }),
  z
    .object({ type: z.literal('recheck.started'), ...Rechecker.pick({ name: true, command: true, by: true }).shape })
    .describe('A tool that is to look again at findings from elsewhere is asked about the untouched start'),
  z
    .object({ type: z.literal('recheck.finished'), tools: z.array(Rechecker), nobody: z.array(NotRechecked) })
    .describe('Who will look again at which findings, and who will not'),
  z.object({ type: z.literal('cycle.started'), cycle: z.int() }),
  z.object({
    type: z.literal('step.started'),
    cycle: z.int(),
    step: z.int(),
    base: z.string(),
    units: z.array(UnitPlan),
  }),
  z.object({
    type: z.literal('agent.replaced'),
    agent: z.string(),
    by: z.string(),
    reason: z.string().describe('Why the first one cannot go on'),
  }),
] as const;
