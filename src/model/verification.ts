/** What running the verification commands on one tree showed. */
import { z } from 'zod';

export const CommandStatus = z.enum(['passed', 'failed', 'crashed', 'timeout', 'cancelled']);
export type CommandStatus = z.infer<typeof CommandStatus>;

/** A test by name, as JUnit or TAP reports it. */
export const TestResult = z.object({ name: z.string(), passed: z.boolean(), skipped: z.boolean().optional() });
export type TestResult = z.infer<typeof TestResult>;

/** What a failing command reports, read as findings. */
export const Reported = z.object({
  findings: z.record(z.string(), z.int()).describe('File, rule and title, then how often'),
  unread: z.int().describe('Lines or items of its output that are no findings'),
});
export type Reported = z.infer<typeof Reported>;

const ended = { status: CommandStatus, exitCode: z.int().nullable() };

const comparable = {
  failedTests: z.array(z.string()).optional().describe('Where the command reports single tests'),
  passedTests: z.int().optional(),
  skippedTests: z.int().optional().describe('Those that were skipped, which count as passed too'),
  printedTests: z.int().optional().describe('How many tests it says it ran, where it reports no single ones'),
  printedFailures: z
    .int()
    .optional()
    .describe('How much it says in words that tests fail, where it reports no single ones; only to be compared'),
  reported: Reported.optional().describe('Where a command that failed reports findings'),
};

/** Of the untouched start: the tests that really ran. */
const ran = { ranTests: z.array(z.string()).optional().describe('On the start only: what a fix has to leave running') };

/** How a command ended, as far as it is compared with how it ended elsewhere. */
export const CommandEnd = z.object({ ...ended, ...comparable, ...ran });
export type CommandEnd = z.infer<typeof CommandEnd>;

export const TargetFacts = z.object({
  files: z.array(z.string()).describe('The files of findings that it speaks about'),
  start: CommandEnd.optional().describe('How it ended on the untouched start, where that was asked'),
  reproduces: z
    .array(z.string())
    .optional()
    .describe('It is a test that findings name: their ids. It fails as long as they are there'),
});
export type TargetFacts = z.infer<typeof TargetFacts>;

export const CommandResult = z.object({
  command: z.string(),
  hook: z.boolean().optional().describe('A commit hook of the user, run as a gate'),
  target: TargetFacts.optional().describe('A check of single files (verify.targets), run before all else'),
  ...ended,
  signal: z.string().nullable(),
  durationMs: z.number(),
  stdout: z.string().describe('Head and tail of standard output'),
  stderr: z.string().describe('Head and tail of standard error'),
  ...comparable,
  ...ran,
  lostTests: z
    .array(z.string())
    .optional()
    .describe('Tests that ran on the start and did not run, where fewer ran than then; at most 200'),
  changes: z.array(z.string()).optional().describe('Tracked files that it changed; at most 20'),
});
export type CommandResult = z.infer<typeof CommandResult>;

/** How a failure relates to the start of the run. */
export const FailureKind = z.enum(['new', 'pre-existing', 'flaky']);
export type FailureKind = z.infer<typeof FailureKind>;

/** What a tool reviewer said of some files: how often each rule is reported in each. */
export const ToolCounts = z.record(z.string(), z.record(z.string(), z.int()));
export type ToolCounts = z.infer<typeof ToolCounts>;

/** How often a rule is reported in a file; undefined where nothing is known about it. */
export const countOf = (counts: ToolCounts, file: string, rule: string): number | undefined => {
  const rules = Object.hasOwn(counts, file) ? counts[file] : undefined;
  return rules && Object.hasOwn(rules, rule) ? rules[rule] : undefined;
};

export const ToolResult = z.object({
  reviewer: z.string(),
  status: z.enum(['ran', 'crashed']),
  message: z.string().optional(),
  counts: ToolCounts.describe('File, then rule, then how often; touched files only'),
  before: ToolCounts.optional().describe(
    'The same for touched files that it had not been asked about, as they were before the fix',
  ),
  places: z.array(z.object({ file: z.string(), rule: z.string(), line: z.int().optional(), text: z.string() })),
});
export type ToolResult = z.infer<typeof ToolResult>;

/** How dependencies got to where a tree was verified. */
export const SetupNote = z.object({
  keyedBy: z
    .enum(['manifests', 'tree'])
    .describe('What decides whether they can be used again: what the package managers read, or every file'),
  why: z.string().optional().describe('Why every file counts'),
  reused: z.boolean(),
  durationMs: z.number(),
});
export type SetupNote = z.infer<typeof SetupNote>;

export const WithoutFix = z.object({
  tree: z.string(),
  verdict: z.enum(['fails', 'passes', 'unknown']),
  reason: z.string().optional(),
});
export type WithoutFix = z.infer<typeof WithoutFix>;

export const Verification = z.object({
  tree: z.string(),
  /** `unproven`: nothing got worse, but a command that failed before still fails. `none`: nothing is configured. */
  verdict: z.enum(['passed', 'failed', 'unproven', 'crashed', 'setup-failed', 'cancelled', 'none']),
  reason: z.string().optional(),
  remedy: z.string().optional().describe('What to do, where the untouched start cannot be verified'),
  failures: z.array(z.object({ command: z.string(), kind: FailureKind, detail: z.string() })),
  commands: z.array(CommandResult),
  runs: z.int().optional().describe('How often the commands were gone through for it'),
  caged: z.boolean().optional().describe('It ran in the sandbox'),
  setup: SetupNote.optional(),
  withoutFix: WithoutFix.optional().describe('The tests that come with a fix, run on the code as it was before it'),
  stillRed: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('Tests that speak about a finding, failed before its fix, and do not pass with it, by id of the finding'),
  tools: z.array(ToolResult),
  durationMs: z.number(),
});
export type Verification = z.infer<typeof Verification>;

/** Nothing but checks of single files were run: it says nothing about the tree as a whole. */
export const isOfTargets = ({ commands }: Pick<Verification, 'commands'>): boolean =>
  commands.length > 0 && commands.every(({ target }) => target !== undefined);
