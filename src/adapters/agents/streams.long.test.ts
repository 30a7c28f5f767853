/** Mutated event streams of real agents; the long campaign is `node scripts/fuzz.ts --streams`. */
import { describe, expect, it } from 'vitest';
import { runStreams, streamSamples } from '../../../test/support/fuzz/streams.ts';

describe('event streams', () => {
  it('4.9 however broken they are come to a result that makes sense', async () => {
    const seen = await runStreams(1, 2_000);
    const kinds = new Set(streamSamples().map(({ kind }) => kind));
    expect([...seen.keys()].toSorted()).toEqual([...kinds].toSorted());
    expect([...seen.values()].every(({ outcomes }) => outcomes.size > 1)).toBe(true);
  });
});
