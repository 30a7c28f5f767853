/** What names a repository wherever it lies: a path is only where it was last seen. */
import { z } from 'zod';

export const Origin = z.object({
  commit: z
    .string()
    .describe('The last commit when the run started: a repository that has it is a clone of the one that it began in'),
  remote: z.string().optional().describe('Where it was fetched from, without credentials'),
  facts: z
    .object({ artifact: z.string(), digest: z.string().describe('SHA-256') })
    .describe('What of the repository and its settings decides commits, to rebuild the run elsewhere'),
});
export type Origin = z.infer<typeof Origin>;
