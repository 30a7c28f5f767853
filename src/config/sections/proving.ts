/** Configuration of what a fix is held to. */
import { z } from 'zod';
import { Command, Duration, VariableName } from '../values.ts';
import { Reproduction, Target } from './targets.ts';

/** What a fix can be required to be proven by; more than one: all of them. */
export const proofKinds = ['tool', 'review', 'target', 'reproduction', 'tests', 'any'] as const;

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

export const Verify = z
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
    together: z
      .union([z.enum(['auto', 'each']), z.int().min(1)])
      .default('auto')
      .describe(
        'How many fixes one run of the commands proves. auto: as many as are likely to hold together, by how often ' +
          'fixes of their kind have failed; a number: at most that many; each: every fix is proven by itself as well',
      ),
    concurrency: z
      .int()
      .min(1)
      .optional()
      .describe(
        'How many commands, tools and hooks may be under way at once; by default as many as the machine has cores',
      ),
    timeout: Duration.default(300_000).describe('Time limit of each command'),
    stopOnFailure: z.boolean().default(true).describe('Skip the commands after the first one that fails'),
    baseline: z.boolean().default(true).describe('Run the commands on the untouched start first'),
    recheck: z
      .array(Command)
      .default([])
      .describe(
        'Commands that print findings, run again to see whether those that fix --from was given are gone; {files} ' +
          'as for reviewers. Known tools need no entry',
      ),
    targets: z
      .array(Target)
      .default([])
      .describe(
        'Checks of single files: cheap, run before all else, and a fix that fails its own is refused (docs/proof.md)',
      ),
    reproduction: Reproduction.optional().describe(
      'Runs the test that a finding names as its reproduction, in place of {test}: it must fail on the start and ' +
        'pass with the fix',
    ),
    withoutFix: z
      .boolean()
      .default(true)
      .describe(
        'Where a fix changes code and tests, run these tests on the code as it was: those that pass all the same ' +
          'prove nothing',
      ),
    requireProof: z
      .array(z.enum(proofKinds))
      .default([])
      .describe('A fix without all of these is refused; any: at least one of them (docs/proof.md)'),
    claims: z
      .enum(['prove', 'trust'])
      .default('prove')
      .describe(
        'trust: where neither commands nor recheck nor targets are named, a fix that changed something counts on the ' +
          'word of its agent: no tool looks again, and the run may be clean',
      ),
    unproven: z
      .enum(['refuse', 'accept'])
      .default('refuse')
      .describe('What to do with a fix that cannot be proven because a command failed before already'),
  })
  .prefault({})
  .describe('Proving fixes');

export const Challenger = z
  .strictObject({
    agents: z
      .array(z.string())
      .default([])
      .describe('Judge each fix by its diff, independently of the fixer; nobody by default'),
    vote: z
      .enum(['veto', 'median', 'majority'])
      .default('veto')
      .describe('With several challengers: the lowest score counts, the median, or the majority'),
    threshold: z.number().min(1).max(100).default(90).describe('With this score or more, a finding is solved'),
    iterations: z
      .int()
      .min(1)
      .max(20)
      .default(2)
      .describe('Fixes of a finding that they judge: the first, and re-fixes with their feedback'),
    explanation: z
      .boolean()
      .default(false)
      .describe('Whether they are told how the fixer explains its change, which is no evidence'),
    timeout: Duration.default(120_000).describe('Time limit of one call'),
  })
  .prefault({})
  .describe('A second, independent opinion on every fix');

export const Disputes = z
  .strictObject({
    hear: z
      .boolean()
      .default(true)
      .describe('Let a fixer say that a finding is wrong, with lines of code that show it; another decides'),
    agent: z
      .string()
      .optional()
      .describe('Decides where no challenger can, and is never the one that disputes; without either, you are asked'),
  })
  .prefault({})
  .describe('Findings that a fixer calls wrong (docs/disputes.md)');

export const Justification = z
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
  .describe('Reasons that a fixer gives for not fixing');
