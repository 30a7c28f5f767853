/** The configuration: every key with its type, description and default, once. A key is here when it works. */
import { z } from 'zod';
import { Level, Severity } from '../model/finding.ts';
import { Command, Duration, VariableName } from './values.ts';

export const formatNames = [
  'sarif',
  'eslint',
  'github',
  'stylelint',
  'checkstyle',
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

export const agentKinds = ['command', 'claude', 'gemini', 'codex', 'opencode', 'acp'] as const;
export type AgentKind = (typeof agentKinds)[number];

/** What a fix can be required to be proven by; more than one: all of them. */
export const proofKinds = ['tool', 'review', 'tests', 'any'] as const;

const Price = z
  .strictObject({
    inputPerMTok: z.number().nonnegative().describe('Dollars for a million tokens of input'),
    outputPerMTok: z.number().nonnegative().describe('Dollars for a million tokens of output'),
    cachedPerMTok: z
      .number()
      .nonnegative()
      .optional()
      .describe('For input that is read from a cache; a tenth of the input by default'),
  })
  .describe('What its model costs, where the agent does not say so by itself');

const Needs = z
  .strictObject({
    hosts: z.array(z.string().min(1)).default([]).describe('What it may reach: host, or host:port'),
    readable: z
      .array(z.string().min(1))
      .default([])
      .describe('Files and folders, absolute or below ~, that it may read'),
    writable: z.array(z.string().min(1)).default([]).describe('Those that it may change'),
  })
  .describe('What it needs in a sandbox besides its workspace; for kinds command and acp nothing is known otherwise');

const VerifyNeeds = z
  .strictObject({
    hosts: z
      .array(z.string().min(1))
      .default([])
      .describe('What they may reach: host, host:port, a port of this machine (127.0.0.1:5432), or * for everything'),
    readable: z
      .array(z.string().min(1))
      .default([])
      .describe('Files and folders, absolute or below ~, that they may read'),
    writable: z.array(z.string().min(1)).default([]).describe('Those that they may change'),
    docker: z
      .boolean()
      .default(false)
      .describe('The Docker engine of this machine, which can do anything that you can'),
  })
  .prefault({})
  .describe('What set-up, verification, tools and hooks need in the sandbox besides the repository (docs/sandbox.md)');

export const AgentSettings = z
  .strictObject({
    kind: z.enum(agentKinds).describe('How the agent is talked to'),
    command: Command.optional().describe(
      'command, acp: the program. Others: how it is started, when its name is not enough; an argument list',
    ),
    model: z
      .string()
      .min(1)
      .optional()
      .describe('Name of the model, as the agent knows it; its own default when not given'),
    timeout: Duration.default(900_000).describe('Time limit of one call'),
    idle: Duration.optional().describe('Ends a call that has printed nothing for so long'),
    env: z
      .array(VariableName)
      .default([])
      .describe('Environment variables that are passed on to it, besides those it is known to need'),
    context: z
      .int()
      .min(1_000)
      .default(150_000)
      .describe('Tokens that its prompt may have; findings beyond it wait for the next call'),
    access: z
      .enum(['edit', 'full'])
      .default('edit')
      .describe(
        'edit: changes files in its workspace and runs verify.commands and allow; full: runs any command ' +
          'and reaches the network',
      ),
    allow: z.array(z.string().min(1)).default([]).describe('Shell lines that it may run besides verify.commands'),
    answer: z
      .enum(['tools', 'schema', 'text'])
      .default('tools')
      .describe('How it is asked to answer; any way is understood'),
    needs: Needs.optional(),
    price: Price.optional(),
    fallback: z
      .string()
      .optional()
      .describe('Agent to go on with when this one is out of quota, signed out, or keeps failing'),
  })
  .describe('An agent; docs/agents.md');

const ToolReviewer = z.strictObject({
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

const AgentReviewer = z.strictObject({
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

export const weakJustifications = [
  'unrelated to the current changes',
  'would take too long',
  'takes too long',
  'out of scope',
  'pre-existing issue',
  'requires significant refactoring',
  "don't have enough context",
  'too complex',
  'should be done in a separate PR',
  'not my change',
] as const;

export const Config = z
  .strictObject({
    preset: z.enum(['default', 'raven']).default('default').describe('Where the defaults come from'),
    agents: z
      .record(z.string(), AgentSettings)
      .default({})
      .describe('Agents by name; claude, gemini, codex, opencode and autofix need no entry'),
    sandbox: z
      .enum(['auto', 'on', 'off'])
      .default('auto')
      .describe(
        'Whether agents and code of the repository run in a cage (docs/sandbox.md). auto: where it can run; ' +
          'on: refuse to start without it',
      ),
    reviewers: z
      .array(z.discriminatedUnion('kind', [ToolReviewer, AgentReviewer]))
      .default([])
      .describe('Who looks for findings, in this order'),
    review: z
      .strictObject({
        base: z
          .string()
          .min(1)
          .optional()
          .describe(
            'Branch, tag or commit that agents compare with; all: everything. By default where your branch ' +
              'left the main one',
          ),
        concurrency: z
          .int()
          .min(1)
          .max(64)
          .default(2)
          .describe('Reviewers, or calls of them, that run at the same time'),
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
            'How many reviews there are at most, the first included; with sequence, those that follow each ' +
              'other count as one',
          ),
        spec: z
          .string()
          .min(1)
          .optional()
          .describe('Folder with the specification that the skill spec reviews against'),
        tokens: z.int().min(1_000).default(40_000).describe('Of the diff, at most so much goes into one call'),
        calls: z
          .int()
          .min(1)
          .max(10_000)
          .default(100)
          .describe('Calls of one reviewer in a round; what is beyond them is listed as not reviewed'),
      })
      .prefault({})
      .describe('Looking for findings'),
    findings: z
      .strictObject({
        dedup: z
          .enum(['fuzzy', 'exact', 'off'])
          .default('fuzzy')
          .describe(
            'Which findings are one. fuzzy: similar titles within 5 lines of each other; exact: same file, ' +
              'line and category',
          ),
      })
      .prefault({})
      .describe('What becomes of findings before they are fixed'),
    clarify: z
      .strictObject({
        agent: z
          .string()
          .optional()
          .describe('Asks you about findings that are unclear, before anything is planned; nobody by default'),
        rounds: z.int().min(1).max(20).default(3).describe('How often it may ask'),
        wait: z
          .boolean()
          .default(false)
          .describe(
            'Wait for your answers where nobody is at the terminal; otherwise a finding with an open question ends ' +
              'blocked: it needs a decision',
          ),
      })
      .prefault({})
      .describe('Questions before fixing'),
    plan: z
      .strictObject({ agent: z.string().optional().describe('Plans the fixes; without one, steps are computed') })
      .prefault({})
      .describe('The order of fixes, and how each is to be made'),
    fix: z
      .strictObject({
        agent: z
          .string()
          .optional()
          .describe('Name of the agent; the first that works by default. autofix: only machine-made fixes'),
        mode: z
          .enum(['perFinding', 'batch', 'delegated'])
          .default('perFinding')
          .describe(
            'One call for each finding; batch: one for all that are open; delegated: one whose agent ' +
              'spreads them over sub-agents',
          ),
        similar: z
          .enum(['apart', 'together'])
          .default('apart')
          .describe('together: findings of one rule in one file share a call'),
        concurrency: z.int().min(1).max(64).default(4).describe('Fixes that are worked on at the same time'),
        minSeverity: Severity.default('info').describe('Findings below it are listed, not fixed'),
        levels: z.array(Level).min(1).default(['blocking']).describe('Levels whose findings are fixed'),
        notes: z.string().optional().describe('Reaches every prompt'),
      })
      .prefault({})
      .describe('Fixing'),
    verify: z
      .strictObject({
        setup: z
          .array(Command)
          .default([])
          .describe(
            'Prepares a fresh clone, such as installing dependencies; what it makes is kept for as long as ' +
              'what it reads stays the same',
          ),
        commands: z.array(Command).default([]).describe('What must pass before a fix counts'),
        env: z.array(VariableName).default([]).describe('Environment variables that are passed on to them'),
        junit: z.array(z.string()).default([]).describe('JUnit files that the commands write, as globs'),
        needs: VerifyNeeds,
        timeout: Duration.default(300_000).describe('Time limit of each command'),
        stopOnFailure: z.boolean().default(true).describe('Skip the commands behind the first one that fails'),
        baseline: z.boolean().default(true).describe('Run the commands on the untouched start first'),
        recheck: z
          .array(Command)
          .default([])
          .describe(
            'Commands that print findings and look again at those that fix --from was given; {files} as for ' +
              'reviewers. Known tools are found without',
          ),
        requireProof: z
          .array(z.enum(proofKinds))
          .default([])
          .describe('A fix without all of these is refused; any: at least one of them (docs/proof.md)'),
        unproven: z
          .enum(['refuse', 'accept'])
          .default('refuse')
          .describe('A fix that a command which failed before cannot prove'),
      })
      .prefault({})
      .describe('Proving fixes'),
    challenger: z
      .strictObject({
        agents: z
          .array(z.string())
          .default([])
          .describe('Judge each fix by its diff, independently of the fixer; nobody by default'),
        vote: z
          .enum(['veto', 'median', 'majority'])
          .default('veto')
          .describe('Of several: the lowest score counts, the one in the middle, or that of the majority'),
        threshold: z.number().min(1).max(100).default(90).describe('Scores from here on mean that a finding is solved'),
        iterations: z
          .int()
          .min(1)
          .max(20)
          .default(2)
          .describe('Fixes of a finding that they judge: the first, and re-fixes with their feedback'),
        timeout: Duration.default(120_000).describe('Time limit of one call'),
      })
      .prefault({})
      .describe('A second, independent opinion on every fix'),
    justification: z
      .strictObject({
        weak: z
          .enum(['refuse', 'flag', 'off'])
          .default('refuse')
          .describe(
            'Weak reasons not to fix. refuse: what was deferred is asked for again, what was blocked is ' +
              'flagged; flag: both are flagged',
          ),
        phrases: z
          .array(z.string().min(3))
          .default([...weakJustifications])
          .describe('What counts as weak, in any wording'),
      })
      .prefault({})
      .describe('Reasons that a fixer gives for not fixing'),
    commit: z
      .strictObject({
        per: z
          .enum(['finding', 'run', 'none'])
          .default('finding')
          .describe('A commit for each fix, one for all, or only a patch'),
        branch: z
          .string()
          .default('fixpoint/{run}')
          .describe('Name of the branch with the result; {run} stands for the run'),
        hooks: z.boolean().default(false).describe('Run your pre-commit and commit-msg hooks as a gate'),
      })
      .prefault({})
      .describe('What is handed over'),
    limits: z
      .strictObject({
        cycles: z
          .int()
          .min(0)
          .max(1_000)
          .default(3)
          .describe('Passes over the findings that are still open; 0 fixes nothing'),
        attemptsPerFinding: z
          .int()
          .min(1)
          .max(1_000)
          .nullable()
          .default(3)
          .describe('null: as many as there are cycles'),
        wait: Duration.default(1_800_000).describe('How long a run may wait for rate limits in all'),
        usd: z.number().positive().optional().describe('What a run may cost; calls that could exceed it are not begun'),
        tokens: z.int().positive().optional().describe('Tokens that a run may use, input and output together'),
        minutes: z.number().positive().optional().describe('How long a run may take'),
      })
      .prefault({})
      .describe('Where a run stops by itself'),
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
