/** Events of reviews, and of the findings that they lead to. */
import { z } from 'zod';
import { Verdict } from '../call.ts';
import { ClosingCause, DraftFinding, Finding, ReadProblem } from '../finding.ts';
import { MovedPlace } from '../place.ts';
import { NotReviewed, ReviewPart } from '../review-scope.ts';
import { ToolCounts } from '../verification.ts';
import { Revision } from './parts.ts';

export const findingEvents = [
  z
    .object({
      type: z.literal('round.started'),
      round: z.int(),
      cause: z.enum(['first', 'sequence', 'again', 'last']),
      reviewers: z.array(z.string()),
      base: z.string().nullable().describe('Commit that reviewing agents compare with; null when nobody compares'),
      head: Revision.describe('What is reviewed'),
    })
    .describe(
      'Reviewers are asked: at the beginning, one after the other, again after fixes; last: tools look at the result',
    ),
  z.object({ type: z.literal('review.started'), reviewer: z.string() }),
  z.object({
    type: z.literal('review.scoped'),
    reviewer: z.string(),
    skipped: z.string().optional().describe('Why it is not asked at all'),
    parts: z.array(ReviewPart),
    left: z.array(NotReviewed),
  }),
  z.object({
    type: z.literal('review.finished'),
    reviewer: z.string(),
    verdict: Verdict,
    findings: z.array(DraftFinding),
    counts: ToolCounts,
    problems: z.array(ReadProblem),
    summary: z.string().optional().describe('In the words of the reviewer, whatever the verdict'),
    message: z.string().optional(),
    durationMs: z.number(),
  }),
  z
    .object({
      type: z.literal('round.measured'),
      round: z.int(),
      added: z.int().describe('Lines that the change so far adds, from the start to what is reviewed'),
      removed: z.int(),
      minted: z
        .array(z.string())
        .describe('Ids of new findings that lie on lines which fixes of this run wrote, and on no others'),
    })
    .describe('How large the change is that a round looks at, and which of its findings fixes brought themselves'),
  z.object({
    type: z.literal('findings.admitted'),
    findings: z.array(Finding),
    leftOut: z.int().describe('Findings that --only left out'),
    problems: z.array(ReadProblem),
  }),
  z.object({
    type: z.literal('finding.closed'),
    id: z.string(),
    status: z.enum(['blocked', 'dismissed']),
    cause: ClosingCause,
    reason: z.string(),
  }),
  z
    .object({
      type: z.literal('finding.fixed'),
      id: z.string(),
      commit: z.string(),
      unit: z.string().describe('Whose fix it was'),
      reason: z.string(),
    })
    .describe('The fix of another finding took this one along: the tool that reported it has looked again'),
  z
    .object({
      type: z.literal('finding.reopened'),
      id: z.string(),
      round: z.int().describe('Of the review that reports it again'),
      finding: Finding.describe('As it is reported now, under its id and its code'),
    })
    .describe('A finding that was fixed is reported again: it is open again, until it is proven once more'),
  z
    .object({
      type: z.literal('places.moved'),
      head: z.string().describe('Commit at which places are from here on'),
      places: z
        .record(z.string(), MovedPlace)
        .describe('By id of the finding; those that are missing are where they were'),
      removed: z
        .record(z.string(), z.string())
        .describe('Commits that took the code of findings away, by id of the finding'),
      renamed: z
        .record(z.string(), z.string())
        .describe('Files that have another name now, with the one that they had'),
    })
    .describe('The code has changed: findings are where it is now'),
] as const;
