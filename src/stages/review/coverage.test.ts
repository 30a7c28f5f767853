/** What reviewers have looked at, taken together. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NotReviewed, ReviewPart } from '../../model/review-scope.ts';
import { coverageOf, type ScopeResult } from './coverage.ts';

type Range = readonly [file: string, first: number, last: number];

const part = (number: number, ...ranges: readonly Range[]): ReviewPart => ({
  part: number,
  covers: ranges.map(([file, first, last]) => ({ file, first, last, lines: `${first}0-${last}9` })),
  hunks: ranges.reduce((sum, [, first, last]) => sum + last - first + 1, 0),
  bytes: 1,
});

const left = ([file, first, last]: Range, reason: string, facts: Partial<NotReviewed> = {}): NotReviewed => ({
  file,
  first,
  last,
  lines: `${first}0-${last}9`,
  reason,
  wanted: true,
  ...facts,
});

const notForIt = (range: Range, reason = 'not for it'): NotReviewed => left(range, reason, { wanted: false });

const result = (
  parts: ReviewPart[],
  others: NotReviewed[] = [],
  reviewed: readonly number[] = parts.map((one) => one.part),
): ScopeResult => ({
  scope: { parts, left: others },
  reviewed: new Set(reviewed),
  failed: 'the call failed',
});

describe('coverageOf', () => {
  it('2.8 is complete when all is reviewed, and when there is nothing', () => {
    expect(coverageOf([])).toEqual({ complete: true, hunks: 0, reviewed: 0, notReviewed: [] });
    expect(coverageOf([result([part(1, ['a', 1, 3]), part(2, ['a', 4, 4], ['b', 1, 1])])])).toEqual({
      complete: true,
      hunks: 5,
      reviewed: 5,
      notReviewed: [],
    });
  });

  it('2.8 is incomplete when a call came to nothing, and says why', () => {
    const coverage = coverageOf([result([part(1, ['a', 1, 3]), part(2, ['a', 4, 5], ['b', 1, 1])], [], [1])]);
    expect(coverage).toEqual({
      complete: false,
      hunks: 6,
      reviewed: 3,
      notReviewed: [
        { file: 'a', first: 4, last: 5, lines: '40-59', reason: 'the call failed', wanted: true },
        { file: 'b', first: 1, last: 1, lines: '10-19', reason: 'the call failed', wanted: true },
      ],
    });
  });

  it('2.8 is incomplete when something did not fit into the calls', () => {
    expect(coverageOf([result([part(1, ['a', 1, 1])], [left(['a', 2, 2], 'too large')])])).toEqual({
      complete: false,
      hunks: 2,
      reviewed: 1,
      notReviewed: [left(['a', 2, 2], 'too large')],
    });
  });

  it('2.8 is complete without what the configuration leaves out, which is listed and not counted', () => {
    expect(
      coverageOf([result([part(1, ['a', 1, 1])], [notForIt(['b', 1, 9]), notForIt(['c', 0, 0], 'binary')])]),
    ).toEqual({
      complete: true,
      hunks: 1,
      reviewed: 1,
      notReviewed: [notForIt(['b', 1, 9]), notForIt(['c', 0, 0], 'binary')],
    });
  });

  it('2.8 takes one look for enough, whoever else failed or was not asked', () => {
    const looked = result([part(1, ['a', 1, 3])]);
    const failed = result([part(1, ['a', 1, 2])], [left(['a', 3, 3], 'too large')], []);
    const skipped = result([], [notForIt(['a', 1, 3])]);
    for (const order of [
      [looked, failed, skipped],
      [skipped, failed, looked],
      [failed, looked],
    ]) {
      expect(coverageOf(order)).toEqual({ complete: true, hunks: 3, reviewed: 3, notReviewed: [] });
    }
  });

  it('2.8 misses what any reviewer should have looked at, for the first such reason, and lists it once', () => {
    const skipped = result([], [notForIt(['a', 1, 1])]);
    const beyond = result([], [left(['a', 1, 1], 'beyond')]);
    const failed = result([part(1, ['a', 1, 1])], [], []);
    expect(coverageOf([skipped, beyond, failed]).notReviewed).toEqual([left(['a', 1, 1], 'beyond')]);
    expect(coverageOf([skipped, failed, beyond]).notReviewed).toMatchObject([
      { reason: 'the call failed', wanted: true },
    ]);
    expect(coverageOf([skipped, result([], [notForIt(['a', 1, 1], 'other')])]).notReviewed).toEqual([
      notForIt(['a', 1, 1]),
    ]);
  });

  it('2.8 names a range that is partly reviewed by what is left of it, without lines that are not known', () => {
    const { notReviewed, hunks } = coverageOf([
      result([], [left(['a', 1, 5], 'beyond')]),
      result([part(1, ['a', 2, 3])]),
    ]);
    expect(notReviewed).toEqual([
      left(['a', 1, 1], 'beyond', { lines: '' }),
      left(['a', 4, 5], 'beyond', { lines: '' }),
    ]);
    expect(hunks).toBe(5);
  });

  it('2.8 joins neighbours with the same reason, and only those', () => {
    const entries = [
      left(['a', 1, 2], 'beyond'),
      left(['a', 3, 3], 'beyond', { lines: '44' }),
      left(['a', 4, 4], 'too large'),
      notForIt(['a', 5, 5], 'too large'),
      left(['a', 7, 7], 'beyond', { lines: '70' }),
      left(['a', 8, 8], 'beyond'),
      left(['b', 0, 0], 'beyond', { lines: '' }),
      left(['b', 1, 1], 'beyond'),
      left(['b', 2, 2], 'beyond', { lines: '' }),
    ];
    expect(coverageOf([result([], entries.toReversed())]).notReviewed).toEqual([
      left(['a', 1, 3], 'beyond', { lines: '10-44' }),
      left(['a', 4, 4], 'too large'),
      notForIt(['a', 5, 5], 'too large'),
      left(['a', 7, 8], 'beyond', { lines: '70-89' }),
      left(['b', 0, 0], 'beyond', { lines: '' }),
      left(['b', 1, 2], 'beyond', { lines: '' }),
    ]);
  });

  it('2.8 agrees with looking at every changed place by itself', () => {
    const look = fc.constantFrom('reviewed', 'failed', 'wanted', 'unwanted');
    const places = fc.array(fc.array(look, { minLength: 8, maxLength: 8 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(places, (reviewers) => {
        const scopes = reviewers.map((looks) => {
          const at = (kind: string): Range[] =>
            looks.flatMap((one, index) => (one === kind ? [['a', index + 1, index + 1] as const] : []));
          const parts = [part(1, ...at('reviewed')), part(2, ...at('failed'))];
          return result(
            parts,
            [...at('wanted').map((range) => left(range, 'beyond')), ...at('unwanted').map((range) => notForIt(range))],
            [1],
          );
        });
        const { complete, hunks, reviewed, notReviewed } = coverageOf(scopes);
        const all = Array.from({ length: 8 }, (_, index) => reviewers.map((looks) => looks[index]));
        const missed = all.map(
          (looks) => !looks.includes('reviewed') && (looks.includes('failed') || looks.includes('wanted')),
        );
        const seen = all.filter((looks) => looks.includes('reviewed')).length;
        expect({ complete, hunks, reviewed }).toEqual({
          complete: !missed.includes(true),
          hunks: seen + missed.filter(Boolean).length,
          reviewed: seen,
        });
        const listed = notReviewed.flatMap(({ first, last, wanted }) =>
          Array.from({ length: last - first + 1 }, (_, index) => [first + index, wanted]),
        );
        expect(listed).toEqual(
          all.flatMap((looks, index) => (looks.includes('reviewed') ? [] : [[index + 1, missed[index]]])),
        );
      }),
    );
  });
});
