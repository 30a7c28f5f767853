/** What of a change a reviewing agent is asked about, and what not. */
import { z } from 'zod';

/** A base that stands for nothing at all: all there is counts as changed. */
export const everything = 'all';

/**
 * Changed places of one file, counted from 1 in the order of its diff; 0 to 0 is a file without any, such as a binary
 * one.
 */
const hunkRange = {
  file: z.string(),
  first: z.int().min(0),
  last: z.int().min(0),
  lines: z.string().describe('Of the new file, such as 10-42; empty where that says nothing'),
};

/** A part of what changed, as much as one call of a reviewer takes. */
export const ReviewPart = z.object({
  part: z.int().min(1),
  covers: z.array(z.object(hunkRange)),
  hunks: z.int(),
  bytes: z.int(),
});
export type ReviewPart = z.infer<typeof ReviewPart>;

/** Changed places that a reviewer is not asked about. */
export const NotReviewed = z.object({
  ...hunkRange,
  reason: z.string(),
  wanted: z
    .boolean()
    .describe('It should have been reviewed: coverage is incomplete. false: the configuration leaves it out'),
});
export type NotReviewed = z.infer<typeof NotReviewed>;
