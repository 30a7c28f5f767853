/** The configuration: every key with its type, description and default, once. A key is here when it works. */
import { z } from 'zod';
import { presetNames } from './presets.ts';
import { AgentSettings } from './sections/agents.ts';
import { ToolReviewer, AgentReviewer, Review, FindingsSection } from './sections/reviewing.ts';
import { Clarify, Plan, Fix, CommitSection, Limits } from './sections/fixing.ts';
import { Gates } from './sections/gates.ts';
import { ArtifactsSection } from './sections/keeping.ts';
import { Leftovers } from './sections/leftovers.ts';
import { Verify, Challenger, Disputes, Justification } from './sections/proving.ts';

export const Config = z
  .strictObject({
    preset: z.enum(presetNames).default('default').describe('Whose defaults to start from (docs/presets.md)'),
    agents: z
      .record(z.string(), AgentSettings)
      .default({})
      .describe('Agents by name; claude, gemini, codex, opencode and autofix need no entry'),
    sandbox: z
      .enum(['auto', 'on', 'off'])
      .default('auto')
      .describe(
        'Whether agents and code of the repository are fenced in (docs/sandbox.md). auto: where it can run; ' +
          'on: refuse to start without it',
      ),
    reviewers: z
      .array(z.discriminatedUnion('kind', [ToolReviewer, AgentReviewer]))
      .default([])
      .describe('Who looks for findings, in this order'),
    exclude: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Files to leave out of reviews and findings, as lines of a .gitignore at the root; .fixpointignore holds ' +
          'more of them, and --exclude adds some',
      ),
    review: Review,
    findings: FindingsSection,
    clarify: Clarify,
    plan: Plan,
    fix: Fix,
    verify: Verify,
    challenger: Challenger,
    disputes: Disputes,
    justification: Justification,
    gates: Gates,
    commit: CommitSection,
    leftovers: Leftovers,
    artifacts: ArtifactsSection,
    progress: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File, from the root of the repository, that gets entries in the form of PROGRESS.txt; --progress names ' +
          'another',
      ),
    limits: Limits,
  })
  .describe('fixpoint.yaml');

/** As a person writes it. */
export type ConfigInput = z.input<typeof Config>;
/** As the engine uses it: defaults filled in, durations in milliseconds. */
export type Config = z.output<typeof Config>;
export type ReviewerConfig = Config['reviewers'][number];
export type ToolReviewerConfig = Extract<ReviewerConfig, { kind: 'tool' }>;
export type AgentReviewerConfig = Extract<ReviewerConfig, { kind: 'agent' }>;
export type AgentConfig = Config['agents'][string];
