/** Finding the bad ones of several fixes that fail together. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupSize, type Known, splitGroup } from './split-group.ts';

type Holds = (fixes: readonly number[]) => boolean;
type Found = { accepted: number[]; refused: number[]; tries: number };

/** As the loop goes about it: one group after the other, what is known of a tree stays known. */
const proveAll = (
  count: number,
  holds: Holds,
  suspectsOf: (fixes: readonly number[], accepted: readonly number[]) => readonly number[] = () => [],
): Found => {
  const found: Found = { accepted: [], refused: [], tries: 0 };
  const shown = new Map<string, boolean>();
  let line = Array.from({ length: count }, (_, index) => index);
  while (line.length > 0) {
    const { accepted } = found;
    const treeOf = (first: number): number[] => [...accepted, ...line.slice(0, first)];
    const known: Known = (first) => {
      const result = shown.get(treeOf(first).join());
      return result === undefined ? undefined : result ? 'holds' : 'fails';
    };
    const split = splitGroup(line.length, known, (failing) => suspectsOf(line.slice(0, failing), accepted));
    switch (split.next) {
      case 'accept':
        found.accepted.push(...line.slice(0, split.count));
        line = line.slice(split.count);
        break;
      case 'try':
        found.tries += 1;
        shown.set(treeOf(split.count).join(), holds(treeOf(split.count)));
        break;
      case 'culprit':
        found.refused.push(...line.slice(0, 1));
        line = line.slice(1);
        break;
      default:
        split satisfies never;
    }
  }
  return found;
};

const without =
  (bad: readonly number[]): Holds =>
  (fixes) =>
    !fixes.some((fix) => bad.includes(fix));

/** So many tries find one bad fix among as many as there are, and one more proves what is left. */
const mostTries = (count: number, bad: number): number => 1 + bad * (Math.ceil(Math.log2(Math.max(count, 2))) + 1);

const group = fc
  .integer({ min: 1, max: 60 })
  .chain((count) => fc.tuple(fc.constant(count), fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }))));

describe('5.6 splitting a group', () => {
  it('5.6 takes one run when all hold, and none is run only to find something out', () => {
    expect(proveAll(200, () => true)).toMatchObject({ refused: [], tries: 1 });
    expect(proveAll(1, () => false)).toEqual({ accepted: [], refused: [0], tries: 1 });
  });

  it('5.6 finds exactly the bad ones, wherever they are, by a bounded number of runs', () => {
    fc.assert(
      fc.property(group, ([count, bad]) => {
        const { accepted, refused, tries } = proveAll(count, without(bad));
        expect(refused).toEqual(bad.toSorted((a, b) => a - b));
        expect(accepted).toEqual(
          Array.from({ length: count }, (_, index) => index).filter((fix) => !bad.includes(fix)),
        );
        expect(tries).toBeLessThanOrEqual(mostTries(count, bad.length));
      }),
    );
  });

  it('5.6 of two that only fail together, one is refused and one stays', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 29 }), { minLength: 2, maxLength: 2 }), (pair) => {
        const { accepted, refused, tries } = proveAll(30, (fixes) => !pair.every((fix) => fixes.includes(fix)));
        expect(refused).toEqual([Math.max(...pair)]);
        expect(accepted).toHaveLength(29);
        expect(tries).toBeLessThanOrEqual(mostTries(30, 1));
      }),
    );
  });

  it('5.6 ends whatever the runs show, and accepts only what a run has shown to hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.func(fc.boolean()), (count, holds) => {
        const shown = new Set<string>();
        const watched: Holds = (fixes) => {
          const result = holds(fixes.join());
          if (result) shown.add(fixes.join());
          return result;
        };
        const { accepted, refused } = proveAll(count, watched);
        expect(accepted.length + refused.length).toBe(count);
        if (accepted.length > 0) expect(shown).toContain(accepted.join());
      }),
    );
  });

  it('5.6 suspects are looked at first: what comes before them, then they themselves', () => {
    const known =
      (results: Record<number, 'holds' | 'fails'>): Known =>
      (count) =>
        results[count];
    expect(splitGroup(16, known({ 16: 'fails' }), () => [5])).toEqual({ next: 'try', count: 4 });
    expect(splitGroup(16, known({ 16: 'fails' }), () => [1])).toEqual({ next: 'try', count: 1 });
    expect(splitGroup(16, known({ 16: 'fails', 4: 'holds' }), () => [5])).toEqual({ next: 'accept', count: 4 });
    // The failure that is asked about is the smallest; whoever comes behind it has nothing to do with it.
    expect(splitGroup(16, known({ 16: 'fails', 8: 'fails' }), () => [12])).toEqual({ next: 'try', count: 4 });
    const named = proveAll(128, without([77]), (fixes) => (fixes.includes(77) ? [fixes.indexOf(77) + 1] : []));
    expect(named).toMatchObject({ refused: [77], tries: 4 });
  });

  it('5.6 suspicion changes how many runs it takes, never who is refused', () => {
    const named = fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 3 });
    fc.assert(
      fc.property(group, named, ([count, bad], names) => {
        const suspects = (fixes: readonly number[]) =>
          fixes.flatMap((fix, index) => (names.includes(fix) ? [index + 1] : []));
        const { refused, tries } = proveAll(count, without(bad), suspects);
        expect(refused).toEqual(bad.toSorted((a, b) => a - b));
        // What comes before each of them, and they themselves.
        expect(tries).toBeLessThanOrEqual(mostTries(count, bad.length) + 2 * names.length * (1 + bad.length));
      }),
    );
  });

  it('5.6 whoever always blames the last one does not make it slow', () => {
    fc.assert(
      fc.property(group, ([count, bad]) => {
        const { refused, tries } = proveAll(count, without(bad), (fixes) => [fixes.length]);
        expect(refused).toEqual(bad.toSorted((a, b) => a - b));
        expect(tries).toBeLessThanOrEqual(mostTries(count, bad.length) + 3 * (1 + bad.length));
      }),
    );
  });
});

describe('5.6 the size of a group', () => {
  it('5.6 is as large as it is at least as likely to hold as not', () => {
    expect(groupSize([])).toBe(0);
    expect(groupSize(Array.from({ length: 300 }, () => 0.0005))).toBe(300);
    expect(groupSize(Array.from({ length: 300 }, () => 0.1))).toBe(6);
    expect(groupSize(Array.from({ length: 300 }, () => 0.3))).toBe(1);
    expect(groupSize([0.4, 0.4, 0.4])).toBe(1);
    expect(groupSize([0.9])).toBe(1);
  });

  it('5.6 whoever is likely to be bad ends it, whatever comes behind', () => {
    expect(groupSize([0.01, 0.01, 0.9, 0.01])).toBe(2);
  });
});
