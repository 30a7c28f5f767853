/** Maverick's unified review-fix workflow (`--preset unified`): one reviewer, groups, and rounds of one fixer. */
import { describe, expect, it } from 'vitest';
import type { LoggedCall } from '../../fakes/scripted.ts';
import { findingOf } from '../../support/accounted.ts';
import { look, made, subjectsOf } from '../../support/seeds.ts';

const before = { 'specs/foo/spec.md': 'Calls are good.\n', 'src/gone.py': 'bad\n' };
const changed = {
  ...Object.fromEntries('abcdef'.split('').map((name) => [`src/${name}.py`, `${'x = 1\n'.repeat(5)}bad_${name}()\n`])),
  'src/gone.py': null,
};

const found = (id: string, name: string, more: Record<string, unknown> = {}) => ({
  id,
  file: `src/${name}.py`,
  line: '6',
  issue: `Uses bad_${name} instead of good_${name}`,
  severity: 'major',
  category: 'library_standards',
  fix_hint: `Use good_${name}`,
  ...more,
});

const groups = [
  {
    description: 'Independent fixes - batch 1',
    findings: [
      found('F001', 'a', { line: '4-6', severity: 'critical', category: 'spec_gap' }),
      found('F002', 'b', { severity: 'minor', category: 'type_hints' }),
      { ...found('F003', 'c'), fix_hint: undefined },
    ],
  },
  {
    description: 'Independent fixes - batch 2',
    findings: [found('F004', 'd'), found('F005', 'gone'), found('F006', 'e')],
  },
];

const good = (name: string, explanation = `Replaced bad_${name}`) => ({
  edits: [{ file: `src/${name}.py`, find: `bad_${name}`, replace: `good_${name}` }],
  explanation,
});

const codesOf = (call: LoggedCall | undefined): string[] => call?.codes.toSorted() ?? [];
const inputOf = (call: LoggedCall | undefined) => (call?.input.role === 'fix' ? call.input : undefined);

describe('the workflow', () => {
  const run = made(before, (sandbox) =>
    look(sandbox, ['run', '--preset', 'unified', '--base', 'base'], {
      changed,
      config: { review: { spec: 'specs' } },
      scenario: {
        review: { groups },
        findings: {
          F001: good('a'),
          F002: [{ outcome: 'deferred', explanation: 'Hit an unexpected issue in b' }, good('b')],
          F003: { outcome: 'blocked', explanation: 'This is out of scope for this change.' },
          F004: { outcome: 'deferred', explanation: 'Need more context about d' },
          F006: { outcome: 'fixed', explanation: 'Nothing had to be changed' },
        },
      },
    }),
  );
  const fixes = () => run().agent.calls('fix');

  it('U01 2.4 one reviewer is asked, and told to spawn experts side by side', () => {
    const [review, ...more] = run().agent.calls('review');
    expect(more).toEqual([]);
    expect(review?.reviewer).toBe('unified');
    expect(review?.prompt).toMatch(/sub-?agent/i);
    expect(review?.prompt).toMatch(/parallel|side by side|at the same time/i);
  });

  it('U02 2.5 experts for the language and for the specification in its folder', () => {
    const [review] = run().agent.calls('review');
    expect(review?.prompt).toContain('specs');
    expect(review?.prompt).toMatch(/language/i);
    expect(review?.input).toMatchObject({ spec: 'specs' });
  });

  it('U03, U07 1.2 reads groups of findings with id, file, line, issue, severity, category and fix hint', () => {
    expect(findingOf(run().report, 'F002')).toMatchObject({
      code: 'F002',
      file: 'src/b.py',
      line: 6,
      title: 'Uses bad_b instead of good_b',
      category: 'type_hints',
      group: 'Independent fixes - batch 1',
      suggestion: 'Use good_b',
    });
    expect(findingOf(run().report, 'F003').suggestion).toBeUndefined();
    expect(run().report.totals.total).toBe(6);
  });

  it('U04 1.2 a line is one or a range', () => {
    expect(findingOf(run().report, 'F001')).toMatchObject({ line: 4, endLine: 6 });
    expect(findingOf(run().report, 'F004')).toMatchObject({ line: 6 });
  });

  it('U05 1.2 critical, major and minor are severities', () => {
    expect(['F001', 'F003', 'F002'].map((code) => findingOf(run().report, code).severity)).toEqual([
      'critical',
      'high',
      'low',
    ]);
  });

  it('U06 1.1 categories are kept as the reviewer names them', () => {
    expect(['F001', 'F003', 'F002'].map((code) => findingOf(run().report, code).category)).toEqual([
      'spec_gap',
      'library_standards',
      'type_hints',
    ]);
  });

  it('U19 2.4 the fixer gets all findings in one call, with groups, and spreads them over sub-agents', () => {
    const [first] = fixes();
    expect(codesOf(first)).toEqual(['F001', 'F002', 'F003', 'F004', 'F006']);
    expect(
      inputOf(first)
        ?.groups?.flatMap(({ findings }) => findings)
        .toSorted(),
    ).toEqual(codesOf(first));
    expect(first?.prompt).toMatch(/sub-?agent/i);
    for (const code of codesOf(first)) expect(first?.prompt).toContain(code);
  });

  it('U14 4.4 it answers fixed, blocked or deferred for every finding, as JSON with id, outcome and explanation', () => {
    const [first] = fixes();
    for (const part of ['"outcomes"', '"outcome"', '"explanation"', 'fixed', 'blocked', 'deferred'])
      expect(first?.prompt).toContain(part);
    expect(first?.prompt).toMatch(/every\W+finding/i);
    expect(['F001', 'F003', 'F004'].map((code) => findingOf(run().report, code).attempts[0]?.claim)).toEqual([
      'fixed',
      'blocked',
      'deferred',
    ]);
  });

  it('U09 10.3 every attempt is kept with its time, outcome and explanation', () => {
    const { attempts } = findingOf(run().report, 'F002');
    expect(attempts).toMatchObject([
      { claim: 'deferred', explanation: 'Hit an unexpected issue in b' },
      { claim: 'fixed', explanation: 'Replaced bad_b' },
    ]);
    for (const { at } of attempts) expect(Date.parse(at)).not.toBeNaN();
  });

  it('U10 4.6 what is open or deferred is asked for again', () => {
    expect(codesOf(fixes()[1])).toEqual(['F002', 'F004', 'F006']);
    expect(codesOf(fixes()[2])).toEqual(['F004', 'F006']);
  });

  it('U11 4.6 what is blocked is not', () => {
    for (const call of fixes().slice(1)) expect(call.codes).not.toContain('F003');
    expect(findingOf(run().report, 'F003').attempts).toHaveLength(1);
  });

  it('U20, U24 4.6 all in round one, what was deferred in rounds two and three, then it is blocked', () => {
    expect(fixes()).toHaveLength(3);
    expect(findingOf(run().report, 'F004')).toMatchObject({ status: 'blocked' });
    expect(findingOf(run().report, 'F004').attempts.map(({ cycle }) => cycle)).toEqual([1, 2, 3]);
  });

  it('U13 4.6 ends when every finding is fixed or blocked', () => {
    expect(run().report.totals).toMatchObject({ total: 6, fixed: 2, blocked: 4, open: 0 });
    expect(run().report.status).toBe('leftovers');
    expect(run().ended.code).toBe(2);
  });

  it('U17 16 the result counts total, fixed and blocked', () => {
    const { totals, findings } = run().report;
    expect(totals.total).toBe(findings.length);
    expect(totals.fixed).toBe(findings.filter(({ status }) => status === 'fixed').length);
    expect(totals.blocked).toBe(findings.filter(({ status }) => status === 'blocked').length);
  });

  it('U21 4.5 a suspicious justification is taken, and flagged', () => {
    expect(findingOf(run().report, 'F003').attempts).toMatchObject([
      { claim: 'blocked', result: 'no-change', flag: expect.stringContaining('out of scope') },
    ]);
  });

  it('U23 1.7 a finding whose file is gone is blocked before anybody is asked about it', () => {
    expect(findingOf(run().report, 'F005')).toMatchObject({
      status: 'blocked',
      attempts: [],
      reason: 'Referenced file deleted',
    });
  });

  it('U25 4.8 an empty change is no fix, whatever the fixer says, though its word is trusted otherwise', () => {
    expect(findingOf(run().report, 'F006')).toMatchObject({ status: 'blocked' });
    expect(findingOf(run().report, 'F006').attempts.map(({ result }) => result)).not.toContain('accepted');
    expect(findingOf(run().report, 'F001')).toMatchObject({ status: 'fixed', proof: [] });
  });

  it('U19 8.2 the result is one commit that names all codes', () => {
    const subjects = subjectsOf(run().sandbox, run().report);
    expect(subjects).toHaveLength(1);
    expect(subjects[0]).toMatch(/F001.*F002/);
  });
});

describe('the number of iterations', () => {
  const stubborn = { outcome: 'deferred', explanation: 'Need more context' };
  const deferring = (more: readonly string[]) =>
    made(before, (sandbox) =>
      look(sandbox, ['run', '--preset', 'unified', '--base', 'base', ...more], {
        changed,
        scenario: { review: { groups: [{ description: 'all', findings: [found('F001', 'a')] }] }, default: stubborn },
      }),
    );
  const five = deferring(['--set', 'limits.attemptsPerFinding=9']);
  const two = deferring(['--set', 'limits.cycles=2']);

  it('U16 4.6 is five where nobody says otherwise', () => {
    expect(five().report.cycles).toHaveLength(5);
    expect(five().agent.calls('fix')).toHaveLength(5);
  });

  it('U15 14 can be configured', () => {
    expect(two().report.cycles).toHaveLength(2);
    expect(findingOf(two().report, 'F001')).toMatchObject({ status: 'blocked' });
  });
});

describe('a review without findings', () => {
  const run = made(before, (sandbox) =>
    look(sandbox, ['run', '--preset', 'unified', '--base', 'base'], { changed, scenario: { review: { groups: [] } } }),
  );

  it('U13 2.10 is clean, and no fixer is asked', () => {
    expect(run().ended.code).toBe(0);
    expect(run().report).toMatchObject({ status: 'clean', totals: { total: 0 } });
    expect(run().agent.calls('fix')).toEqual([]);
  });
});
