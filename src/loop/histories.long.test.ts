/** Generated histories over `next`: every property is checked in every one of them, by the monitor of the simulator. */
import { array, assert, nat, property } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Campaign, median, runCampaign } from '../../test/support/loop/campaign.ts';
import { facets } from '../../test/support/loop/facets.ts';
import { fromList } from '../../test/support/loop/random.ts';
import { Simulation } from '../../test/support/loop/simulate.ts';
import { coverageGaps, unmetFacets } from '../../test/support/loop/unreachable.ts';

/** A slice; `node scripts/histories.ts` generates as many as there is time for. */
const count = 1_200;

describe('generated histories', () => {
  let campaign: Campaign | undefined;

  // A violation of any property, such as a limit, a lost answer or an unproven fix, is thrown here with the seed of its
  // history.
  beforeAll(() => {
    campaign = runCampaign(31_000, count);
  });

  it('4.6 no path leads out of the loop with a finding unaccounted for', () => {
    expect(campaign?.lengths).toHaveLength(count);
    expect(median(campaign?.lengths ?? [])).toBeGreaterThanOrEqual(30);
  });

  it('10.1 every event is met with findings of every status that it can concern', () => {
    expect(campaign && coverageGaps(campaign.coverage)).toEqual({ missed: [], impossible: [] });
  });

  it('4.6 calls of every role end in every way, and the run is disturbed in every phase', () => {
    const unmet = campaign ? unmetFacets(campaign.coverage) : facets;
    expect(unmet.length, unmet.join(', ')).toBeLessThan(facets.length / 15);
  });

  it('11.1 a run that was killed, cancelled and resumed ends like any other', () => {
    const disturbed = ['run.resumed', 'cancel.requested', 'run.stopping'];
    for (const type of disturbed) expect(campaign?.coverage.types.get(type)).toBeGreaterThan(100);
  });

  it('4.6 histories that a shrinker can make smaller hold as well', () => {
    const numbers = array(nat({ max: 999 }), { minLength: 100, maxLength: 1_500, size: 'max' });
    assert(
      property(numbers, (choices) => {
        new Simulation(fromList(choices)).run();
      }),
      { numRuns: 100, seed: 20_261 },
    );
  });
});
