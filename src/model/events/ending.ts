/** Events that bring a run to its end. */
import { z } from 'zod';
import { RunStatus, StopReason } from '../run/outcome.ts';
import { byCommand } from './parts.ts';

export const endingEvents = [
  z.object({ type: z.literal('cancel.requested'), ...byCommand }),
  z.object({
    type: z.literal('limits.set'),
    ...byCommand,
    limits: z.record(z.string(), z.number().nullable()).describe('Limits that are other from here on'),
  }),
  z.object({
    type: z.literal('run.stopping'),
    reason: StopReason,
    message: z.string(),
    atOnce: z.boolean().optional().describe('What is under way is ended, not heard out'),
  }),
  z.object({
    type: z.literal('run.handed-over'),
    branch: z.string().nullable(),
    head: z.string().nullable(),
    patch: z.string().nullable(),
  }),
  z.object({
    type: z.literal('run.finished'),
    status: RunStatus,
    stopReason: StopReason.optional(),
    message: z.string().optional(),
  }),
] as const;
