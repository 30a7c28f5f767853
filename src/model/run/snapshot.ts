/** What a unit of work is about, and what it leaves behind. */
import { z } from 'zod';
import { FileChange } from '../attempt.ts';
import { MovedPlace } from '../place.ts';
import { Remark } from '../remark.ts';

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
  links: z
    .record(z.string(), z.string())
    .optional()
    .describe('Symbolic links that are changed, or lead to what is changed, with where they lead'),
  places: z
    .record(z.string(), MovedPlace)
    .optional()
    .describe('Where the findings are in it whose files were changed, by id'),
  renamed: z
    .record(z.string(), z.string())
    .optional()
    .describe('Files that have another name in it, with the one that they had'),
  remarks: z.array(Remark).optional().describe('What was noticed by reading it'),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const Commit = z.object({
  commit: z.string(),
  tree: z.string(),
  unit: z.string(),
  findings: z.array(z.string()),
  files: z.array(z.string()),
  remarks: z
    .array(Remark)
    .optional()
    .describe('What it takes back of fixes that its agent did not know, where it was put on top of them'),
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
