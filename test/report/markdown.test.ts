import { expect, it } from 'vitest';
import { block, code, inline } from '../../src/report/markdown/escape.ts';
import { markdownReport } from '../../src/report/markdown/markdown.ts';
import { fixedFinding, hostileFinding, sampleReport } from './sample.ts';

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
