/** Configuration of what fixes are refused for by reading them. */
import { z } from 'zod';

const lines = z.int().min(1).nullable();

export const Gates = z
  .strictObject({
    testIntegrity: z
      .boolean()
      .default(true)
      .describe('Refuse fixes for what shows when they are read, such as weaker tests or checks'),
    reversion: z
      .boolean()
      .default(true)
      .describe('Refuse a fix that takes back what you or an earlier fix of the run put in'),
    protectedPaths: z
      .union([z.literal(false), z.array(z.string().min(1))])
      .default([])
      .describe(
        'Globs of more paths that fixes may not change, unless gates.allow permits it and the finding lies there; ' +
          'false protects no path at all',
      ),
    allow: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'What is let through: names of rules such as test-skipped, of whole gates such as tests, and path:GLOB for ' +
          'protected paths (docs/gates.md)',
      ),
    growth: z
      .strictObject({
        fix: lines
          .default(1_000)
          .describe('How many lines a fix may add for each of its findings; removed lines count in its favour'),
        run: lines.default(10_000).describe('The same for all fixes of a run together'),
        ownLines: z
          .enum(['report', 'fix'])
          .default('report')
          .describe(
            'What becomes of new findings on lines that a fix of this run wrote. report: they are listed, and do not ' +
              'keep the run going, unless they are critical; fix: they are fixed like others',
          ),
      })
      .prefault({})
      .describe('How large the change may get; machine-made fixes, binary and lock files do not count'),
    durable: z
      .enum(['ask', 'allow'])
      .default('ask')
      .describe(
        'A fix that adds durable state, schema, configuration or a dependency that its finding does not ask for: ' +
          'ask you first, or let it through',
      ),
  })
  .prefault({})
  .describe('What a fix is refused for by reading it (docs/gates.md)');

export type Growth = z.output<typeof Gates>['growth'];

const usualGrowth = Gates.parse({}).growth;

/** Runs of earlier versions have a configuration that does not say. */
export const growthOf = (config: { gates?: { growth?: Growth } }): Growth => config.gates?.growth ?? usualGrowth;
