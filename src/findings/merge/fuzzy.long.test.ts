import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyGroups, reported, without } from '../../../test/support/findings/fuzzy.ts';
import { Severity, severityRank } from '../../model/finding.ts';
import type { Reported } from './merge.ts';

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
