/** Events of fixes that are taken in together, and of cycles that end. */
import { z } from 'zod';
import { Verification } from '../verification.ts';
import { Commit } from '../run/snapshot.ts';
import { unitRef, Revision } from './parts.ts';

export const resultEvents = [
  z.object({
    type: z.literal('units.integrated'),
    head: z.object({ commit: z.string(), tree: z.string() }),
    commits: z.array(Commit),
    conflicts: z.array(z.object({ ...unitRef, files: z.array(z.string()) })),
  }),
  z.object({ type: z.literal('head.check.started'), tree: z.string() }),
  z.object({ type: z.literal('head.checked'), verification: Verification }),
  z
    .object({
      type: z.literal('head.accepted'),
      head: Revision,
      verification: Verification.shape.verdict
        .optional()
        .describe('What verification of exactly this tree showed; nothing where nothing is configured'),
    })
    .describe('The head counts from here on: it is what is handed over'),
  z.object({
    type: z.literal('culprits.removed'),
    head: z.object({ commit: z.string(), tree: z.string() }),
    commits: z.array(Commit).describe('What stays of the step, rebuilt'),
    removed: z.array(z.object({ ...unitRef, reason: z.string() })),
    verification: Verification,
  }),
  z.object({ type: z.literal('step.finished'), cycle: z.int(), step: z.int() }),
  z.object({ type: z.literal('cycle.finished'), cycle: z.int(), fixed: z.int(), open: z.int() }),
] as const;
