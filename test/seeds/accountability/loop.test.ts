/** Maverick's accountability loop (`--preset accountability`): two reviewers, one registry, and an answer for every item. */
import { describe, expect, it } from 'vitest';
import { weakJustifications } from '../../../src/config/sections/proving.ts';
import type { LoggedCall } from '../../fakes/scripted.ts';
import { findingOf } from '../../support/accounted.ts';
import { look, made, prepare, subjectsOf } from '../../support/seeds.ts';

const before = { 'specs/users.md': 'Searching is safe.\n', 'src/gone.py': 'bad\n' };
const lines = (name: string): string => `${'x = 1\n'.repeat(86)}bad_${name}()\n${'y = 2\n'.repeat(40)}`;
const names = ['search', 'users', 'orders', 'mail', 'audit', 'quiet', 'half', 'stuck'];
const changed = { ...Object.fromEntries(names.map((name) => [`src/${name}.py`, lines(name)])), 'src/gone.py': null };

const found = (name: string, more: Record<string, unknown> = {}) => ({
  severity: 'major',
  category: 'correctness',
  title: `Wrong call of bad_${name}`,
  description: `bad_${name} is called`,
  file_path: `src/${name}.py`,
  line_start: 87,
  line_end: 87,
  suggested_fix: `Call good_${name}`,
  ...more,
});

const good = (name: string, explanation = `Called good_${name}`) => ({
  edits: [{ file: `src/${name}.py`, find: `bad_${name}`, replace: `good_${name}` }],
  explanation,
});

const injection = 'SQL injection in user search';
const reviewers = {
  spec: {
    findings: [
      found('search', { title: injection, severity: 'minor', category: 'security', description: 'Seen by spec.' }),
      found('users'),
      found('orders'),
      found('mail'),
      found('gone', { line_start: 1, line_end: 1 }),
    ],
    summary: 'Found 5 issues: 4 major, 1 minor',
  },
  technical: {
    findings: [
      found('search', {
        title: 'SQL injection in users search',
        severity: 'critical',
        category: 'security',
        description: 'Seen by technical.',
        line_start: 92,
        line_end: 95,
      }),
      found('search', { title: injection, line_start: 120, line_end: 121 }),
      found('audit', { severity: 'catastrophic' }),
      found('quiet', { severity: undefined }),
      found('half'),
      found('stuck'),
      { severity: 'major' },
    ],
    summary: 'Found 6 issues',
  },
};

const codeOf = (
  findings: readonly { file?: string | undefined; line?: number | undefined; code: string }[],
  file: string,
) => findings.find((each) => each.file === `src/${file}.py`)?.code ?? `no finding in ${file}`;

const codesOf = (call: LoggedCall | undefined): string[] => call?.codes.toSorted() ?? [];

/** The codes are made by us, in the order of severity and place: the scenario goes by ids that only a first look tells. */
describe('the loop', () => {
  const run = made(before, async (sandbox) => {
    const scenario = { reviewers };
    const { agent, judge } = prepare(sandbox, { changed, scenario });
    const first = await sandbox.report(['review', '--preset', 'accountability', '--base', 'base']);
    const code = (file: string): string => codeOf(first.report.findings, file);
    agent.play({
      ...scenario,
      default: { outcome: 'blocked', explanation: 'A person has to decide how searching behaves.' },
      findings: {
        [code('search')]: good('search', 'Parameterized the query'),
        [code('users')]: [{ outcome: 'deferred', explanation: 'This would take too long.' }, good('users')],
        [code('orders')]: { outcome: 'blocked', explanation: 'Credentials for the order service are missing.' },
        [code('mail')]: { outcome: 'blocked', explanation: 'Out of scope.' },
        [code('audit')]: [{ missing: true }, good('audit')],
        [code('quiet')]: [{ as: 'F999', outcome: 'fixed' }, good('quiet')],
        [code('half')]: [
          { outcome: 'deferred', explanation: 'Half of the calls are mended; those with dates remain.' },
          good('half'),
        ],
        [code('stuck')]: { outcome: 'deferred', explanation: 'The generated client has to be built first.' },
      },
    });
    const calls = agent.calls().length;
    const { ended, report } = await sandbox.report(['run', '--preset', 'accountability', '--base', 'base']);
    const of = (file: string) => findingOf(report, codeOf(report.findings, file));
    return { agent, judge, ended, report, of, calls: () => agent.calls().slice(calls) };
  });
  const fixes = (): LoggedCall[] =>
    run()
      .calls()
      .filter(({ role }) => role === 'fix');

  it('A27 2.2 a spec and a technical reviewer are asked about the change', () => {
    const reviews = run()
      .calls()
      .filter(({ role }) => role === 'review');
    expect(new Set(reviews.map(({ reviewer }) => reviewer))).toEqual(new Set(['spec', 'technical']));
    expect(reviews.find(({ reviewer }) => reviewer === 'spec')?.input).toMatchObject({ spec: 'specs' });
  });

  it('A14 1.2 they are asked for, and give, severity, category, title, description, file, lines and a fix', () => {
    const [review] = run().calls();
    for (const key of [
      'severity',
      'category',
      'title',
      'description',
      'file_path',
      'line_start',
      'line_end',
      'suggested_fix',
    ])
      expect(review?.prompt).toContain(`"${key}"`);
    expect(run().of('users')).toMatchObject({
      severity: 'high',
      category: 'correctness',
      title: 'Wrong call of bad_users',
      description: 'bad_users is called',
      line: 87,
      suggestion: 'Call good_users',
    });
  });

  it('A01 1.1 severities, statuses and categories are those of the document, or map onto ours', () => {
    expect(run().of('search').severity).toBe('critical');
    expect(new Set(run().report.findings.map(({ status }) => status))).toEqual(new Set(['fixed', 'blocked']));
    expect(new Set(run().report.findings.map(({ category }) => category))).toEqual(
      new Set(['security', 'correctness']),
    );
  });

  it('A06 1.4 one registry holds what both reviewers found', () => {
    expect(new Set(run().report.findings.map(({ reviewer }) => reviewer))).toEqual(new Set(['spec', 'technical']));
  });

  it('A07 1.4 same file, within five lines, similar titles: one finding, the higher severity, both descriptions', () => {
    const inSearch = run().report.findings.filter(({ file }) => file === 'src/search.py');
    expect(inSearch).toHaveLength(2);
    const merged = inSearch.find(({ line }) => line !== undefined && line < 100);
    expect(merged?.severity).toBe('critical');
    expect(merged?.description).toContain('Seen by spec.');
    expect(merged?.description).toContain('Seen by technical.');
  });

  it('A05 1.2 a severity that is not valid, or missing, counts as medium, and is said', () => {
    expect(run().of('audit').severity).toBe('medium');
    expect(run().of('quiet').severity).toBe('medium');
    const said = run()
      .report.problems.map(({ message }) => message)
      .join('\n');
    expect(said).toContain('unknown severity "catastrophic"; taken as medium');
    expect(said).toContain('it has no severity; taken as medium');
  });

  it('A16 1.3 what cannot be read as a finding is said, and the rest is taken', () => {
    expect(
      run().report.problems.some(({ place, message }) => /technical/.test(place) && /not a finding/.test(message)),
    ).toBe(true);
  });

  it('A38, A13 1.7 a finding whose file is gone is blocked with “Referenced file deleted”, and nobody works on it', () => {
    expect(run().of('gone')).toMatchObject({ status: 'blocked', reason: 'Referenced file deleted', attempts: [] });
    for (const call of fixes()) expect(call.codes).not.toContain(run().of('gone').code);
  });

  it('A08, A31 4.6 only actionable items go to the fixer, all of them in one call', () => {
    const [first] = fixes();
    const all = run().report.findings.map(({ code }) => code);
    expect(codesOf(first)).toEqual(all.filter((code) => code !== run().of('gone').code).toSorted());
  });

  it('A18 4.4 its prompt: report on every issue', () => {
    expect(fixes()[0]?.prompt).toMatch(/Answer for \*\*every\*\* finding/);
  });

  it('A19 4.5 its prompt: what is no justification', () => {
    for (const phrase of weakJustifications) expect(fixes()[0]?.prompt).toContain(`"${phrase}"`);
  });

  it('A20 4.5 its prompt: what is a reason to block', () => {
    for (const reason of ['credentials', 'decision', 'dependency', 'architect'])
      expect(fixes()[0]?.prompt.toLowerCase()).toContain(reason);
  });

  it('A21 4.1 its prompt: deferred items come back', () => {
    expect(fixes()[0]?.prompt).toMatch(/deferred[^]{0,200}(?:come|comes|back|again|return)/i);
  });

  it('A22 4.1 its prompt: earlier attempts', () => {
    expect(fixes()[1]?.prompt).toContain('This would take too long.');
    expect(fixes()[1]?.prompt).toContain('Half of the calls are mended; those with dates remain.');
  });

  it('A03, A24, A34 4.4 an item without an answer is deferred, said, and comes back', () => {
    expect(run().of('audit').attempts).toMatchObject([
      { claim: 'none', result: 'not-answered', reason: 'no status given' },
      { result: 'accepted' },
    ]);
    expect(fixes()[1]?.codes).toContain(run().of('audit').code);
  });

  it('A09 4.4 results are applied; an unknown id is reported and nothing breaks', () => {
    expect(
      run()
        .report.problems.map(({ message }) => message)
        .join('\n'),
    ).toContain('F999');
    expect(run().of('quiet').status).toBe('fixed');
  });

  it('A23 4.5 a weak deferral is refused and asked for again', () => {
    expect(run().of('users').attempts).toMatchObject([
      { claim: 'deferred', result: 'refused', gate: 'justification' },
      { result: 'accepted' },
    ]);
  });

  it('A04 4.5 a weak blocked is flagged', () => {
    expect(run().of('mail')).toMatchObject({ status: 'blocked' });
    expect(run().of('mail').attempts[0]?.flag).toContain('out of scope');
    expect(run().of('orders').attempts[0]?.flag).toBeUndefined();
  });

  it('A32 4.6 deferred items are asked for again', () => {
    expect(codesOf(fixes()[1])).toEqual(
      ['users', 'audit', 'quiet', 'half', 'stuck'].map((file) => run().of(file).code).toSorted(),
    );
  });

  it('A33 4.6 blocked items are not', () => {
    for (const call of fixes().slice(1))
      for (const file of ['orders', 'mail']) expect(call.codes).not.toContain(run().of(file).code);
  });

  it('A25 4.4 there is no partial status: a partial fix is deferred and says what remains', () => {
    expect(run().of('half').attempts[0]).toMatchObject({
      claim: 'deferred',
      explanation: 'Half of the calls are mended; those with dates remain.',
    });
  });

  it('A36, A39 4.6 the loop ends after three iterations, with every item accounted for', () => {
    expect(run().report.cycles).toHaveLength(3);
    expect(run().of('stuck')).toMatchObject({ status: 'blocked' });
    expect(run().of('stuck').attempts).toHaveLength(3);
  });

  it('A10 10.3 the end says why: every item that is left has its reason', () => {
    expect(run().report.totals.open).toBe(0);
    for (const { status, reason } of run().report.findings) if (status !== 'fixed') expect(reason).toBeTruthy();
    expect(run().of('stuck').reason).toContain('3 attempts');
  });

  it('A02 10.3 the whole attempt history of each finding is kept', () => {
    expect(
      run()
        .of('stuck')
        .attempts.map(({ n, cycle, claim }) => [n, cycle, claim]),
    ).toEqual([
      [1, 1, 'deferred'],
      [2, 2, 'deferred'],
      [3, 3, 'deferred'],
    ]);
  });

  it('A26 4.4 “fixed” with a change is trusted: nothing is run to verify it', () => {
    expect(run().of('users')).toMatchObject({ status: 'fixed', proof: [] });
    expect(run().report.verification).toMatchObject({ configured: false, baseline: null });
  });

  it('A29 4.10 there is no approval gate: it runs through by itself', () => {
    expect(run().report.questions).toEqual([]);
    expect(run().ended.code).toBe(2);
  });

  it('A42 10.3 the whole flow: found, tracked, fixed or blocked, and handed over as one commit', () => {
    expect(run().report.totals).toMatchObject({ open: 0 });
    expect(subjectsOf(run().sandbox, run().report)).toHaveLength(1);
    expect(run().sandbox.git('show', `${run().report.head}:src/users.py`)).toContain('good_users');
  });
});

describe('all fixed', () => {
  const run = made(before, async (sandbox) => {
    const { agent } = prepare(sandbox, {
      changed,
      config: { review: { spec: 'specs' } },
      scenario: {
        reviewers: { spec: { findings: [found('users', { id: 'S1' })] }, technical: { findings: [] } },
        findings: { S1: good('users') },
      },
    });
    const jsonl = await sandbox.run(['run', '--preset', 'accountability', '--base', 'base', '--jsonl']);
    const events = jsonl.stdout
      .trim()
      .split('\n')
      .map((line): { type: string } => JSON.parse(line));
    return { agent, ended: jsonl, types: events.map(({ type }) => type) };
  });

  it('A26, A37 4.4 a run that trusts is clean, and ends when nothing is actionable', () => {
    expect(run().ended.code, run().ended.stderr).toBe(0);
    expect(run().agent.calls('fix')).toHaveLength(1);
  });

  it('A41 10.1 the loop tells what it does while it does it', () => {
    for (const type of [
      'review.finished',
      'findings.admitted',
      'cycle.started',
      'attempt.judged',
      'cycle.finished',
      'run.finished',
    ])
      expect(run().types).toContain(type);
  });

  it('A26 5.1 nothing was verified', () => {
    expect(run().types.filter((type) => type.startsWith('check.') || type.startsWith('baseline.'))).toEqual([]);
  });
});

describe('nothing actionable', () => {
  const run = made(before, (sandbox) =>
    look(sandbox, ['run', '--preset', 'accountability', '--base', 'base'], {
      changed,
      scenario: {
        reviewers: {
          spec: { findings: [found('gone', { line_start: 1, line_end: 1 })] },
          technical: { text: 'I looked at everything.\n\nsrc/never.py:3: the call is wrong' },
        },
      },
    }),
  );

  it('A28 4.13 the fixer is not asked, and the loop ends', () => {
    expect(run().agent.calls('fix')).toEqual([]);
    expect(run().report.cycles.length).toBeLessThanOrEqual(1);
    expect(run().ended.code).toBe(2);
  });

  it('A17 1.3 an answer without a structure is read as far as it goes', () => {
    expect(run().report.findings.map(({ file }) => file)).toContain('src/never.py');
    expect(run().report.reviewers.find(({ name }) => name === 'technical')?.verdict).toBe('NEEDS_WORK');
  });
});

describe('without a specification', () => {
  const run = made({ 'src/a.py': 'a\n' }, async (sandbox) => {
    prepare(sandbox, { changed: { 'src/a.py': 'b\n' }, scenario: {} });
    return { ended: await sandbox.run(['run', '--preset', 'accountability', '--base', 'base']) };
  });

  it('A27 2.5 it is said what to set, before anything is spent', () => {
    expect(run().ended.code).toBe(1);
    expect(run().ended.stderr).toMatch(/review\.spec: there is no folder specs/);
  });
});
