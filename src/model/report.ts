/** The report: what became of every finding, and how. A function of a run's events. */
import { z } from 'zod';
import { AttemptResult, FileChange } from './attempt.ts';
import { Verdict } from './call.ts';
import { AgentOutcome, Command, RunStatus, StopReason } from './run/outcome.ts';
import { NotRechecked, Rechecker } from './proof.ts';
import { LeftoverTarget } from './finding/leftover.ts';
import { NotReviewed } from './review-scope.ts';
import { ReadProblem } from './finding.ts';
import { Verification } from './verification.ts';
import { ReportRound, Restored } from './run/trajectory.ts';
import { Totals, ReportFinding } from './finding/reported.ts';

/** One call of a fixer, with what it left and what became of it. */
export const ReportCall = z.object({
  unit: z.string(),
  agent: z.string(),
  outcome: AgentOutcome.describe('How the call itself ended'),
  message: z.string().optional(),
  results: z.record(z.string(), AttemptResult).describe('What became of it, by code of the finding'),
  files: z.array(FileChange).describe('What it changed, taken in or not'),
  patches: z.array(z.string()).describe('Artifacts that hold the patch; several where it was taken apart'),
  diff: z.string().optional().describe('The text of the patch, without secrets; a long one is cut, and says so'),
  verification: Verification.shape.verdict.optional().describe('Verdict on its change, where it was verified'),
  startedAt: z.string().optional(),
  durationMs: z.number(),
});
export type ReportCall = z.infer<typeof ReportCall>;

export const ReportCycle = z.object({
  n: z.int(),
  startedAt: z.string(),
  durationMs: z.number(),
  fixed: z.int().describe('Findings that were fixed in it'),
  open: z.int().describe('Findings that were still open at its end'),
  files: z.array(z.string()).describe('Files that its calls changed, taken in or not'),
  calls: z.array(ReportCall),
  verification: Verification.shape.verdict
    .optional()
    .describe('Verdict on the head at its end; where nothing was taken in, on the last change'),
});
export type ReportCycle = z.infer<typeof ReportCycle>;

export const ReportReviewer = z.object({
  name: z.string(),
  round: z.int(),
  verdict: Verdict,
  findings: z.int(),
  summary: z.string().optional().describe('In the words of the reviewer'),
  message: z.string().optional(),
  durationMs: z.number(),
});

/** Which of the changes reviewing agents have looked at (2.8). */
export const ReportCoverage = z.object({
  base: z.string(),
  complete: z.boolean(),
  hunks: z.int().describe('Of what should be reviewed'),
  reviewed: z.int(),
  notReviewed: z.array(NotReviewed),
});
export type ReportCoverage = z.infer<typeof ReportCoverage>;

const Tokens = z.object({ input: z.number(), output: z.number() });

/** What was asked about a finding. */
export const ReportQuestion = z.object({
  id: z.string(),
  code: z.string().describe('Of the finding'),
  question: z.string(),
  context: z.string().optional(),
  answer: z.string().nullable().describe('null while nobody has answered; empty when it was left to the fixer'),
});
export type ReportQuestion = z.infer<typeof ReportQuestion>;

/** What a stage of the run has taken. */
export const ReportStage = z.object({
  calls: z.int().describe('Of agents'),
  usd: z.number().nullable().describe('null when no agent said what it costs'),
  tokens: Tokens,
  durationMs: z.number().describe('Of its calls, one after the other'),
});

/** What an agent that is paid for fixes has brought. */
export const ReportFixer = z.object({
  agent: z.string(),
  calls: z.int(),
  callsWithoutUsd: z.int().describe('Of which nobody knows what they cost'),
  accepted: z.int().describe('Attempts at findings that were accepted'),
  usd: z.number().nullable().describe('As far as it is known; null when nothing is'),
  usdPerAccepted: z.number().nullable().describe('For each accepted fix, refused ones paid for as well; null without'),
});

export const Report = z
  .object({
    run: z.string(),
    command: Command,
    status: z
      .enum([...RunStatus.options, 'waiting'])
      .nullable()
      .describe('null while the run is under way; waiting: it continues once questions are answered'),
    stopReason: StopReason.nullable(),
    message: z.string().nullable(),
    root: z.string(),
    start: z.string(),
    base: z.string().nullable().describe('Commit that the change under review is compared with'),
    configuration: z
      .object({
        file: z.string().nullable(),
        ref: z.string().nullable().describe('What --config-from named'),
        commit: z.string().nullable().describe('Commit that it is from, when it is not the one of the checkout'),
      })
      .optional()
      .describe('Where the configuration came from'),
    branch: z.string().nullable(),
    head: z.string().nullable(),
    patch: z.string().nullable().describe('Artifact with the whole patch, when no branch is made'),
    fixesApplied: z.boolean(),
    totals: Totals,
    findings: z.array(ReportFinding),
    cycles: z.array(ReportCycle),
    trajectory: z.array(ReportRound).describe('Rounds of reviews in their order; none where findings were given'),
    restored: Restored.nullable().describe('The earlier state that is handed over, since what came later was worse'),
    reviewers: z.array(ReportReviewer),
    coverage: ReportCoverage.nullable().describe('null when no agent reviewed'),
    questions: z.array(ReportQuestion).describe('What the run asked people, in its order'),
    plan: z
      .object({
        by: z.enum(['agent', 'computed', 'file']),
        steps: z.int(),
        corrections: z.array(z.string()),
        file: z.string().nullable(),
      })
      .nullable(),
    verification: z.object({
      configured: z.boolean(),
      baseline: Verification.nullable(),
      final: Verification.nullable().describe(
        'Of what is handed over; where nothing was taken in, of the last change, even if it failed',
      ),
      doubt: z.string().optional().describe('Why passing verification proves nothing here'),
      groups: z
        .object({
          groups: z.int().describe('Groups of fixes that were proven together'),
          proven: z.int().describe('Fixes that they proved'),
          runs: z.int().describe('How often the commands were gone through, for the start too'),
          alone: z.int().describe('How often it would have taken, had each fix been proven by itself'),
        })
        .optional()
        .describe('What proof by groups has saved; not there where each fix was proven by itself'),
    }),
    recheck: z
      .object({
        tools: z.array(
          Rechecker.pick({ name: true, command: true, by: true, problem: true }).extend({
            findings: z.array(z.string()),
          }),
        ),
        nobody: z.array(NotRechecked),
      })
      .nullable()
      .describe('Who looks again at findings that came from elsewhere, by their codes; null when nobody was asked'),
    leftovers: z
      .object({
        to: LeftoverTarget,
        file: z.string().nullable().describe('Artifact with the leftovers as Markdown'),
        waiting: z.int().describe('Issues that could not be sent yet: `fixpoint leftovers flush` sends them'),
        issues_created: z.array(z.string()).describe('Addresses of the issues that this run has filed'),
      })
      .optional()
      .describe('Where findings went that ended unfixed'),
    problems: z.array(ReadProblem).describe('What could not be read'),
    warnings: z.array(z.string()),
    stages: z.object({
      review: ReportStage,
      clarify: ReportStage,
      plan: ReportStage,
      fix: ReportStage,
      challenge: ReportStage,
    }),
    fixers: z
      .array(ReportFixer)
      .describe('Agents that were called for fixes: as they are configured, then those that took over'),
    usd: z.number().nullable(),
    tokens: Tokens,
    startedAt: z.string(),
    durationMs: z.number(),
  })
  .describe('Result of a run, as printed by --json');
export type Report = z.infer<typeof Report>;
