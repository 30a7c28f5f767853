import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Severity, severityRank } from '../../model/finding.ts';
import type { Reported } from './merge.ts';
import { fuzzyGroups as groupsOf } from './fuzzy.ts';

/** One that stays alone as a group of its own. */
const fuzzyGroups = (findings: readonly Reported[], onCompare?: () => void): Reported[][] =>
  groupsOf(findings, onCompare).map((group) => [group].flat());

const reported = (more: Partial<Reported> = {}): Reported => ({
  severity: 'medium',
  category: 'style',
  title: 'The promise is not awaited',
  description: '',
  file: 'a.ts',
  line: 10,
  reviewer: 'lint',
  level: 'blocking',
  ...more,
});

const without = (finding: Reported, ...keys: (keyof Reported)[]): Reported => {
  const rest = { ...finding };
  for (const key of keys) delete rest[key];
  return rest;
};

/** The words of the requirement, without any index: each finding against every leader. */
const byAllPairs = (findings: readonly Reported[]): Reported[][] => {
  const place = ({ line, column, endLine, endColumn }: Reported): (number | undefined)[] => [
    line,
    column,
    endLine,
    endColumn,
  ];
  const order = findings.toSorted(
    (a, b) =>
      severityRank[a.severity] - severityRank[b.severity] ||
      place(a).reduce<number>((sum, each, at) => sum || (each ?? 0) - (place(b)[at] ?? 0), 0),
  );
  const groups: Reported[][] = [];
  for (const finding of order) {
    const group = groups.find(([leader]) => leader && matches(leader, finding));
    if (group) group.push(finding);
    else groups.push([finding]);
  }
  const first = (group: Reported[]): number => Math.min(...group.map((each) => findings.indexOf(each)));
  return groups.toSorted((a, b) => first(a) - first(b));
};

const matches = (a: Reported, b: Reported): boolean => {
  const isTools = [a, b].every(({ ranIn, line }) => ranIn !== undefined && line !== undefined);
  const sameRule = a.rule === undefined ? isTools && plain(a.title) === plain(b.title) : true;
  const apart =
    a.rule === b.rule &&
    sameRule &&
    a.reviewer === b.reviewer &&
    !(a.line === b.line && a.endLine === b.endLine && a.column === b.column && a.endColumn === b.endColumn);
  return a.file === b.file && !apart && linesOverlap(a, b) && titlesAreSimilar(a.title, b.title);
};

const linesOverlap = (a: Reported, b: Reported): boolean => {
  if (a.file === undefined || a.line === undefined || b.line === undefined) return true;
  const [endA, endB] = [Math.max(a.line, a.endLine ?? 0), Math.max(b.line, b.endLine ?? 0)];
  return a.line - 5 <= endB && b.line - 5 <= endA;
};

const titlesAreSimilar = (a: string, b: string): boolean => {
  const [one, other] = [plain(a), plain(b)];
  return one === other || levenshtein(one, other) / Math.max(one.length, other.length) < 0.3;
};

const plain = (title: string): string => {
  const text = title.toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  return text.replace(/^[\s`\p{P}]+/u, '').replace(/[\s`\p{P}]+$/u, '') || text;
};

const levenshtein = (a: string, b: string): number => {
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

const word = fc.constantFrom(
  'unused',
  'variable',
  'promise',
  'the',
  'is',
  'not',
  'awaited',
  'x',
  'missing',
  'return',
  'type',
  'of',
  'null',
);
const sentence = fc.array(word, { maxLength: 7 }).map((words) => words.join(' '));
/** A few characters of another sentence changed, which is where the limit lies. */
const reworded = fc
  .tuple(
    fc.constantFrom<string>(
      'the promise is not awaited',
      "'value' is assigned but never used",
      'missing return',
      'abcd',
      'abcdefghij',
      '',
    ),
    fc.array(fc.tuple(fc.nat(40), fc.constantFrom('', 'z', 'q ', 'é', '`')), { maxLength: 9 }),
  )
  .map(([text, changes]) =>
    changes.reduce((now, [at, by], n) => now.slice(0, at) + by + now.slice(at + ((at + n) % 3 === 0 ? 0 : 1)), text),
  );
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 14 });
const long = fc.string({ unit: fc.constantFrom('ab', 'ba', 'c ', 'dd'), minLength: 40, maxLength: 75 });
const anyTitle = fc.oneof(
  { weight: 3, arbitrary: sentence },
  { weight: 3, arbitrary: reworded },
  letters,
  long,
  fc.string(),
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq });

/**
 * Lists of one kind each, so that every index is used: all on a line, spread out, long ranges, without lines, without
 * files.
 */
const anyList = (maxLength: number): fc.Arbitrary<Reported[]> =>
  fc
    .record({
      lines: fc.constantFrom(1, 12, 60, 4_000),
      ranges: fc.constantFrom(0, 3, 2_000),
      files: fc.constantFrom(1, 1, 3),
      lineless: fc.constantFrom(0, 1, 5),
      fileless: fc.constantFrom(0, 0, 1),
      columns: fc.constantFrom(1, 3, 500),
      rules: fc.constantFrom(0, 1, 3, 40),
      titles: fc.constantFrom(2, 10, 100),
    })
    .chain((kind) =>
      fc.array(anyTitle, { minLength: 1, maxLength: kind.titles }).chain((titles) =>
        fc.array(
          fc
            .record({
              severity: fc.constantFrom(...Severity.options),
              title: fc.constantFrom(...titles),
              file: kind.fileless
                ? maybe(fc.constant('a.ts'), 1)
                : fc.constantFrom(...['a.ts', 'b.ts', 'c.ts'].slice(0, kind.files)),
              line:
                kind.lineless > 0
                  ? maybe(fc.integer({ min: 1, max: kind.lines }), kind.lineless)
                  : fc.integer({ min: 1, max: kind.lines }),
              length: maybe(fc.integer({ min: -1, max: kind.ranges }), 1),
              column: maybe(fc.integer({ min: 1, max: kind.columns })),
              endColumn: maybe(fc.constantFrom(3, 4), 1),
              rule:
                kind.rules === 0 ? fc.constant(undefined) : maybe(fc.integer({ min: 1, max: kind.rules }).map(String)),
              reviewer: fc.constantFrom('lint', 'lint', 'agent'),
              ranIn: maybe(fc.constant('')),
            })
            .map(({ length, ...facts }) => {
              const endLine =
                facts.line === undefined || length === undefined ? undefined : Math.max(1, facts.line + length);
              const given = Object.entries({ ...facts, endLine }).filter(([, value]) => value !== undefined);
              return { ...without(reported(), 'file', 'line'), ...Object.fromEntries(given) };
            }),
          { maxLength, size: 'max' },
        ),
      ),
    );

describe('fuzzy consolidation', () => {
  it('1.4 gives exactly the groups that comparing all pairs would give', () => {
    let merged = 0;
    fc.assert(
      fc.property(anyList(60), (findings) => {
        const groups = fuzzyGroups(findings);
        expect(groups).toEqual(byAllPairs(findings));
        merged += findings.length - groups.length;
      }),
      { numRuns: 1_000 },
    );
    expect(merged).toBeGreaterThan(1_000);
  });

  it('1.4 gives them on long lists, where every index is in use', () => {
    fc.assert(
      fc.property(anyList(500), (findings) => {
        expect(fuzzyGroups(findings)).toEqual(byAllPairs(findings));
      }),
      { numRuns: 60 },
    );
  });

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

  it('1.4 compares few titles, however many findings are on one line', () => {
    const nouns = [
      'promise',
      'socket',
      'buffer',
      'handler',
      'index',
      'cache',
      'stream',
      'parser',
      'lock',
      'queue',
      'token',
      'path',
    ];
    const verbs = [
      'leaks',
      'is never closed',
      'may be null',
      'shadows an outer one',
      'is read before it is set',
      'is not awaited',
    ];
    const findings = Array.from({ length: 3_000 }, (_, n) =>
      reported({
        title: `The ${nouns[n % 12]} of ${nouns[(n * 7 + 3) % 11]}${n % 500} ${verbs[n % 6]} in the ${nouns[(n * 5) % 9]}`,
      }),
    );
    let comparisons = 0;
    const groups = fuzzyGroups(findings, () => {
      comparisons += 1;
    });
    expect(groups).toEqual(byAllPairs(findings));
    expect(comparisons / findings.length).toBeLessThan(50);
  });

  it('1.4 compares no titles at all where a rule was reported thousands of times on one line', () => {
    const findings = Array.from({ length: 5_000 }, (_, n) =>
      reported({ rule: 'no-undef', title: `'${n % 900}' is not defined`, column: n + 1 }),
    );
    let comparisons = 0;
    expect(fuzzyGroups(findings, () => (comparisons += 1))).toHaveLength(5_000);
    expect(comparisons).toBe(0);
  });

  it('1.4 gives the groups of all pairs where a few rules have many titles on one line', () => {
    const findings = Array.from({ length: 500 }, (_, n) => {
      const name = ((n * 7_919) % 1_201).toString(36).repeat(1 + (n % 3));
      const title =
        [`'${name}' is not defined`, `${name} is undefined`, `Unexpected ${name}`, `${name} is not defined here`][
          n % 4
        ] ?? '';
      return reported({
        title,
        rule: `rule-${n % 4}`,
        column: 1 + (n % 190),
        severity: Severity.options[n % 5] ?? 'low',
      });
    });
    const groups = fuzzyGroups(findings);
    expect(groups.length).toBeGreaterThan(150);
    expect(groups.length).toBeLessThan(450);
    expect(groups).toEqual(byAllPairs(findings));
  });

  it('1.4 gives the groups of all pairs where one title stands all over a long file', () => {
    const findings = Array.from({ length: 1_500 }, (_, n) => {
      const line = 1 + ((n * 631) % 1_499) * 4;
      const range = n % 50 === 0 ? { endLine: line + 900 } : {};
      const rule = n % 10 < 7 ? { rule: 'no-var' } : {};
      return reported({
        title: n % 10 < 8 ? 'Unexpected var' : 'unexpected let',
        line,
        ...range,
        ...rule,
        severity: n % 50 === 0 ? 'low' : 'medium',
      });
    });
    expect(fuzzyGroups(findings)).toEqual(byAllPairs(findings));
  });
});
