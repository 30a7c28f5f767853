/** Commits of a run, kept as a thin bundle in its artifacts: what another machine needs to go on with the same ids. */
import { z } from 'zod';

export const Bundle = z.object({
  artifact: z.string().describe('The bundle, as git reads it'),
  digest: z.string().describe('SHA-256 of the bundle'),
  tips: z.array(z.string()).min(1).describe('Commits that are in it'),
  prerequisites: z.array(z.string()).describe('Commits that it builds on: the start, or in bundles before it'),
});
export type Bundle = z.infer<typeof Bundle>;
