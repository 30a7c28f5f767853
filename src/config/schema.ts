/** The configuration: every key with its type, description and default, once. A key is here when it works. */
import { z } from 'zod';
import { Level, Severity } from '../model/finding.ts';
import { Command, Duration, VariableName } from './values.ts';

export const formatNames = ['sarif', 'eslint', 'turbowrap', 'unified', 'accountability'] as const;
export type FormatName = (typeof formatNames)[number];

const CommandAgent = z
  .strictObject({
    kind: z.literal('command'),
    command: Command.describe('The program; the prompt comes on its standard input'),
    timeout: Duration.default(900_000).describe('Time limit of one call'),
    idle: Duration.optional().describe('Ends a call that has printed nothing for so long'),
    env: z.array(VariableName).default([]).describe('Environment variables that are passed on to it'),
    context: z.int().min(1_000).default(150_000).describe('Tokens that its prompt may have; findings beyond it wait for the next call'),
  })
  .describe('Any program that keeps to the contract in docs/command-agent.md');

const ToolReviewer = z.strictObject({
  name: z.string().min(1),
  kind: z.literal('tool'),
  command: Command.describe('An argument {files} stands for the files that a fix touched, when the tool is run again'),
  format: z.enum(formatNames).optional().describe('Detected when not given'),
  level: Level.default('blocking'),
  timeout: Duration.default(300_000),
  paths: z.array(z.string()).default([]).describe('Globs; findings in other files are ignored'),
});

export const Config = z
  .strictObject({
    preset: z.enum(['default', 'raven']).default('default').describe('Where the defaults come from'),
    agents: z.record(z.string(), CommandAgent).default({}).describe('Agents by name; autofix is built in'),
    reviewers: z.array(ToolReviewer).default([]),
    review: z.strictObject({ concurrency: z.int().min(1).default(2) }).prefault({}),
    findings: z
      .strictObject({ dedup: z.enum(['exact', 'off']).default('off').describe('exact: one finding per file, line and category') })
      .prefault({}),
    fix: z
      .strictObject({
        agent: z.string().optional().describe('Name of the agent; without one only machine-made fixes are applied'),
        mode: z.enum(['perFinding', 'batch']).default('perFinding'),
        similar: z.enum(['apart', 'together']).default('apart').describe('together: findings of one rule in one file share a call'),
        concurrency: z.int().min(1).max(64).default(4),
        minSeverity: Severity.default('info'),
        levels: z.array(Level).min(1).default(['blocking']),
        notes: z.string().optional().describe('Reaches every prompt'),
      })
      .prefault({}),
    verify: z
      .strictObject({
        setup: z.array(Command).default([]).describe('Prepares a fresh workspace, such as installing dependencies; cached by lock file'),
        commands: z.array(Command).default([]).describe('What must pass before a fix counts'),
        env: z.array(VariableName).default([]).describe('Environment variables that are passed on to them'),
        junit: z.array(z.string()).default([]).describe('JUnit files that the commands write, as globs'),
        timeout: Duration.default(300_000).describe('Time limit of each command'),
        stopOnFailure: z.boolean().default(true),
        baseline: z.boolean().default(true).describe('Run the commands on the untouched start first'),
        unproven: z.enum(['refuse', 'accept']).default('refuse').describe('A fix that a command which failed before cannot prove'),
      })
      .prefault({}),
    commit: z
      .strictObject({
        per: z.enum(['finding', 'run', 'none']).default('finding'),
        branch: z.string().default('fixpoint/{run}'),
        hooks: z.boolean().default(false).describe('Run your pre-commit and commit-msg hooks as a gate'),
      })
      .prefault({}),
    limits: z
      .strictObject({
        cycles: z.int().min(0).default(3),
        attemptsPerFinding: z.int().min(1).nullable().default(3).describe('null: as many as there are cycles'),
        wait: Duration.default(1_800_000).describe('How long a run may wait for rate limits in all'),
      })
      .prefault({}),
  })
  .describe('fixpoint.yaml');

/** As a person writes it. */
export type ConfigInput = z.input<typeof Config>;
/** As the engine uses it: defaults filled in, durations in milliseconds. */
export type Config = z.output<typeof Config>;
export type ReviewerConfig = Config['reviewers'][number];
export type AgentConfig = Config['agents'][string];
