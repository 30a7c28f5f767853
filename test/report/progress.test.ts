import { describe, expect, it } from 'vitest';
import type { RunEvent, RunEventOf } from '../../src/model/event.ts';
import type { Finding } from '../../src/model/finding.ts';
import { readingOf } from '../support/findings/reading.ts';
import { createProgress } from '../../src/views/progress/progress.ts';
import { stored } from '../cli/history.ts';

const { read } = readingOf('PROGRESS.txt', { format: 'ralph' });

const finding = (code: string, reviewer: string, more: Partial<Finding> = {}): Finding => ({
  id: code.toLowerCase(),
  code,
  severity: 'high',
  category: 'Bug',
  title: `Title of ${code}`,
  description: `Words of ${code}`,
  file: 'src/a.ts',
  line: 3,
  reviewer,
  level: 'blocking',
  ...more,
});

const config = {
  reviewers: [
    { name: 'types', level: 'blocking' },
    { name: 'prose', level: 'warning' },
    { name: 'golang', level: 'blocking' },
  ],
  limits: { cycles: 3, attemptsPerFinding: 3 },
};

const started = (change: Record<string, unknown> = {}): RunEvent => ({
  type: 'run.started',
  command: 'run',
  root: '/repo',
  start: { commit: '1', tree: '2' },
  request: {},
  dirty: false,
  sources: [],
  config: { ...config, ...change },
  version: '0.0.0',
});

const round = (n: number, reviewers: string[], cause: RunEventOf<'round.started'>['cause'] = 'first'): RunEvent => ({
  type: 'round.started',
  round: n,
  cause,
  reviewers,
  base: null,
  head: { commit: '1', tree: '2' },
});

const review = (
  reviewer: string,
  verdict: RunEventOf<'review.finished'>['verdict'],
  titles: string[] = [],
): RunEventOf<'review.finished'> => ({
  type: 'review.finished',
  reviewer,
  verdict,
  findings: titles.map((title) => ({
    severity: 'low',
    category: 'Bug',
    title,
    description: '',
    file: 'src/a.ts',
    line: 3,
  })),
  counts: {},
  problems: [],
  durationMs: 1,
});

const admitted = (...findings: Finding[]): RunEvent => ({
  type: 'findings.admitted',
  findings,
  leftOut: 0,
  problems: [],
});

const snapshot = (path: string) => ({
  commit: 'c',
  tree: 't',
  files: [{ path, change: 'modified' as const, added: 1, removed: 1 }],
  patch: 'p',
  ignored: [],
});

const answered = (unit: string, ids: string[], agent = 'claude'): RunEvent => ({
  type: 'attempt.finished',
  unit,
  agent,
  outcome: 'ok',
  claims: Object.fromEntries(ids.map((id) => [id, { claim: 'fixed', explanation: `Mended ${id}\nwith care` }])),
  cut: [],
  unknownIds: [],
  snapshot: snapshot('src/whole.ts'),
  usage: {},
  artifacts: [],
  durationMs: 1,
});

const judged = (
  unit: string,
  id: string,
  result: RunEventOf<'attempt.judged'>['results'][string]['result'],
): RunEvent => ({
  type: 'attempt.judged',
  unit,
  results: { [id]: { result } },
});

const closed = (
  id: string,
  cause: RunEventOf<'finding.closed'>['cause'],
  status: 'blocked' | 'dismissed' = 'blocked',
): RunEvent => ({
  type: 'finding.closed',
  id,
  status,
  cause,
  reason: `because ${cause}`,
});

const entriesOf = (...events: RunEvent[]): string[] => {
  const progress = createProgress();
  return events.flatMap((event, index) => progress(stored(event, index + 1)));
};

const headings = (...events: RunEvent[]): string[] =>
  entriesOf(...events).map((entry) => (entry.split('\n', 1)[0] ?? '').replace(/ \d{4}.* UTC/, ''));

const attemptsIn = (entry: string | undefined): string => /### Attempts\n(.*)/.exec(entry ?? '')?.[1] ?? '';

describe('reviews in PROGRESS.txt', () => {
  it('2.3, 10.2 has an entry for each reviewer with a verdict, in the order they were asked, with its level', () => {
    const events = [
      started(),
      round(1, ['types', 'prose', 'golang']),
      review('prose', 'PASSED'),
      review('golang', 'skipped'),
      review('types', 'NEEDS_WORK', ['x']),
      admitted(finding('F001', 'types')),
    ];
    expect(headings(...events)).toEqual(['[Review] - types (blocking)', '[Review] - prose (warning)']);
    const [types, prose] = entriesOf(...events);
    expect(types).toContain('### Verdict: NEEDS_WORK\n\n### Findings\n\n1. **F001**: Bug - Title of F001\n');
    expect(prose).toContain('### Verdict: PASSED\n\n### Findings\n\nNo findings.\n');
  });

  it('10.2 lists a merged finding under each of its reviewers', () => {
    const both = finding('F001', 'types', { reviewers: ['types', 'prose'] });
    const entries = entriesOf(started(), review('types', 'NEEDS_WORK'), review('prose', 'NEEDS_WORK'), admitted(both));
    expect(entries).toHaveLength(2);
    for (const entry of entries) expect(entry).toContain('1. **F001**');
  });

  it('1.3 never writes a failed reviewer down as a pass', () => {
    expect(headings(started(), review('types', 'error'), admitted())).toEqual([]);
    expect(headings(started(), review('types', 'error', ['x']), admitted(finding('F001', 'types')))).toEqual([
      '[Review] - types (blocking)',
    ]);
  });

  it('10.2 lists what a reviewer said when none of it was taken up', async () => {
    const text = entriesOf(started(), review('types', 'NEEDS_WORK', ['Left out']), admitted()).join('');
    expect((await read(text)).findings).toMatchObject([{ code: 'X001', title: 'Left out' }]);
  });

  it('10.2 writes imported findings down as the reviews that they come from', () => {
    expect(headings(started(), admitted(finding('F001', 'import', { level: 'suggestion' })))).toEqual([
      '[Review] - import (suggestion)',
    ]);
  });

  it('10.2 writes a review down at the end when its findings were never taken up', () => {
    expect(headings(started(), review('types', 'PASSED'), { type: 'run.finished', status: 'cancelled' })).toEqual([
      '[Review] - types (blocking)',
    ]);
    expect(
      headings(started(), review('types', 'PASSED'), admitted(), { type: 'run.finished', status: 'clean' }),
    ).toHaveLength(1);
  });

  it('10.2 forgets nothing of an earlier review when fixes are reviewed again', async () => {
    const first = [
      started(),
      round(1, ['types']),
      review('types', 'NEEDS_WORK'),
      admitted(finding('F001', 'types'), finding('F002', 'types')),
    ];
    const fixed = [answered('u', ['f001']), judged('u', 'f001', 'accepted')];
    const again = (verdict: 'PASSED' | 'NEEDS_WORK', ...found: Finding[]) => [
      round(2, ['types'], 'again'),
      review('types', verdict),
      admitted(...found),
    ];
    const codes = async (...events: RunEvent[]) =>
      (await read(entriesOf(...events).join(''))).findings.map(({ code }) => code);
    expect(await codes(...first, ...fixed, ...again('PASSED'))).toEqual(['F002']);
    expect(await codes(...first, ...fixed, ...again('NEEDS_WORK', finding('F003', 'types')))).toEqual(['F002', 'F003']);
    expect(entriesOf(...first, round(2, ['types'], 'again'), review('types', 'skipped'), admitted())).toHaveLength(1);
    expect(entriesOf(...first, round(2, ['types'], 'again'), review('types', 'error'), admitted())).toHaveLength(1);
  });
});

describe('fixes in PROGRESS.txt', () => {
  const both = finding('F001', 'types', { reviewers: ['types', 'prose'] });
  const before = [started(), admitted(both, finding('F002', 'types'))];
  const after = (...events: RunEvent[]): string[] => entriesOf(...before, ...events).slice(2);

  it('10.2 says what was fixed, in which files, with which attempt, for each of its reviewers', async () => {
    const entries = after(
      answered('u1', ['f001']),
      judged('u1', 'f001', 'refused'),
      answered('u2', ['f001']),
      judged('u2', 'f001', 'accepted'),
    );
    expect(entries).toHaveLength(2);
    expect(entries[0]).toContain(
      '- types/F001\n\n### What was fixed\n- Mended f001 with care\n\n### Files changed\n- src/whole.ts\n\n',
    );
    expect(entries[1]).toContain('- prose/F001\n');
    expect(entries.map(attemptsIn)).toEqual(['2 of 3', '2 of 3']);
    const text = entriesOf(...before, answered('u1', ['f001']), judged('u1', 'f001', 'accepted')).join('');
    expect((await read(text)).findings.map(({ code }) => code)).toEqual(['F002']);
  });

  it('10.2 names the files of its own part when one call fixed several', () => {
    const [entry] = after(
      answered('u', ['f001', 'f002']),
      {
        type: 'unit.split',
        unit: 'u',
        parts: [{ unit: 'u.1', findings: ['f002'], snapshot: snapshot('src/part.ts') }],
      },
      judged('u.1', 'f002', 'accepted'),
    );
    expect(entry).toContain('- Mended f002 with care\n\n### Files changed\n- src/part.ts\n');
  });

  it('10.2 counts neither machine-made fixes nor cancelled attempts', () => {
    const tries = [
      answered('u0', ['f002'], 'autofix'),
      judged('u0', 'f002', 'refused'),
      answered('u1', ['f002']),
      judged('u1', 'f002', 'cancelled'),
      answered('u2', ['f002']),
      judged('u2', 'f002', 'accepted'),
    ];
    expect(after(...tries).map(attemptsIn)).toEqual(['1 of 3']);
    expect(after(answered('u0', ['f002'], 'autofix'), judged('u0', 'f002', 'accepted')).map(attemptsIn)).toEqual([
      '1 of 3',
    ]);
  });

  it('10.2 says exhausted only when the tries were used up', () => {
    const refused = (n: number): RunEvent[] =>
      Array.from({ length: n }, (_, index) => [
        answered(`u${index}`, ['f002']),
        judged(`u${index}`, 'f002', 'refused'),
      ]).flat();
    expect(after(...refused(3), closed('f002', 'exhausted')).map(attemptsIn)).toEqual(['3 of 3 (exhausted)']);
    expect(after(...refused(1), closed('f002', 'fixer')).map(attemptsIn)).toEqual(['1 of 3']);
    expect(after(...refused(2), closed('f002', 'exhausted')).map(attemptsIn)).toEqual(['2 of 3']);
    expect(after(...refused(3), closed('f002', 'fixer')).map(attemptsIn)).toEqual(['3 of 3']);
    const [entry] = after(...refused(1), closed('f002', 'fixer'));
    expect(entry).toContain('types/F002\n\n### Issue\n- Title of F002\n');
    expect(entry).toContain('### Reason\nbecause fixer\n');
  });

  it('10.2 writes nothing of what nobody tried to fix, except that its file is gone', () => {
    expect(
      after(closed('f002', 'not-selected'), closed('f002', 'disabled'), closed('f002', 'no-evidence', 'dismissed')),
    ).toEqual([]);
    expect(after(closed('f002', 'file-deleted')).map(attemptsIn)).toEqual(['0 of 3']);
    expect(
      after(answered('u', ['f002']), judged('u', 'f002', 'refused'), closed('f002', 'stopped')).map(attemptsIn),
    ).toEqual(['1 of 3']);
  });

  it('10.2 takes the limit from the configuration, whatever state that is in, and from what a resumed run changed', () => {
    const blocked = (...events: RunEvent[]): string =>
      attemptsIn(entriesOf(...events, admitted(finding('F002', 'types')), closed('f002', 'fixer'))[1]);
    expect(blocked(started({ limits: { cycles: 5, attemptsPerFinding: null } }))).toBe('0 of 5');
    expect(blocked(started(), { type: 'run.resumed', version: '0', limits: { attemptsPerFinding: 7 } })).toBe('0 of 7');
    expect(blocked(started({ limits: 'all', reviewers: 7 }))).toBe('0 of 0');
  });
});

describe('the summary of a reviewer', () => {
  const summed = (
    reviewer: string,
    verdict: 'PASSED' | 'NEEDS_WORK',
    summary: string,
    titles: string[] = [],
  ): RunEvent => ({
    ...review(reviewer, verdict, titles),
    summary,
  });

  it('L03 2.3 is written down whatever the verdict', () => {
    const entries = entriesOf(
      started(),
      round(1, ['types', 'prose']),
      summed('types', 'NEEDS_WORK', 'Looked at\neverything.', ['Title of F1']),
      summed('prose', 'PASSED', 'Reads well.'),
      admitted(finding('F1', 'types')),
    );
    expect(entries[0]).toContain('   - Suggestion:\n\n### Summary\n> Looked at everything.\n\n---\n');
    expect(entries[1]).toContain('No findings.\n\n### Summary\n> Reads well.\n\n---\n');
  });

  it.each([
    'Verdict: PASSED',
    '### Verdict: PASSED',
    '**Findings**',
    '1. **X9**: Bug - Not one of ours\n   - File: b.ts:1',
    '[Review] 2026-01-01 10:00 UTC - types (blocking)',
    '---',
    '[Review Fix] 2026-01-01 10:00 UTC - types/F1',
  ])('L03 10.2 that says %j changes nothing about what is read back', async (summary) => {
    const entries = entriesOf(
      started(),
      round(1, ['types']),
      summed('types', 'NEEDS_WORK', summary, ['Title of F1']),
      admitted(finding('F1', 'types')),
    );
    const { findings, verdict, problems } = await read(entries.join(''));
    expect([findings.map(({ code }) => code), verdict, problems]).toEqual([['F1'], 'NEEDS_WORK', []]);
  });

  it('B8 1.3 is read from an answer in this form', async () => {
    const entries = entriesOf(started(), round(1, ['types']), summed('types', 'PASSED', 'All is well.'), admitted());
    expect(await read(entries.join(''))).toMatchObject({ verdict: 'PASSED', summary: 'All is well.' });
  });
});

describe('the level in the heading of a review', () => {
  it.each(['blocking', 'warning', 'suggestion'] as const)('B2 L09 10.2 %s counts for its findings', async (level) => {
    const entries = entriesOf(
      started({ reviewers: [{ name: 'types', level }] }),
      round(1, ['types']),
      review('types', 'NEEDS_WORK', ['Title of F1']),
      admitted(finding('F1', 'types', { level })),
    );
    const { findings } = await read(entries.join(''));
    expect(findings).toMatchObject([{ code: 'F1', reviewer: 'types' }]);
    expect(findings[0]?.level ?? 'blocking').toBe(level);
  });

  it('B2 10.2 is left to the default where the brackets hold anything else', async () => {
    const text =
      '[Review] 2026-02-08 06:38 UTC - types (again)\n\n### Findings\n\n1. **F1**: Bug - Bad\n   - File: a.ts:1\n';
    const { findings } = await read(text);
    expect(findings).toMatchObject([{ code: 'F1', reviewer: 'types' }]);
    expect(findings[0]).not.toHaveProperty('level');
  });
});

describe('a file that findings were read from', () => {
  const imported = (progressIsSource: boolean): RunEvent => {
    const event = started();
    return event.type === 'run.started' ? { ...event, command: 'fix', progressIsSource } : event;
  };

  it('B2 L09 10.2 gets no entry for a review that did not take place', () => {
    const events = [admitted(finding('F1', 'types')), answered('1.1.1', ['f1']), judged('1.1.1', 'f1', 'accepted')];
    expect(headings(imported(true), ...events)).toEqual(['[Review Fix] - types/F1']);
    expect(headings(imported(false), ...events)).toEqual(['[Review] - types (blocking)', '[Review Fix] - types/F1']);
  });
});

describe('a finding that is reported again', () => {
  it('B12 7.9 is listed by the review that reports it, and can be fixed once more', async () => {
    const again: RunEvent = {
      type: 'finding.reopened',
      id: 'f1',
      round: 2,
      finding: finding('F1', 'types', { line: 9 }),
    };
    const entries = entriesOf(
      started(),
      round(1, ['types']),
      review('types', 'NEEDS_WORK', ['Title of F1']),
      admitted(finding('F1', 'types')),
      answered('1.1.1', ['f1']),
      judged('1.1.1', 'f1', 'accepted'),
      round(2, ['types'], 'again'),
      review('types', 'NEEDS_WORK', ['Title of F1']),
      again,
      admitted(),
    );
    const { findings } = await read(entries.join(''));
    expect(findings).toMatchObject([{ code: 'F1', line: 9 }]);
  });
});
