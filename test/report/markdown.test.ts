import { expect, it } from 'vitest';
import { block, code, inline } from '../../src/report/markdown/escape.ts';
import { markdownReport } from '../../src/report/markdown/markdown.ts';
import { failedCheck, fixedFinding, hostileFinding, passed, sampleReport } from './sample.ts';

it('10.3 holds every finding, every attempt, cycles, verification, cost and reasons', () => {
  const text = markdownReport(sampleReport);
  for (const { code: name } of sampleReport.findings) expect(text).toContain(`### ${name}: `);
  expect(text).toContain('#### Attempt 1: accepted');
  expect(text).toContain('#### Attempt 1: refused (verify)');
  expect(text).toContain('cycle 1, by `house`, claim: fixed, 1 min 1 s, $0.2500, 1000 tokens.');
  expect(text).toContain('Why: npm test failed');
  expect(text).toContain('The agent said: Added a check');
  expect(text).toContain('| 1 | 1 | 2 | passed | 2 min 5 s | `src/a.ts` |');
  expect(text).toContain('new failure of `npm test`: exit code 1');
  expect(text).toContain('| Cost | $0.5000, 2,000 tokens |');
  expect(text).toContain('No attempt was made.');
});

it('R15 10.3 tells of every cycle which calls there were, what each changed, and what became of it', () => {
  const text = markdownReport(sampleReport);
  expect(text).toContain(
    '**Cycle 1**, call `1.1.1`: F001 accepted (by `house`, 1 file changed, verification passed, 1 min 1 s)',
  );
  expect(text).toContain('Patch: `attempts/1.1.1/change.patch`');
  expect(text).toContain('```diff\ndiff --git a/src/a.ts b/src/a.ts\n-one\n+two\n```');
  expect(text).toContain('timeout (no answer after \\| 15 min)');
  // A change cannot close the block that it stands in.
  expect(text).toContain('````diff\ndiff --git a/src/a.ts b/src/a.ts\n+```\n````');
  const [cycle] = sampleReport.cycles;
  const [call] = cycle?.calls ?? [];
  if (!cycle || !call) throw new Error('the sample has a call');
  const long = {
    ...sampleReport,
    cycles: [{ ...cycle, calls: Array.from({ length: 120 }, () => ({ ...call, diff: 'x y '.repeat(5_000) })) }],
  };
  expect(markdownReport(long)).toContain('And 20 more calls: the JSON report has them all.');
  expect(markdownReport(long).length).toBeLessThan(500_000);
});

it('B10 10.3 says when an attempt started, not when it was answered', () => {
  const text = markdownReport(sampleReport);
  expect(text).toContain('Started 2026-03-01T10:00:04.000Z.');
  expect(text).not.toContain('2026-03-01T10:01:05.000Z');
  const attempts = fixedFinding.attempts.map((attempt) => ({ ...attempt }));
  for (const attempt of attempts) delete attempt.startedAt;
  const earlier = { ...fixedFinding, attempts };
  expect(markdownReport({ ...sampleReport, findings: [earlier] })).toContain('Answered 2026-03-01T10:01:05.000Z.');
});

it('R36 4.8 marks files that no finding of the call is about', () => {
  const [attempt] = fixedFinding.attempts;
  if (!attempt) throw new Error('the sample has an attempt');
  const files = [...attempt.files, { path: 'src/c.ts', change: 'added' as const, added: 3, removed: 0 }];
  const findings = [{ ...fixedFinding, attempts: [{ ...attempt, files, outside: ['src/c.ts'] }] }];
  const text = markdownReport({ ...sampleReport, findings });
  expect(text).toContain('Changed `src/a.ts` (modified, +2 −1), `src/c.ts` (added, +3 −0, outside the findings).');
});

it('R16 10.3 tells what the last cycle showed, also when nothing was taken in', () => {
  const verification = { configured: true, baseline: passed, final: failedCheck };
  const text = markdownReport({ ...sampleReport, fixesApplied: false, verification });
  expect(text).toContain('### The last change\n\nVerification failed');
});

it('1.4 lists the reports that a finding was merged from, with who said what', () => {
  const report = { reviewer: 'sonar', severity: 'low', category: 'bug', title: 'NPE <possible>', line: 14 } as const;
  const merged = [{ ...report, reviewer: 'eslint', title: 'Null is not handled', line: 12 }, report];
  const text = markdownReport({ ...sampleReport, findings: [{ ...fixedFinding, merged }] });
  expect(text).toContain('Merged from 2 reports:');
  expect(text).toContain('- eslint, line 12: Null is not handled\n- sonar, line 14: NPE &lt;possible&gt;');
});

it('10.3 shows the output of a failing command whole, in a block it cannot close', () => {
  const text = markdownReport(sampleReport);
  expect(text).toContain('````text\nexpected 1\n```\nnot ok\n````');
  expect(text).toContain('```text\nboom\n```');
});

it('10.3 lets no finding break out of its cell, its line or its block', () => {
  const text = markdownReport({ ...sampleReport, findings: [hostileFinding] });
  expect(text).not.toContain('<img');
  expect(text).not.toContain('<script');
  expect(text).not.toMatch(/[^\\]\]\(javascript/);
  expect(text).not.toMatch(/^# not a heading/m);
  expect(text).not.toMatch(/@everyone/);
  expect(text).not.toContain('\u001B');
  const row = text.split('\n').find((line) => line.startsWith('| F003'));
  expect(row?.replaceAll(String.raw`\|`, '').match(/\|/g)).toHaveLength(8);
});

it('5.4 says that nothing verifies', () => {
  const text = markdownReport({ ...sampleReport, verification: { configured: false, baseline: null, final: null } });
  expect(text).toContain('**Nothing verifies these fixes**');
});

it('10.3 escapes what Markdown would read', () => {
  expect(inline('a*b_c[d]|e<f>&`g`')).toBe('a\\*b\\_c\\[d\\]\\|e&lt;f&gt;&amp;\\`g\\`');
  expect(inline('- item')).toBe('\\- item');
  expect(inline('1. item')).toBe('1&#8203;. item');
  expect(code('a`b')).toBe('``a`b``');
  expect(code('`a`')).toBe('`` `a` ``');
  expect(code('')).toBe('');
  expect(block('````')).toBe('`````text\n````\n`````');
});
