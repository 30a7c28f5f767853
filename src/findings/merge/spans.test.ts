import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Spans } from './spans.ts';

const range = (last: number) =>
  fc
    .tuple(fc.nat(last), fc.oneof(fc.constant(0), fc.nat(last)))
    .map(([from, length]) => ({ from, to: Math.min(from + length, 2 ** 30 + 5) }));

describe('Spans', () => {
  it.each([20, 300, 2 ** 30])('1.4 tells which range was the first to touch given lines, up to line %i', (last) => {
    fc.assert(
      fc.property(
        fc.array(range(last), { maxLength: 30 }),
        fc.array(range(last), { minLength: 1, maxLength: 10 }),
        (added, asked) => {
          const items = added.map((each, turn) => ({ ...each, turn }));
          const spans = new Spans<(typeof items)[number]>();
          for (const item of items) spans.add(item);
          for (const { from, to } of asked)
            expect(spans.first(from, to)).toBe(items.find((item) => item.from <= to && from <= item.to));
        },
      ),
      { numRuns: 300 },
    );
  });
});
