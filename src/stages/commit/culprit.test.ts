/** The search for fixes that break the others. */
import { assert, asyncProperty, integer, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCulprits } from './culprit.ts';

type Facts = {
  /** Whether these fixes hold together; the whole does not, in most tests. */
  holds: (units: readonly string[]) => boolean;
  /** What cannot be merged without which other. */
  needs?: Record<string, string>;
  /** Failures of a flaky command: the first so many questions are answered with no. */
  flakes?: number;
};

const search = async (units: readonly string[], { holds, needs = {}, flakes = 0 }: Facts) => {
  const asked: string[] = [];
  let left = flakes;
  const result = await findCulprits(units, {
    build: async (chosen) => {
      const merged: string[] = [];
      for (const unit of chosen) if (needs[unit] === undefined || merged.includes(needs[unit])) merged.push(unit);
      return { units: merged, unmergeable: chosen.filter((unit) => !merged.includes(unit)) };
    },
    holds: async (built) => {
      asked.push(built.units.join(''));
      left -= 1;
      return left < 0 && holds(built.units);
    },
  });
  return {
    kept: result.kept.units.join(''),
    culprits: result.culprits.join(''),
    unmergeable: result.unmergeable.join(''),
    asked,
  };
};

const without =
  (...bad: string[]) =>
  (units: readonly string[]) =>
    !bad.some((unit) => units.includes(unit));
const letters = 'abcdefgh'.split('');

describe('findCulprits', () => {
  it.each(letters)('7.5 finds the single culprit %s and keeps the others', async (bad) => {
    const { kept, culprits } = await search(letters, { holds: without(bad) });
    expect(culprits).toBe(bad);
    expect(kept).toBe(letters.filter((unit) => unit !== bad).join(''));
  });

  it('7.5 asks about few combinations, not about each fix', async () => {
    const many = Array.from({ length: 64 }, (_, index) => `${index} `);
    const { asked } = await search(many, { holds: without('40 ') });
    // The whole, six halvings and the rest; failures are asked about twice.
    expect(asked.length).toBeLessThanOrEqual(2 * 8);
  });

  it('7.5 of a pair that only fails together, the later goes', async () => {
    const pair = (units: readonly string[]): boolean => !(units.includes('b') && units.includes('f'));
    expect(await search(letters, { holds: pair })).toMatchObject({ culprits: 'f', kept: 'abcdegh' });
  });

  it('7.5 finds several culprits', async () => {
    expect(await search(letters, { holds: without('a', 'd', 'h') })).toMatchObject({ kept: 'bcefg', culprits: 'adh' });
  });

  it('7.5 a flaky command that fails once takes nothing out', async () => {
    const { kept, culprits, asked } = await search(letters, { holds: () => true, flakes: 1 });
    expect({ kept, culprits }).toEqual({ kept: 'abcdefgh', culprits: '' });
    expect(asked).toEqual(['abcdefgh', 'abcdefgh']);
  });

  it('7.5 takes out what cannot be merged without the culprit, and says so', async () => {
    const result = await search(letters, { holds: without('c'), needs: { e: 'c', h: 'e' } });
    expect(result).toMatchObject({ culprits: 'c', kept: 'abdfg' });
    expect(result.unmergeable.split('').toSorted().join('')).toBe('eh');
  });

  it('7.5 takes everything out when everything is bad', async () => {
    expect(await search(letters, { holds: (units) => units.length === 0 })).toMatchObject({
      kept: '',
      culprits: 'abcdefgh',
    });
  });

  it('7.5 whatever is bad goes, whatever is good stays', async () => {
    const some = uniqueArray(integer({ min: 0, max: 7 }));
    await assert(
      asyncProperty(some, async (numbers) => {
        const bad = letters.filter((_, index) => numbers.includes(index));
        const { kept, culprits } = await search(letters, { holds: without(...bad) });
        expect(culprits).toBe(bad.join(''));
        expect(kept).toBe(letters.filter((unit) => !bad.includes(unit)).join(''));
      }),
    );
  });
});
