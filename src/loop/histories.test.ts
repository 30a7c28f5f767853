/** A few generated histories over `next`; histories.long.test.ts generates more, and asks what they covered. */
import { describe, expect, it } from 'vitest';
import { runCampaign } from '../../test/support/loop/campaign.ts';
import { seeded } from '../../test/support/loop/random.ts';
import { Simulation } from '../../test/support/loop/simulate.ts';

describe('generated histories', () => {
  it('4.6 no path leads out of the loop with a finding unaccounted for', () => {
    // A violation of any property is thrown with the seed of its history.
    expect(runCampaign(30_000, 150).lengths).toHaveLength(150);
  });

  it('11.1 the same seed gives the same history', () => {
    const events = (seed: number) => new Simulation(seeded(seed)).run().events;
    expect(events(7)).toEqual(events(7));
    expect(events(7)).not.toEqual(events(8));
  });
});
