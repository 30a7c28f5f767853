/** Configuration of what fixes are refused for by reading them. */
import { z } from 'zod';

const lines = z.int().min(1).nullable();

export const Gates = z
  .strictObject({
    testIntegrity: z
      .boolean()
      .default(true)
      .describe('Whether fixes are refused for what is noticed by reading them, such as weaker tests or checks'),
    reversion: z
      .boolean()
      .default(true)
      .describe('Whether a fix is refused that takes back what an earlier fix of the run, or the user, put in'),
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
          .describe('By so many lines, for each of its findings, a fix may make the code longer'),
        run: lines.default(10_000).describe('By so many lines all fixes of a run together may make it longer'),
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
