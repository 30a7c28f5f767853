/** Events of the outbox: what is wanted in a tracker, what was sent, and what is known to have arrived. */
import { z } from 'zod';
import { IssueChange, IssuePlan, IssueRef, LeftoverTarget } from '../finding/leftover.ts';

const planRef = IssuePlan.pick({ finding: true, plan: true }).shape;

export const leftoverEvents = [
  z
    .object({ type: z.literal('leftover.planned'), ...IssuePlan.shape })
    .describe('The issue of a finding is to be like this; a later one about the same finding takes its place'),
  z
    .object({ type: z.literal('leftover.sent'), ...planRef, doing: IssueChange })
    .describe('The tracker is about to be asked: whether it has done so is found out from the tracker'),
  z
    .object({
      type: z.literal('leftover.confirmed'),
      ...planRef,
      doing: z
        .enum([...IssueChange.options, 'nothing', 'superseded'])
        .describe('nothing: it was as wanted; superseded: somebody has planned otherwise since'),
      issue: IssueRef.nullable().describe('null where there is none, and none is wanted'),
    })
    .describe('The tracker has it'),
  z
    .object({ type: z.literal('leftover.failed'), ...planRef, error: z.string() })
    .describe('It could not be sent; it stays in the outbox'),
  z
    .object({
      type: z.literal('leftovers.filed'),
      to: LeftoverTarget,
      file: z.string().nullable().describe('Artifact with the leftovers as Markdown'),
    })
    .describe('What is left over was written down, and sent as far as that was possible'),
] as const;
