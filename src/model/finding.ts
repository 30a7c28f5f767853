/** A finding: one problem in the code, with an identity that lasts. */
import { z } from 'zod';
import { TextEdit } from './finding/edits.ts';

export const Severity = z.enum(['critical', 'high', 'medium', 'low', 'info']);
export type Severity = z.infer<typeof Severity>;

/** Most severe first: the order in which findings are fixed, cut and listed. */
export const severityRank: Readonly<Record<Severity, number>> = { critical: 0, high: 1, medium: 2, low: 3, info: 4 };

export const Level = z.enum(['blocking', 'warning', 'suggestion']);
export type Level = z.infer<typeof Level>;

/** What weighs most first. */
export const levelRank: Readonly<Record<Level, number>> = { blocking: 0, warning: 1, suggestion: 2 };

/** One of the reports that a finding was merged from: what was said, by whom, about which place. */
export const MergedReport = z.object({
  reviewer: z.string(),
  severity: Severity,
  category: z.string(),
  title: z.string(),
  rule: z.string().optional(),
  code: z.string().optional(),
  line: z.int().min(1).optional(),
  endLine: z.int().min(1).optional(),
});
export type MergedReport = z.infer<typeof MergedReport>;

export const Finding = z.object({
  id: z.string().min(1).describe('Stable identity, used by machines'),
  code: z.string().min(1).describe('Short code for people, such as BE-001; unique within a run'),
  sourceId: z.string().optional().describe('What its source calls it: the issue_id of a fix_todo'),
  severity: Severity,
  category: z.string(),
  title: z.string(),
  description: z.string(),
  suggestion: z.string().optional(),
  file: z.string().optional().describe('Path relative to the root of the repository, with forward slashes'),
  line: z.int().min(1).optional(),
  endLine: z.int().min(1).optional(),
  column: z.int().min(1).optional().describe('First column, from 1, in the unit of the source'),
  endColumn: z.int().min(1).optional().describe('Column behind the last one'),
  reviewer: z.string().describe('Who reported it'),
  reviewers: z.array(z.string()).optional().describe('All who reported it, where it was merged from several reviewers'),
  merged: z.array(MergedReport).optional().describe('The reports that it was merged from, its own first'),
  level: Level,
  rule: z.string().optional(),
  group: z.string().optional().describe('Findings of one group depend on each other, and not on those of other groups'),
  edits: z.array(TextEdit).optional().describe('A machine-made fix'),
  reproduction: z
    .string()
    .min(1)
    .optional()
    .describe('A test that shows it, as verify.reproduction takes it: it fails as long as the problem is there'),
  quote: z.string().optional().describe('Code that the source says is there'),
  fingerprints: z
    .record(z.string(), z.string())
    .optional()
    .describe('Fingerprints of the source, such as the partialFingerprints of SARIF'),
  baseline: z
    .enum(['new', 'unchanged', 'updated'])
    .optional()
    .describe('What the source says of it against its own baseline'),
  ranIn: z
    .string()
    .optional()
    .describe(
      'Of a tool’s finding: the folder that the tool ran in, from the root of the repository; empty for the root',
    ),
  anchor: z
    .string()
    .optional()
    .describe('The code that it is about, in a form by which it is recognised later; opaque'),
});
export type Finding = z.infer<typeof Finding>;

/** Everybody who reported it. */
export const reviewersOf = (finding: Finding): readonly string[] => finding.reviewers ?? [finding.reviewer];

/** The reports that it stands for: one, unless it was merged from several. */
export const reportsOf = (finding: Finding): readonly MergedReport[] => finding.merged ?? [finding];

/**
 * A finding as a format or a reviewer gives it: no identity yet; code, level and what was merged only where the source
 * has them.
 */
export const DraftFinding = Finding.omit({
  id: true,
  code: true,
  reviewer: true,
  level: true,
  anchor: true,
}).extend({
  code: z.string().min(1).optional(),
  reviewer: z.string().optional(),
  level: Level.optional(),
});
export type DraftFinding = z.infer<typeof DraftFinding>;

/** Something in an input that could not be read: said, never dropped in silence. */
export const ReadProblem = z.object({ place: z.string(), message: z.string() });
export type ReadProblem = z.infer<typeof ReadProblem>;

export const FindingStatus = z.enum(['open', 'deferred', 'fixed', 'blocked', 'dismissed']);
export type FindingStatus = z.infer<typeof FindingStatus>;

/** Why a finding ended unfixed. */
export const ClosingCause = z.enum([
  'fixer',
  'exhausted',
  'file-deleted',
  'no-evidence',
  'not-found',
  'disposition',
  'refuted',
  'not-new',
  'needs-decision',
  'no-agent',
  'disabled',
  'not-selected',
  'no-proof',
  'stopped',
  'cancelled',
  'own-lines',
  'taken-back',
]);
export type ClosingCause = z.infer<typeof ClosingCause>;
