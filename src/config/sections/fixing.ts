/** Configuration of fixing: questions, plan, fixes, what is handed over, and where a run stops. */
import { z } from 'zod';
import { Level, Severity } from '../../model/finding.ts';
import { Duration } from '../values.ts';

export const Clarify = z
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
  .describe('Questions before fixing');

export const Plan = z
  .strictObject({
    agent: z.string().optional().describe('Plans the fixes; without one, steps are computed'),
    by: z
      .enum(['computed', 'agent'])
      .default('computed')
      .describe('agent: where plan.agent names nobody, the agent that fixes plans'),
  })
  .prefault({})
  .describe('The order of fixes, and how each is to be made');

export const Fix = z
  .strictObject({
    agent: z
      .string()
      .optional()
      .describe('Name of the agent; the first that works by default. autofix: only machine-made fixes'),
    agents: z
      .array(z.string())
      .min(1)
      .max(100)
      .optional()
      .describe(
        'A ladder, in place of fix.agent: the first attempt at a finding goes to the first of them, the second to ' +
          'the second, and so on; the last one stays',
      ),
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
  .describe('Fixing');

export const CommitSection = z
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
  .describe('What is handed over');

const share = (stage: string) => z.number().positive().max(1).describe(`For ${stage}`);

export const Limits = z
  .strictObject({
    cycles: z
      .int()
      .min(0)
      .max(1_000)
      .default(3)
      .describe('Passes over the findings that are still open; 0 fixes nothing'),
    attemptsPerFinding: z.int().min(1).max(1_000).nullable().default(3).describe('null: as many as there are cycles'),
    wait: Duration.default(1_800_000).describe('How long a run may wait for rate limits in all'),
    usd: z.number().positive().optional().describe('What a run may cost; calls that could exceed it are not started'),
    tokens: z.int().positive().optional().describe('Tokens that a run may use, input and output together'),
    minutes: z
      .number()
      .positive()
      .optional()
      .describe('How long a run may take; no attempt is started that could not be proven in time'),
    usdPerFinding: z
      .number()
      .positive()
      .optional()
      .describe('What may be spent on one finding, opinions on its fixes included; then it is left over'),
    tokensPerFinding: z.int().positive().optional().describe('The same in tokens'),
    stages: z
      .strictObject({
        review: share('reviews'),
        clarify: share('questions about findings'),
        plan: share('plans'),
        fix: share('fixes'),
        challenge: share('opinions on fixes'),
      })
      .partial()
      .optional()
      .describe('The most that a stage may take of `usd` and `tokens`, as a share: 0.3 is three tenths'),
  })
  .prefault({})
  .describe('Where a run stops by itself');
