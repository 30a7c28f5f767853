/** A list of findings, as `fixpoint findings` gives it. */
import { z } from 'zod';
import { Finding, ReadProblem } from './finding.ts';

/** Against older findings; `updated`: it was there, and what is said of it or the code under it changed since. */
export const BaselineState = z.enum(['new', 'unchanged', 'updated']);
export type BaselineState = z.infer<typeof BaselineState>;

export const ListedFinding = Finding.extend({
  status: z.enum(['open', 'dismissed']),
  reason: z.string().optional().describe('Why it is dismissed'),
  baselineState: BaselineState.optional().describe('Against the findings that --baseline names'),
});
export type ListedFinding = z.infer<typeof ListedFinding>;

export const Listing = z
  .object({
    findings: z.array(ListedFinding),
    absent: z.array(Finding).describe('Findings of the baseline that are not there any more'),
    sources: z
      .array(
        z.object({
          name: z.string(),
          format: z.string(),
          reports: z.int(),
          verdict: z.enum(['PASSED', 'NEEDS_WORK']).optional(),
        }),
      )
      .describe('What was read, as which format, with the verdict of a review that gives one'),
    reports: z.int().describe('How many were read, before any were merged'),
    leftOut: z.int().describe('How many --only left out'),
    problems: z.array(ReadProblem).describe('What could not be read, with its place'),
    warnings: z.array(z.string()),
  })
  .describe('What fixpoint findings prints with --json');
export type Listing = z.infer<typeof Listing>;
