/** What reports say of reviewers, coverage, plans, challenges and flags, in every format. */
import { describe, expect, it } from 'vitest';
import { Report } from '../../src/model/report.ts';
import { jsonReport } from '../../src/report/json.ts';
import { junitReport } from '../../src/report/junit/junit.ts';
import { markdownReport } from '../../src/report/markdown/markdown.ts';
import { sarifReport } from '../../src/report/sarif-report.ts';
import { textReport } from '../../src/report/text/text.ts';
import { junitErrors, parseXml } from '../support/junit-rules.ts';
import { schemaErrors } from '../support/sarif-schema.ts';
import { blockedFinding, fixedFinding, sampleReport } from './sample.ts';

const challenge = (score: number, feedback: string) => ({
  score,
  threshold: 90,
  feedback,
  improvements: score < 90 ? ['handle the empty list'] : [],
  votes: [{ challenger: 'gemini', score, feedback, quality: { correctness: score, safety: 100 } }],
});

const gap = { file: 'src/big.ts', first: 1, last: 2, lines: '1-9000', reason: 'too large for one call', wanted: true };

const judged: Report = {
  ...sampleReport,
  command: 'run',
  base: '9'.repeat(40),
  findings: [
    {
      ...fixedFinding,
      attempts: fixedFinding.attempts.map((attempt) => ({ ...attempt, challenge: challenge(95, 'well done') })),
    },
    {
      ...blockedFinding,
      attempts: blockedFinding.attempts.map((attempt) => ({
        ...attempt,
        gate: 'challenge',
        reason: 'scored 70, needs 90: missing edge case',
        challenge: challenge(70, 'missing edge case'),
        flag: 'weak reason (out of scope)',
      })),
    },
  ],
  reviewers: [
    { name: 'security', round: 1, verdict: 'NEEDS_WORK', findings: 2, durationMs: 5 },
    { name: 'golang', round: 1, verdict: 'skipped', findings: 0, message: 'no go in what changed', durationMs: 0 },
    { name: 'prose', round: 1, verdict: 'error', findings: 0, message: 'no answer', durationMs: 5 },
    { name: 'security', round: 2, verdict: 'PASSED', findings: 0, durationMs: 5 },
  ],
  coverage: {
    base: '9'.repeat(40),
    complete: false,
    hunks: 14,
    reviewed: 12,
    notReviewed: [gap, { ...gap, file: 'docs/a.md', lines: '', reason: 'not among its paths', wanted: false }],
  },
  plan: { by: 'agent', steps: 2, corrections: ['F002 was forgotten: added to step 2'], file: 'plan/master_todo.json' },
  stages: {
    ...sampleReport.stages,
    challenge: { calls: 2, usd: 0.25, tokens: { input: 1_000, output: 10 }, durationMs: 4_000 },
  },
};

const covered = (change: Partial<Report> = {}): Report => ({
  ...judged,
  status: 'clean',
  reviewers: judged.reviewers.slice(0, 1),
  coverage: { base: '9'.repeat(40), complete: true, hunks: 14, reviewed: 14, notReviewed: [] },
  ...change,
});

const text = (report: Report): string => textReport(report, { color: false });

describe('reviewers, coverage, plan and challenges in the report', () => {
  it('2.3, 2.8, 10.3 are in the text, reviewers with verdict, round or the reason why they were skipped', () => {
    for (const line of [
      'Reviewer security: 2 findings',
      'Reviewer golang skipped: no go in what changed',
      'Reviewer prose failed: no answer',
      'Reviewer security, round 2: no findings',
      '12 of 14 changes reviewed; not reviewed: src/big.ts:1-9000 (too large for one call)',
      'Plan: 2 steps, by an agent',
      'Plan corrected: F002 was forgotten: added to step 2',
      'Flagged: F002, attempt 1: weak reason (out of scope)',
      'Calls of agents: fix 3 ($0.5000), challenge 2 ($0.2500)',
    ])
      expect(text(judged).split('\n')).toContain(line);
    expect(text(judged)).toContain('fixed in abcdef012345, scored 95');
    expect(text(covered())).toContain('14 of 14 changes reviewed\n');
  });

  it('10.3 says once in the text why a reviewer failed, and once for all places why nobody looked at them', () => {
    const why = 'answer of prose: there is neither a verdict nor a finding';
    const failed = (reason: string): Report => ({
      ...judged,
      status: 'failed',
      message: `reviewer prose: ${why}`,
      reviewers: judged.reviewers.map((each) => (each.name === 'prose' ? { ...each, message: why } : each)),
      coverage: {
        base: '9'.repeat(40),
        complete: false,
        hunks: 3,
        reviewed: 0,
        notReviewed: ['a', 'b', 'c'].map((file) => ({ ...gap, file, reason })),
      },
    });
    expect(text(failed(why)).split(why)).toHaveLength(2);
    expect(text(failed(why))).toContain('not reviewed: a:1-9000, b:1-9000, c:1-9000 (prose failed)\n');
    expect(text(failed('binary'))).toContain('not reviewed: a:1-9000, b:1-9000, c:1-9000 (binary)\n');
    expect(text({ ...failed('binary'), message: 'the disk is full' })).toContain('\nthe disk is full\n');
  });

  it('10.3 says a remark once for all answers that it is about', () => {
    const problems = ['F002', 'F001'].map((code) => ({ place: `answer of x for ${code}`, message: 'is odd' }));
    expect(text({ ...judged, problems })).toContain('Input: answer of x for F002, answer of x for F001: is odd\n');
    const empty = { place: '-: input', message: 'Input is empty: taken as "no findings".' };
    expect(text({ ...judged, problems: [empty] })).toContain('Input: standard input is empty: taken as "no findings".');
  });

  it('2.8 never says clean while coverage is incomplete, whatever the status says', () => {
    const lying = { ...judged, status: 'clean' } as const;
    for (const report of [text(lying), markdownReport(lying), junitReport(lying)]) {
      expect(report).not.toMatch(/\bclean\b/);
      expect(report).toContain('not everything was reviewed');
    }
    expect(text(covered())).toContain(': clean (');
    expect(sarifReport(lying, () => undefined, '1.0.0')).not.toContain('clean');
    expect(sarifReport(covered(), () => undefined, '1.0.0')).toContain('"status":"clean"');
  });

  it('10.3 are in the Markdown, with every vote and what is still to be done', () => {
    const markdown = markdownReport(judged);
    for (const part of [
      '| golang | 1 | skipped | 0 | 0 ms | no go in what changed |',
      '| security | 2 | PASSED | 0 | 5 ms |  |',
      '**12 of 14 changes reviewed**; not reviewed:',
      '| `src/big.ts:1-9000` | too large for one call |',
      'Left out by the configuration:\n\n| Place | Why |\n| --- | --- |\n| `docs/a.md` | not among its paths |',
      '2 steps, by an agent, in `plan/master_todo.json`',
      'Corrected:\n\n- F002 was forgotten: added to step 2',
      '| challenge | 2 | $0.2500 | 1,010 | 4.0 s |',
      '#### Attempt 1: refused by the challenger',
      'Challenge: 70, 90 needed. missing edge case\n\n- `gemini`: 70 (correctness 70, safety 100): missing edge case',
      'Still to be done:\n\n- handle the empty list',
      `**Flagged**: weak reason (out of scope)`,
      `| Compared with | \`${'9'.repeat(40)}\` |`,
    ])
      expect(markdown).toContain(part);
  });

  it('10.3 are in JUnit: a failure for gaps, an error for a failed reviewer, skipped for one that was not asked', () => {
    const xml = junitReport(judged);
    expect(junitErrors(xml)).toEqual([]);
    const suites = parseXml(xml).children.map(({ attributes: { name, tests, failures, errors, skipped } }) => [
      name,
      tests,
      failures,
      errors,
      skipped,
    ]);
    expect(suites).toEqual([
      ['security', '0', '0', '0', '0'],
      ['golang', '1', '0', '0', '1'],
      ['prose', '1', '0', '1', '0'],
      ['eslint', '2', '1', '0', '0'],
      ['coverage', '1', '1', '0', '0'],
    ]);
    expect(xml).toContain('12 of 14 changes reviewed');
    expect(xml).toContain('challenge: 70, 90 needed: missing edge case\n  flagged: weak reason (out of scope)');
    expect(junitReport(covered())).not.toContain('coverage');
  });

  it('10.3 keeps the error of a reviewer that passed in a later round', () => {
    const reviewers: Report['reviewers'] = [
      { name: 'a', round: 1, verdict: 'error', findings: 0, durationMs: 1 },
      { name: 'a', round: 2, verdict: 'PASSED', findings: 0, durationMs: 1 },
    ];
    expect(junitReport({ ...judged, reviewers })).toContain('<error');
  });

  it('10.3 are in SARIF, as what the tool has to say about its own run', () => {
    const sarif = sarifReport(judged, () => undefined, '1.0.0');
    expect(schemaErrors(JSON.parse(sarif))).toEqual([]);
    expect(JSON.parse(sarif).runs[0].invocations[0].toolExecutionNotifications).toEqual([
      { level: 'note', message: { text: 'Reviewer golang skipped: no go in what changed' } },
      { level: 'error', message: { text: 'Reviewer prose failed: no answer' } },
      {
        level: 'warning',
        message: { text: '12 of 14 changes reviewed; not reviewed: src/big.ts:1-9000 (too large for one call)' },
      },
    ]);
  });

  it('16 are in the JSON document, which fits its schema', () => {
    expect(Report.parse(JSON.parse(jsonReport(judged)))).toEqual(judged);
  });

  it('13.2 lets no file or reviewer steer the terminal, and shows a few of many gaps', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => ({ ...gap, file: `src/\u001B[2J${n}.ts` }));
    const coverage = { base: '9', complete: false, hunks: 1_000, reviewed: 0, notReviewed: many };
    const report = text({
      ...judged,
      coverage,
      reviewers: [{ name: 'a\u0007', round: 1, verdict: 'PASSED', findings: 0, durationMs: 1 }],
    });
    expect(report).not.toMatch(/[^\n\P{Cc}]/u);
    expect(report).toContain('and 990 more');
  });
});

describe('the report of a review or a plan', () => {
  const found: Report = {
    ...covered(),
    command: 'review',
    status: 'leftovers',
    cycles: [],
    branch: null,
    fixesApplied: false,
    verification: { configured: false, baseline: null, final: null },
    findings: [{ ...blockedFinding, reason: 'reviewed, and not to be fixed now', attempts: [] }],
    totals: { total: 1, fixed: 0, notRechecked: 0, blocked: 1, dismissed: 0, open: 0 },
  };

  it('2.10, 13.1 lists findings without talking of fixes, and says how to go on', () => {
    expect(text(found)).toContain(': findings (1 finding; 2 min 5 s');
    expect(text({ ...found, command: 'plan' })).toContain(': planned (');
    expect(text({ ...found, command: 'plan', plan: null })).toContain(': leftovers (');
    expect(text({ ...found, coverage: judged.coverage })).toContain(': not everything was reviewed (');
    expect(text(found)).toMatch(/F002 +low +src\/a\.ts:3-9 +Fix that breaks a test \[no-null, eslint\]\n/);
    expect(text(found)).not.toMatch(/NOTHING VERIFIES|not to be fixed|--agent-command|blocked/);
    expect(text(found)).toContain('fixpoint report 20260301-100000-abcd --format sarif -o findings.sarif');
    expect(text(found)).toContain('fixpoint fix --session 20260301-100000-abcd');
    expect(markdownReport(found)).not.toContain('Nothing verifies');
    expect(text({ ...found, command: 'run' })).toContain('NOTHING VERIFIES');
  });

  it('13.1 has nothing to hand on when everything was dismissed', () => {
    const dismissed: Report = {
      ...found,
      findings: [{ ...blockedFinding, status: 'dismissed', reason: 'no evidence', attempts: [] }],
      totals: { total: 1, fixed: 0, notRechecked: 0, blocked: 0, dismissed: 1, open: 0 },
    };
    expect(text(dismissed)).toContain('→ dismissed: no evidence');
    expect(text(dismissed)).not.toContain('findings.sarif');
  });
});
