import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { Severity } from '../../model/finding.ts';
import { consolidate } from './consolidate.ts';
import { mergeGroup, type Reported } from './merge.ts';
import { maxText } from '../read/text.ts';

const reported = (more: Partial<Reported> = {}): Reported => ({
  severity: 'medium',
  category: 'style',
  title: 'Title',
  description: 'Description',
  file: 'a.ts',
  line: 10,
  reviewer: 'lint',
  level: 'blocking',
  ...more,
});

describe('mergeGroup', () => {
  it('1.4 keeps the higher severity and its place, and what each of them said', () => {
    const merged = mergeGroup([
      reported({
        reviewer: 'one',
        description: 'a',
        suggestion: 'do a',
        endLine: 90,
        endColumn: 3,
        rule: 'r',
        code: 'X-1',
        level: 'suggestion',
      }),
      reported({
        reviewer: 'two',
        description: 'b',
        severity: 'high',
        title: 'Worse',
        line: 12,
        column: 7,
        level: 'warning',
      }),
      reported({ reviewer: 'one', description: 'a', suggestion: 'do b' }),
    ]);
    expect(merged).toEqual({
      severity: 'high',
      category: 'style',
      title: 'Worse',
      description: 'b\n\na',
      suggestion: 'do a\n\ndo b',
      file: 'a.ts',
      line: 12,
      column: 7,
      reviewer: 'two',
      reviewers: ['two', 'one'],
      level: 'blocking',
      merged: [
        { reviewer: 'two', severity: 'high', category: 'style', title: 'Worse', line: 12 },
        {
          reviewer: 'one',
          severity: 'medium',
          category: 'style',
          title: 'Title',
          rule: 'r',
          code: 'X-1',
          line: 10,
          endLine: 90,
        },
        { reviewer: 'one', severity: 'medium', category: 'style', title: 'Title', line: 10 },
      ],
    });
  });

  it('1.4 what was merged before keeps all that it stands for', () => {
    const before = mergeGroup([reported({ reviewer: 'one' }), reported({ reviewer: 'two' })]);
    const merged = mergeGroup([before, reported({ reviewer: 'three' })]);
    expect(merged.merged?.map(({ reviewer }) => reviewer)).toEqual(['one', 'two', 'three']);
    expect(merged.reviewers).toEqual(['one', 'two', 'three']);
  });

  it('1.4 joins fingerprints, and of two with one name takes that of the leader', () => {
    const merged = mergeGroup([reported({ fingerprints: { a: '1' } }), reported({ fingerprints: { a: '2', b: '3' } })]);
    expect(merged.fingerprints).toEqual({ a: '1', b: '3' });
  });

  it('1.4 a fingerprint named __proto__ is one like any other', () => {
    const merged = mergeGroup([reported(), reported({ fingerprints: Object.fromEntries([['__proto__', 'x']]) })]);
    expect(Object.entries(merged.fingerprints ?? {})).toEqual([['__proto__', 'x']]);
    expect(Object.getPrototypeOf(merged.fingerprints)).toBe(Object.prototype);
  });

  it.each([
    [['new', 'new'], 'new'],
    [['new', undefined], undefined],
    [['new', 'updated'], 'updated'],
    [['updated', 'unchanged', 'new'], 'unchanged'],
    [[undefined, 'unchanged'], 'unchanged'],
    [[undefined, undefined], undefined],
  ] as const)('1.9 is new where all say new: %j makes %s', (said, expected) => {
    expect(mergeGroup(said.map((baseline) => reported(baseline && { baseline }))).baseline).toBe(expected);
  });

  it('1.4 a description has an end, however many are merged', () => {
    const merged = mergeGroup(
      Array.from({ length: 2_000 }, (_, n) => reported({ description: `${n} ${'x'.repeat(5_000)}` })),
    );
    expect(merged.description.length).toBeLessThan(maxText + 100);
    expect(merged.merged).toHaveLength(2_000);
  });

  it('1.4 the edits of a merged finding have an end, and the leader keeps all of its own', () => {
    const edits = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        file: 'a.ts',
        range: { by: 'offset' as const, start: from + n * 2, end: from + n * 2 + 1 },
        text: '',
      }));
    const merged = mergeGroup([reported({ edits: edits(0, 1_500) }), reported({ edits: edits(10_000, 1) })]);
    expect(merged.edits).toHaveLength(1_500);
    const many = mergeGroup(Array.from({ length: 1_100 }, (_, n) => reported({ edits: edits(n * 2, 1) })));
    expect(many.edits).toHaveLength(1_000);
  });
});

describe('consolidate', () => {
  const anyReported = fc
    .record({
      severity: fc.constantFrom(...Severity.options),
      title: fc.constantFrom('unused variable a', 'unused variable b', 'Unused variables', 'something else'),
      description: fc.constantFrom('one', 'two', 'three'),
      line: fc.integer({ min: 1, max: 30 }),
      category: fc.constantFrom('a', 'b'),
      reviewer: fc.constantFrom('lint', 'agent'),
      rule: fc.constantFrom('r', 's'),
    })
    .map(reported);

  it.each(['fuzzy', 'exact', 'off'] as const)(
    '1.4 %s loses nothing, and finds nothing more to merge in its own result',
    (how) => {
      fc.assert(
        fc.property(fc.array(anyReported, { maxLength: 40, size: 'max' }), (findings) => {
          const result = consolidate(findings, how);
          const told = ({ reviewer, title, line, rule }: Partial<Reported>) =>
            JSON.stringify([reviewer, title, line, rule]);
          expect(
            result
              .flatMap((each) => each.merged ?? [each])
              .map(told)
              .toSorted(),
          ).toEqual(findings.map(told).toSorted());
          const descriptions = (all: readonly Reported[]) =>
            new Set(all.flatMap(({ description }) => description.split('\n\n')));
          expect(descriptions(result)).toEqual(descriptions(findings));
          expect(consolidate(result, how)).toEqual(result);
        }),
      );
    },
  );

  it('1.4 gives findings in the order in which the first of each group was reported', () => {
    const findings = [
      reported({ line: 50 }),
      reported({ line: 10, title: 'Titles' }),
      reported({ line: 90 }),
      reported({ line: 11, severity: 'high' }),
    ];
    expect(consolidate(findings, 'fuzzy').map(({ line }) => line)).toEqual([50, 11, 90]);
  });
});
