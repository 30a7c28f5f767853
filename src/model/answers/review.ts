/**
 * What a reviewing agent is asked to answer. What it does answer is read with more tolerance: stages/findings/formats.
 */
import { z } from 'zod';
import { Severity } from '../finding.ts';

/** Words that reviewers share, so that the same problem is called the same; a skill may bring others. */
const categories =
  'correctness, security, concurrency, error_handling, performance, api, data_model, spec_gap, types, ' +
  'testing, clean_code, structure, build, release, documentation';

const id = z.string().describe('Unique in this answer: F001, F002, …');
const category = z.string().describe(`One of: ${categories}; another word only where none of them fits`);
const file = z
  .string()
  .nullable()
  .describe('Path from the root of the repository, with forward slashes; null only where no file can be named');
const suggestion = z.string().nullable().describe('The smallest change that removes the cause');
const summary = z
  .string()
  .describe('In one to three sentences: what you looked at, what you came to, what you could not judge');
const line = z.int().min(1).nullable();

/** Seed A's form, with a verdict. Every key is there, so that providers can hold a model to it. */
export const ReviewAnswer = z.strictObject({
  verdict: z.enum(['PASSED', 'NEEDS_WORK']),
  findings: z.array(
    z.strictObject({
      id,
      severity: Severity,
      category,
      title: z.string().describe('The problem in at most 80 characters, without the place'),
      description: z.string().describe('What goes wrong, when, and why: enough for somebody who has not seen the diff'),
      file_path: file,
      line_start: line.describe('In the new file; null for a file as a whole'),
      line_end: line,
      suggested_fix: suggestion,
    }),
  ),
  summary,
});
export type ReviewAnswer = z.infer<typeof ReviewAnswer>;

/** Seed U's form: findings of one group can be fixed independently of those in other groups. */
export const GroupedReviewAnswer = z.strictObject({
  groups: z.array(
    z.strictObject({
      description: z.string().describe('What the findings of the group have in common; unique in this answer'),
      findings: z.array(
        z.strictObject({
          id,
          file,
          line: z.string().nullable().describe('In the new file: 45, or 45-67; null for a file as a whole'),
          issue: z
            .string()
            .describe('First line: the problem in at most 80 characters. Below: what goes wrong, when, and why'),
          severity: Severity,
          category,
          fix_hint: suggestion,
        }),
      ),
    }),
  ),
  summary,
});
export type GroupedReviewAnswer = z.infer<typeof GroupedReviewAnswer>;
