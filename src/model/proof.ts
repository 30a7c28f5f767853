/** What proves a fix (5.10), and who looks again at findings that came from elsewhere. */
import { z } from 'zod';
import { ToolCounts } from './verification.ts';

export const Proof = z
  .enum(['tool', 'review', 'target', 'reproduction', 'tests'])
  .describe(
    'tool: the tool that reported it looked again; review: a later review no longer reports it; target: a ' +
      'check of its own; reproduction: a test that it names, or that came with the fix, fails without the fix and ' +
      'passes with it; tests: verification passed',
  );
export type Proof = z.infer<typeof Proof>;

export const Rechecker = z.object({
  name: z.string(),
  command: z.union([z.string(), z.array(z.string())]),
  by: z
    .enum(['given', 'configured', 'recognised'])
    .describe('given: verify.recheck; configured: a reviewer of the configuration'),
  format: z.string().optional(),
  timeoutMs: z.number(),
  files: z
    .array(z.string())
    .describe('Globs of the files that it is asked about, besides those of its findings; none: any file'),
  counts: ToolCounts.describe('What it reports on the untouched start'),
  watches: z
    .record(z.string(), z.array(z.string()))
    .describe('By id of the finding: the rules under which it reports it on the start'),
  problem: z.string().optional().describe('Why it could not be run'),
});
export type Rechecker = z.infer<typeof Rechecker>;

export const NotRechecked = z.object({ findings: z.array(z.string()), reason: z.string() });
export type NotRechecked = z.infer<typeof NotRechecked>;
