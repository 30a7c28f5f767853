/** A finding in the report, with everything that was done about it. */
import { z } from 'zod';
import { Attempt } from '../attempt.ts';
import { Proof } from '../proof.ts';
import { Place } from '../place.ts';
import { Finding, FindingStatus } from '../finding.ts';

export const Totals = z.object({
  total: z.int(),
  fixed: z.int(),
  notRechecked: z.int().describe('Those of the fixed that nobody looked at again'),
  blocked: z.int(),
  dismissed: z.int(),
  open: z.int(),
});
export type Totals = z.infer<typeof Totals>;

export const ReportFinding = Finding.omit({ edits: true, ranIn: true }).extend({
  status: FindingStatus,
  reason: z.string().optional().describe('Why it ended like this'),
  commit: z
    .string()
    .optional()
    .describe('That holds its fix, as your repository has it: with commit.per run that of all fixes, with none no one'),
  reported: Place.optional().describe(
    'Where it was reported, if the code has moved since: `file` and `line` are where it is now',
  ),
  removedBy: z
    .object({ commit: z.string().optional(), codes: z.string() })
    .optional()
    .describe('The fix of other findings that took its code away'),
  reopened: z
    .array(z.object({ round: z.int(), by: z.array(z.string()), commit: z.string().optional() }))
    .optional()
    .describe('Each time that it was reported again after a fix: the review, by whom, and the commit of that fix'),
  proof: z.array(Proof).optional().describe('What proves its fix, where it is fixed; empty where nobody looked'),
  issue: z
    .object({
      url: z.string().nullable().describe('null while there is none'),
      error: z.string().nullable().describe('Why it could not be filed, or brought up to date, yet'),
    })
    .optional()
    .describe('Its issue, where leftovers go to a tracker'),
  attempts: z.array(Attempt.extend({ usd: z.number().optional(), tokens: z.number().optional() })),
});
export type ReportFinding = z.infer<typeof ReportFinding>;
