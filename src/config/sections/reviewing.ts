/** Configuration of who looks for findings, and of what becomes of them. */
import { z } from 'zod';
import { Level } from '../../model/finding.ts';
import { Command, Duration } from '../values.ts';

export const formatNames = [
  'sarif',
  'eslint',
  'github',
  'stylelint',
  'checkstyle',
  'junit',
  'biome',
  'oxlint',
  'pylint',
  'ruff',
  'ruff-lines',
  'mypy',
  'pyright',
  'bandit',
  'shellcheck',
  'golangci-lint',
  'cargo',
  'semgrep',
  'rubocop',
  'phpcs',
  'gcc',
  'htmlhint',
  'markdownlint',
  'knip',
  'npm-audit',
  'gitlab',
  'list',
  'annotations',
  'biome-text',
  'oxlint-text',
  'shellcheck-text',
  'stylish',
  'rdjson',
  'rdjsonl',
  'turbowrap',
  'unified',
  'accountability',
  'ralph',
  'answer',
  'lines',
] as const;
export type FormatName = (typeof formatNames)[number];

export const ToolReviewer = z.strictObject({
  name: z.string().min(1).describe('What its findings and commits are labelled with; unique'),
  kind: z.literal('tool').describe('tool: a program that prints findings, such as a linter'),
  command: Command.describe('An argument {files} stands for the files that a fix touched, when the tool is run again'),
  format: z.enum(formatNames).optional().describe('Detected when not given'),
  cwd: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder that the tool runs in, from the root of the repository; its paths are taken from there, then ' +
        'from the root',
    ),
  level: Level.default('blocking').describe('How much its findings weigh; fix.levels says which are fixed'),
  timeout: Duration.default(300_000).describe('Time limit of one run of the tool'),
  paths: z.array(z.string()).default([]).describe('Globs; findings in other files are ignored'),
});

export const AgentReviewer = z.strictObject({
  name: z.string().min(1).describe('What its findings and commits are labelled with; unique'),
  kind: z.literal('agent').describe('agent: a coding agent that reads what changed'),
  agent: z.string().optional().describe('Name of the agent; the one that fixes by default'),
  skill: z
    .string()
    .min(1)
    .optional()
    .describe('What it looks for (fixpoint prompts list); the one of its name by default'),
  level: Level.default('blocking').describe('How much its findings weigh; fix.levels says which are fixed'),
  languages: z
    .array(z.string().min(1))
    .default([])
    .describe('It is only asked about files in these languages, and skipped where none of them changed'),
  paths: z.array(z.string()).default([]).describe('Globs; it is only asked about these files'),
});

export const Review = z
  .strictObject({
    base: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Branch, tag or commit to compare with: agents review what changed since then, and fixers are shown it; ' +
          'all: everything. By default where your branch left the main one; fix --from then compares with nothing',
      ),
    concurrency: z.int().min(1).max(64).default(2).describe('Reviewers, or calls of them, that run at the same time'),
    sequence: z.boolean().default(false).describe('One reviewer after the other, with fixing in between'),
    again: z
      .enum(['never', 'final'])
      .default('final')
      .describe('final: what the fixes changed is reviewed once more at the end, and what is found joins the loop'),
    rounds: z
      .int()
      .min(1)
      .max(100)
      .default(2)
      .describe(
        'At most this many reviews, the first included; with sequence, all reviewers in turn count as one. Beyond ' +
          'that, whoever reported a fixed finding again looks at its second fix, once',
      ),
    spec: z.string().min(1).optional().describe('Folder with the specification that the skill spec reviews against'),
    tokens: z.int().min(1_000).default(40_000).describe('At most this much of the diff goes into one call'),
    calls: z
      .int()
      .min(1)
      .max(10_000)
      .default(100)
      .describe('Calls of one reviewer in a round; what is beyond them is listed as not reviewed'),
  })
  .prefault({})
  .describe('Looking for findings');

export const FindingsSection = z
  .strictObject({
    dedup: z
      .enum(['fuzzy', 'exact', 'off'])
      .default('fuzzy')
      .describe(
        'Which findings are one. fuzzy: similar titles within 5 lines of each other; exact: same file, ' +
          'line and category',
      ),
    missing: z
      .enum(['judged', 'dismissed', 'blocked'])
      .default('judged')
      .describe(
        'What becomes of a finding whose file is not there. judged: dismissed where it never was, blocked where it ' +
          'was deleted; dismissed, blocked: either way',
      ),
  })
  .prefault({})
  .describe('What becomes of findings before they are fixed');
