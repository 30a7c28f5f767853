import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptOutput } from './kept-output.ts';

const keep = (limit: number, chunks: (string | Buffer)[]): KeptOutput => {
  const kept = new KeptOutput(limit);
  for (const chunk of chunks) kept.add(Buffer.from(chunk));
  return kept;
};

describe('5.1 kept output', () => {
  it('is the whole text up to the limit', () => {
    expect(keep(10, ['12345', '67890']).text()).toBe('1234567890');
  });

  it('is head and tail beyond it, and says how much is missing', () => {
    expect(keep(10, ['12345', '678', '90', 'abcdef']).text()).toBe('12345\n… 6 bytes left out …\nbcdef');
  });

  it('never shows half a character', () => {
    const text = keep(10, ['ééééééééé']).text();
    expect(text).toBe('éé\n… 8 bytes left out …\néé');
  });

  it('is the same whatever the chunks are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 60 }),
        (chunks, limit) => {
          const all = Buffer.concat(chunks);
          const kept = keep(
            limit,
            chunks.map((chunk) => Buffer.from(chunk)),
          );
          expect(kept.text()).toBe(keep(limit, [all]).text());
          expect(kept.total).toBe(all.length);
          if (all.length <= limit) expect(kept.text()).toBe(all.toString('utf8'));
        },
      ),
    );
  });
});
