import { expect, it } from 'vitest';
import { textReport } from '../../src/report/text/text.ts';
import { failedCheck, hostileFinding, passed, sampleReport } from './sample.ts';

const plain = (report = sampleReport): string =>
  textReport(report, { color: false, files: [{ name: 'Report', path: '/state/report.md' }] });
const lineWith = (text: string, part: string): string => text.split('\n').find((line) => line.includes(part)) ?? '';

it('10.3 gives every finding one line with code, severity, place, title, status and reason', () => {
  const fixed = lineWith(plain(), 'F001');
  expect(fixed).toMatch(/F001\s+high\s+src\/a\.ts:12\s+Null is not handled → fixed in abcdef012345/);
  expect(lineWith(plain(), 'F002')).toMatch(
    /F002\s+low\s+src\/a\.ts:3-9\s+Fix that breaks a test → blocked: all attempts used: npm test failed/,
  );
  expect(
    plain()
      .split('\n')
      .filter((line) => /F00\d/.test(line)),
  ).toHaveLength(3);
});

it('10.3 says how the run ended, what it took, and where branch and report are', () => {
  expect(plain()).toContain(
    'Run 20260301-100000-abcd: leftovers (3 findings, 1 fixed, 2 blocked; 1 cycle; 2 min 5 s; $0.5000, 2,000 tokens)',
  );
  expect(lineWith(plain(), 'Branch')).toBe('Branch  fixpoint/20260301-100000-abcd');
  expect(lineWith(plain(), 'Report ')).toBe('Report  /state/report.md');
  expect(plain()).toContain('Warning: the checkout is dirty');
  expect(plain()).toContain('Input: results.sarif: runs[0]: no location');
});

it('13.2 ends with commands to copy', () => {
  expect(plain()).toContain('git diff 111111111111..fixpoint/20260301-100000-abcd');
  expect(plain()).toContain('fixpoint apply 20260301-100000-abcd');
  expect(plain()).not.toContain('fixpoint resume');
  const stopped = plain({ ...sampleReport, stopReason: 'quota', message: 'out of quota' });
  expect(stopped).toContain('fixpoint resume 20260301-100000-abcd');
  expect(stopped).toContain('out of quota\n');
});

it('13.2 proposes an agent only while none was asked', () => {
  const [fixed, blocked] = sampleReport.findings;
  if (fixed === undefined || blocked === undefined) throw new Error('sample');
  const byAutofix = { ...blocked, attempts: blocked.attempts.map((attempt) => ({ ...attempt, agent: 'autofix' })) };
  expect(plain({ ...sampleReport, findings: [fixed, byAutofix] })).toContain('--agent-command CMD');
  expect(plain({ ...sampleReport, findings: [fixed, blocked] })).not.toContain('--agent-command CMD');
});

it('5.4 says loudly that nothing verifies', () => {
  const unverified = { ...sampleReport, verification: { configured: false, baseline: null, final: null } };
  expect(plain(unverified)).toContain('NOTHING VERIFIES THESE FIXES');
  expect(plain()).not.toContain('NOTHING VERIFIES');
});

it('R16 10.3 tells what the last change showed where nothing was taken in', () => {
  expect(plain()).toContain('Verification of the result: passed');
  const verification = { configured: true, baseline: passed, final: failedCheck };
  const text = plain({ ...sampleReport, fixesApplied: false, verification });
  expect(text).toContain('Verification of the last change: failed');
});

it('R36 4.8 notes files that a fix changed outside the findings, of those that were taken in', () => {
  expect(plain()).not.toContain('Outside the findings');
  const outside = ['src/c.ts', 'evil\u001B[2J.ts'];
  const findings = sampleReport.findings.map((finding) => ({
    ...finding,
    attempts: finding.attempts.map((attempt) => ({ ...attempt, outside })),
  }));
  const text = plain({ ...sampleReport, findings });
  expect(text).toContain(String.raw`Outside the findings: F001 also changed src/c.ts, evil\x1b[2J.ts`);
  expect(text).not.toContain('F002 also changed');
});

it('13.2 lets no finding steer the terminal', () => {
  const text = plain({ ...sampleReport, findings: [hostileFinding], warnings: ['\u001B[31mred\u0007'] });
  expect(text).not.toMatch(/[^\n\P{Cc}]/u);
  expect(text).not.toContain('\u202E');
  expect(lineWith(text, 'F003')).toContain(String.raw`\x1b[2J`);
  expect(text.split('\n').filter((line) => line.includes('F003'))).toHaveLength(1);
});

it('13.2 colours only when asked to', () => {
  expect(textReport(sampleReport, { color: true })).toContain('\u001B[32m');
  expect(plain()).not.toContain('\u001B');
});
