/** What a unit of work is about, and what it leaves behind. */
import { z } from 'zod';
import { FileChange } from '../attempt.ts';
import { MovedPlace } from '../place.ts';

/** What an agent left behind in its workspace, as stored in the control repository. */
export const Snapshot = z.object({
  commit: z.string().describe('Commit whose parent is the base that the agent started from'),
  tree: z.string(),
  files: z.array(FileChange),
  patch: z.string().describe('Artifact that holds the patch'),
  ignored: z.array(z.string()).describe('Files left in ignored places; they do not count'),
  protected: z
    .array(z.string())
    .optional()
    .describe('Changed paths that a fix may not change, such as those behind a git filter'),
  places: z
    .record(z.string(), MovedPlace)
    .optional()
    .describe('Where the findings are in it whose files were changed, by id'),
  renamed: z
    .record(z.string(), z.string())
    .optional()
    .describe('Files that have another name in it, with the one that they had'),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const Commit = z.object({
  commit: z.string(),
  tree: z.string(),
  unit: z.string(),
  findings: z.array(z.string()),
  files: z.array(z.string()),
});
export type Commit = z.infer<typeof Commit>;

export const UnitPlan = z.object({
  unit: z.string().describe('Key, unique within the run'),
  findings: z.array(z.string()).min(1),
  agent: z.string(),
  alone: z.boolean().optional().describe('Nothing else is worked on beside it'),
});
export type UnitPlan = z.infer<typeof UnitPlan>;

/** Set aside from the budget for a call. */
export const Reserved = z.object({ usd: z.number(), tokens: z.number() });
export type Reserved = z.infer<typeof Reserved>;
