/** What events have in common. */
import { z } from 'zod';
import { Usage } from '../attempt.ts';
import { AgentOutcome } from '../run/outcome.ts';

export const unitRef = { unit: z.string() };
export const callRef = { call: z.string().describe('Key, unique within the run') };
/** The agent cannot take the call now. */
export const postponement = {
  outcome: AgentOutcome,
  message: z.string(),
  until: z.string(),
  waitMs: z.number(),
  usage: Usage.optional(),
};
export const byCommand = {
  inbox: z.int().optional().describe('Number of the command in the inbox that is carried out by this'),
};
export const Revision = z.object({ commit: z.string(), tree: z.string() });
export const isAttended = z.boolean().optional().describe('Whoever started it is there to answer questions');
