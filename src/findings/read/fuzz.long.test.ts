/** A short slice of the campaign of scripts/fuzz.ts. */
import { describe, expect, it } from 'vitest';
import { runCampaign } from '../../../test/support/fuzz/campaign.ts';
import { samples } from '../../../test/support/fuzz/samples.ts';
import { formatNames } from '../../config/sections/reviewing.ts';
import { readFindings } from './read.ts';

describe('any input', () => {
  it('1.2 is read or refused: no uncaught error, no path outside the repository, no prototype touched, no entity expanded', async () => {
    const campaign = await runCampaign(1, 4_000);
    expect([...campaign.keys()].toSorted()).toEqual(formatNames.toSorted());
    for (const { read, refused, findings } of campaign.values())
      expect(Math.min(read, refused, findings)).toBeGreaterThan(0);
  });

  it('1.2 is mutated from samples of which each format reads some', async () => {
    const readAs = async ({ format, text }: (typeof samples)[number]): Promise<string[]> => {
      const reading = readFindings({ name: 'x', text }, { root: '/repo', readFile: async () => '{}' });
      const { findings } = await reading.catch(() => ({ findings: [] }));
      return findings.length > 0 ? [format] : [];
    };
    const readable = await Promise.all(samples.map(readAs));
    expect([...new Set(readable.flat())].toSorted()).toEqual(formatNames.toSorted());
  });
});
