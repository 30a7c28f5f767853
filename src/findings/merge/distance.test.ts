import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './distance.ts';

const byTable = (a: string, b: string): number => {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const swap = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(swap, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[b.length] ?? 0;
};

describe('editDistance', () => {
  const text = (maxLength: number) =>
    fc.oneof(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength, size: 'max' }), fc.string({ maxLength }));

  it.each([10, 40, 140])('1.4 is that of the table, for texts of up to %i characters', (length) => {
    fc.assert(
      fc.property(text(length), text(length), (a, b) => {
        expect(editDistance(a, b)).toBe(byTable(a, b));
      }),
      { numRuns: 300 },
    );
  });

  it('1.4 counts any code unit, and leaves nothing behind for the next', () => {
    expect(editDistance('\uffffé😀', 'é😀')).toBe(1);
    expect(editDistance('x'.repeat(100), 'y'.repeat(99))).toBe(100);
    expect(editDistance('', 'abc')).toBe(3);
  });
});
