import { describe, expect, it } from 'vitest';
import { fuzzyGroups, reported, without } from '../../../test/support/findings/fuzzy.ts';
import type { Reported } from './merge.ts';

describe('fuzzy consolidation', () => {
  const pair = (a: Partial<Reported>, b: Partial<Reported>): number => fuzzyGroups([reported(a), reported(b)]).length;

  it.each([
    ['5 lines apart', { line: 10 }, { line: 15 }, 1],
    ['6 lines apart', { line: 10 }, { line: 16 }, 2],
    ['5 lines behind a range', { line: 10, endLine: 20 }, { line: 25 }, 1],
    ['6 lines behind a range', { line: 10, endLine: 20 }, { line: 26 }, 2],
    ['in other files', {}, { file: 'b.ts' }, 2],
    ['with 2 of 10 characters changed', { title: 'abcdefghij' }, { title: 'abcdefghyz' }, 1],
    ['with 3 of 10 characters changed', { title: 'abcdefghij' }, { title: 'abcdefgxyz' }, 2],
    ['with other case, spaces and marks', { title: '`Abcd  efgh`.' }, { title: 'abcd EFGH' }, 1],
    ['of nothing but different marks', { title: '++' }, { title: '--' }, 2],
    ['without titles', { title: '' }, { title: ' ' }, 1],
    ['of other categories', {}, { category: 'bug' }, 1],
  ])('1.4 makes of two findings %s %#', (_, a, b, groups) => {
    expect(pair(a, b)).toBe(groups);
  });

  it('1.4 a finding without a line overlaps all in its file; one without a file only others without', () => {
    const [ofFile, nowhere] = [without(reported(), 'line'), without(reported(), 'file', 'line')];
    expect(fuzzyGroups([ofFile, reported({ line: 900 })])).toHaveLength(1);
    expect(fuzzyGroups([nowhere, ofFile])).toHaveLength(2);
    expect(fuzzyGroups([nowhere, { ...nowhere }])).toHaveLength(1);
  });

  it('1.4 groups are stars: each matches the first by severity, then position, and chains are not followed', () => {
    const [a, b, c] = [reported({ line: 10 }), reported({ line: 15 }), reported({ line: 20 })];
    expect(fuzzyGroups([a, b, c])).toEqual([[a, b], [c]]);
    const worst = { ...b, severity: 'high' as const };
    expect(fuzzyGroups([a, worst, c])).toEqual([[worst, a, c]]);
  });

  it('1.4 one rule of one reviewer at two places is two problems', () => {
    const names = [{ title: "'a' is never used" }, { title: "'b' is never used", line: 11 }] as const;
    const rule = { rule: 'no-unused-vars' };
    expect(pair({ ...names[0], ...rule }, { ...names[1], ...rule })).toBe(2);
    expect(pair({ ...names[0], ...rule }, { ...names[1], rule: 'unused' })).toBe(1);
    expect(pair({ ...names[0], ...rule }, { ...names[1], ...rule, reviewer: 'other' })).toBe(1);
    expect(pair(names[0], names[1])).toBe(1);
    expect(pair({ ...rule, column: 1 }, { ...rule, column: 2 })).toBe(2);
    expect(pair({ ...rule, column: 1 }, { ...rule, column: 1 })).toBe(1);
  });

  it('1.4 the same words of a tool at two places are two problems, also without a rule', () => {
    const tool = { ranIn: '' };
    expect(pair({ ...tool, line: 1 }, { ...tool, line: 3 })).toBe(2);
    expect(pair({ ...tool, column: 1 }, { ...tool, column: 2 })).toBe(2);
    expect(pair({ ...tool, line: 1 }, { ...tool, line: 1 })).toBe(1);
    expect(pair({ ...tool, line: 1 }, { ...tool, line: 3, reviewer: 'other' })).toBe(1);
    expect(pair({ ...tool, line: 1 }, { line: 3 })).toBe(1);
  });

  it.each<[string, [string, string], [string, string], number]>([
    ['an import', ['F401', "'os' imported but unused"], ['W0611', 'Unused import os'], 1],
    ['an import, by names of rules', ['F401', '`os` imported but unused'], ['unused-import', 'Unused import os'], 1],
    ['two imports of one line', ['F401', "'os' imported but unused"], ['W0611', 'Unused import sys'], 2],
    [
      'a variable',
      ['@typescript-eslint/no-unused-vars', "'n' is defined but never used."],
      ['TS6133', "'n' is declared but its value is never read."],
      1,
    ],
    [
      'a variable, by Biome',
      ['no-unused-vars', "'n' is never used"],
      ['lint/correctness/noUnusedVariables', 'This variable n is unused.'],
      1,
    ],
    [
      'two things',
      ['F401', "'os' imported but unused"],
      ['F841', "local variable 'os' is assigned to but never used"],
      2,
    ],
  ])('1.4 two tools that say the same of %s in words of their own', (_, [rule, title], [other, words], groups) => {
    const one = { rule, title, reviewer: 'one' };
    expect(pair(one, { rule: other, title: words, reviewer: 'other' })).toBe(groups);
    expect(pair(one, { rule: other, title: words, reviewer: 'other', line: 900 })).toBe(2);
    expect(pair(one, { rule: other, title: words, reviewer: 'one' })).toBe(groups);
  });

  it('1.4 two rules of one tool are two problems, and what is twice on a line is joined by its place', () => {
    expect(pair({ rule: 'E0102', title: 'function x' }, { rule: 'W0404', title: 'reimported' })).toBe(2);
    const [one, other] = [
      { rule: 'eqeqeq', title: "Expected '===' and instead saw '=='.", reviewer: 'one' },
      { rule: 'lint/suspicious/noDoubleEquals', title: 'Using == may be unsafe', reviewer: 'other' },
    ];
    const groups = fuzzyGroups([
      reported({ ...one, column: 5 }),
      reported({ ...one, column: 20 }),
      reported({ ...other, column: 6 }),
      reported({ ...other, column: 21 }),
    ]);
    expect(groups.map((group) => group.map(({ column }) => column))).toEqual([
      [5, 6],
      [20, 21],
    ]);
  });
});
