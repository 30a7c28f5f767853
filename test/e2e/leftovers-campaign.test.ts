/** A short slice of the campaign that `scripts/leftovers.ts` runs with a thousand findings (9.1, 9.2, 9.3). */
import { expect, it } from 'vitest';
import { startGitHub } from '../fakes/tracker/github.ts';
import { runCampaign, soundFigures } from '../support/leftovers/campaign.ts';

it('9.2 files each finding exactly once under random faults and kills, from two machines at once', async () => {
  const figures = await runCampaign({
    seed: 13,
    findings: 25,
    faults: 0.1,
    kills: 2,
    to: 'github',
    start: startGitHub,
  });
  expect(figures).toMatchObject(soundFigures(figures));
  expect(figures.faults).toBeGreaterThan(0);
  expect(figures.kills).toBeGreaterThan(0);
});
