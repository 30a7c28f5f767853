/** When a run gets nowhere, and when it is still worth going on. */
import { describe, expect, it } from 'vitest';
import type { Look } from './looks.ts';
import { standstillOf } from './standstill.ts';

const look = (facts: Partial<Look> = {}): Look => ({
  round: 1,
  reported: '["a"]',
  found: 1,
  fresh: 1,
  fixed: 1,
  added: 10,
  left: 1,
  size: 0,
  cost: null,
  ...facts,
});

/** Every look reports something else. */
const looks = (...facts: Partial<Look>[]): Look[] =>
  facts.map((each, index) => look({ round: index + 1, reported: `["${index}"]`, ...each }));

const reasonOf = (...facts: Partial<Look>[]): string | undefined => standstillOf(looks(...facts))?.reason;

/** Fewer and fewer, so that nothing else applies. */
const fewer = [
  { found: 9, fixed: 9, left: 9 },
  { found: 5, fixed: 5, left: 5 },
  { found: 2, left: 2 },
];

describe('7.6 a run gets nowhere', () => {
  const same = { reported: '["x"]' };

  it('7.6 when a finding set returns that was gone', () => {
    const [one, two, three] = fewer;
    expect(reasonOf({ ...one, ...same }, { ...two, reported: '["y"]' }, { ...three, ...same })).toBe(
      'findings-returned',
    );
    expect(reasonOf({ ...one, ...same }, { ...two, reported: '["y"]' }, { ...three, reported: '[]' })).toBeUndefined();
  });

  it('7.6 when it never goes, and not before it was tried three times: another fix may hold', () => {
    const less = [20, 9, 5, 2].map((left) => ({ ...same, found: 0, left }));
    expect(reasonOf(...less.slice(0, 3))).toBeUndefined();
    expect(reasonOf(...less)).toBe('findings-returned');
  });

  it('7.6 when rounds bring findings as fast as fixes remove them, and says how many lines it takes for one', () => {
    const found = looks({ found: 2, fixed: 2, added: 60 }, { found: 2, fixed: 3, added: 90 }, { found: 3 });
    expect(standstillOf(found)).toEqual({
      reason: 'minting',
      message:
        'Rounds 2 and 3 brought 5 findings for 5 that were fixed, one for each 30 lines that were added: ' +
        'fixes bring findings as fast as they remove them.',
    });
  });

  it('7.6 not when that happens once, or when fixes are ahead', () => {
    expect(reasonOf({ found: 2, fixed: 2 }, { found: 2, fixed: 2 })).toBeUndefined();
    expect(reasonOf({ fixed: 4 }, { found: 2, fixed: 2 }, { found: 2, fixed: 0 })).toBeUndefined();
    expect(reasonOf(...fewer)).toBeUndefined();
    expect(reasonOf({}, { fresh: 0 }, { fresh: 0 })).toBeUndefined();
  });

  it('7.6 when the change only grows, and no less is left', () => {
    const growing = [
      { size: 0, fixed: 3, left: 2 },
      { size: 40, fixed: 3, left: 2 },
      { size: 90, left: 2 },
    ];
    expect(reasonOf(...growing)).toBe('growing');
    expect(reasonOf(...growing.slice(0, 2), { size: 90, left: 1 })).toBeUndefined();
    expect(reasonOf(...growing.slice(0, 2), { size: 40, left: 2 })).toBeUndefined();
    expect(reasonOf(...growing.slice(0, 2), { size: null, left: 2 })).toBeUndefined();
  });

  it('7.6 when fixed-per-cost falls off, twice in a row', () => {
    const costs = (...fixed: number[]): Partial<Look>[] =>
      [...fixed, 0].map((each, index) => ({ fixed: each, cost: 1, found: 0, left: 20 - index }));
    expect(reasonOf(...costs(10, 2, 2))).toBe('diminishing');
    expect(reasonOf(...costs(10, 2, 5))).toBeUndefined();
    expect(reasonOf(...costs(10, 2))).toBeUndefined();
    expect(reasonOf(...costs(10, 2, 2).map((each) => ({ ...each, cost: null })))).toBeUndefined();
  });
});
