/** A short slice of the campaign that `scripts/adversaries.ts` runs with three hundred of them (7.6, 7.7). */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../scripts/adversaries/judge.ts';
import { kinds, scenarioOf } from '../../scripts/adversaries/scenario.ts';
import { runTrial } from '../../scripts/adversaries/trial.ts';

const program = fileURLToPath(new URL('../../bin/fixpoint', import.meta.url));
/** One of each kind. */
const seeds = kinds.map((kind, index) => ({ kind, seed: 1_200 + index }));

describe('7.6 7.7 a run against an adversary', () => {
  it.each(seeds)('7.6 ends in time, no worse than it began, for the right reason: $kind', async ({ kind, seed }) => {
    const { scenario, report, measured, problems } = await runTrial(program, seed);
    expect(scenario.kind).toBe(kind);
    expect(problems).toEqual([]);
    expect(report?.trajectory.map(({ round }) => round)).toEqual(report?.trajectory.map((_, index) => index + 1));
    if (!report || !measured) throw new Error('there is no report');
    const worse = { ...measured, after: measured.before + 1 };
    expect(problemsOf(scenario, report, worse)).toContainEqual(expect.stringContaining('it ends with'));
    const other = { ...report, stopReason: 'quota' as const };
    expect(problemsOf(scenario, other, measured)).toContainEqual(expect.stringContaining('it stops for quota'));
  });

  it('7.6 is the same for the same seed', () => expect(scenarioOf(7)).toEqual(scenarioOf(7)));
});
