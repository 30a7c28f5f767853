/** What challengers think of a fix: a score for each finding, from which code derives whether it is solved. */
import { z } from 'zod';

export const QualityScores = z.object({
  correctness: z.number().optional(),
  safety: z.number().optional(),
  minimality: z.number().optional(),
  style: z.number().optional(),
});
export type QualityScores = z.infer<typeof QualityScores>;

export const Score = z.object({
  score: z.number().min(0).max(100),
  feedback: z.string(),
  quality: QualityScores.optional(),
  improvements: z.array(z.string()).describe('What is still to be done'),
});
export type Score = z.infer<typeof Score>;

/** One challenger's word; null when it gave none, however often it was asked. */
export const Vote = z.object({
  challenger: z.string(),
  score: z.number().nullable(),
  feedback: z.string(),
  quality: QualityScores.optional(),
});
export type Vote = z.infer<typeof Vote>;

/** What a challenger was shown beside the finding and its change. */
export const Shown = z.object({
  beside: z
    .array(
      z.object({
        codes: z.array(z.string()),
        title: z.string(),
        file: z.string().optional(),
        rule: z.string().optional(),
        diff: z.string().describe('The beginning of it'),
      }),
    )
    .describe('Other fixes that the run has accepted, to compare with, the most similar first'),
  noticed: z.array(z.string()).describe('What gates noticed about the change, and was no reason to refuse it'),
});
export type Shown = z.infer<typeof Shown>;

/** What all of them together say of one finding. */
export const Challenge = z.object({
  score: z.number(),
  threshold: z.number(),
  feedback: z.string(),
  improvements: z.array(z.string()),
  votes: z
    .array(Vote)
    .describe('Empty when the score was given by code, such as for a change that does not touch what it claims'),
});
export type Challenge = z.infer<typeof Challenge>;

/** By code, whatever an answer says of itself (6.1). */
export const isSolved = ({ score, threshold }: Challenge): boolean => score >= threshold;
