/** Events of fixes that are taken in together, and of cycles that end. */
import { z } from 'zod';
import { Verification } from '../verification.ts';
import { GateName } from '../attempt.ts';
import { MovedPlace } from '../place.ts';
import { Commit } from '../run/snapshot.ts';
import { unitRef, Revision } from './parts.ts';

export const resultEvents = [
  z
    .object({ type: z.literal('units.ready'), units: z.array(z.string()) })
    .describe('Nothing speaks against these fixes that can be known without a run: they wait to be proven'),
  z
    .object({
      type: z.literal('units.integrated'),
      group: z.int().optional().describe('The group of fixes that is proven together from here on'),
      head: Revision,
      commits: z.array(Commit).describe('On top of each other and of the proven head, in the order of the findings'),
      conflicts: z.array(z.object({ ...unitRef, files: z.array(z.string()) })),
    })
    .describe('Fixes were put together; whoever is missing does not go with the others, and waits'),
  z.object({ type: z.literal('head.check.started'), tree: z.string() }),
  z.object({
    type: z.literal('head.checked'),
    verification: Verification,
    places: z
      .record(z.string(), MovedPlace)
      .optional()
      .describe('Where findings are in this tree whose files were changed, by id'),
  }),
  z
    .object({
      type: z.literal('head.accepted'),
      head: Revision,
      group: z.int().optional(),
      units: z.array(z.string()).optional().describe('The fixes that are proven by this'),
      verification: Verification.shape.verdict
        .optional()
        .describe('What verification of exactly this tree showed; nothing where nothing is configured'),
    })
    .describe('The head counts from here on: it is what is handed over'),
  z
    .object({
      type: z.literal('head.restored'),
      head: Revision,
      taken: z.array(z.string()).describe('Commits that are not handed over, oldest first'),
      fixed: z
        .record(z.string(), z.string())
        .describe('Findings that are fixed in this head, by id, with the commit that did it'),
      reason: z.string(),
    })
    .describe('An earlier head counts again: what came after it made things worse (7.6)'),
  z
    .object({
      type: z.literal('group.finished'),
      group: z.int(),
      culprit: z
        .object({ ...unitRef, gate: GateName, reason: z.string() })
        .optional()
        .describe('The fix with which what holds without it fails'),
    })
    .describe('What is neither proven nor a culprit waits for the next group'),
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
