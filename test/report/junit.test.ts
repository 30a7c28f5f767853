import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FindingStatus } from '../../src/model/finding.ts';
import type { Report } from '../../src/model/report.ts';
import type { ReportFinding } from '../../src/model/finding/reported.ts';
import { junitReport } from '../../src/report/junit/junit.ts';
import { readJunit } from '../../src/stages/verify/test-results-junit.ts';
import { finding as anyFinding } from '../support/arbitrary-finding.ts';
import { type Element, junitErrors, parseXml } from '../support/junit-rules.ts';
import { blockedFinding, fixedFinding, hostileFinding, sampleReport } from './sample.ts';

const reportOf = (findings: ReportFinding[], more: Partial<Report> = {}): Report => ({
  ...sampleReport,
  findings,
  ...more,
});

const suites = (report: Report): Element[] => parseXml(junitReport(report)).children;
const casesOf = (report: Report): Element[] =>
  suites(report).flatMap(({ children }) => children.filter(({ tag }) => tag === 'testcase'));

describe('the report as JUnit XML', () => {
  it('10.3 keeps to the rules of both schemas in use, whatever the findings say', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(']]>', '<![CDATA[', '&amp;&x;', '\0\u001B[2J\uFFFF', '\uD800', '"\' <a>', ''),
    );
    const findings = fc.array(
      fc
        .tuple(anyFinding, fc.constantFrom(...FindingStatus.options), hostile, hostile, hostile)
        .map(([finding, status, title, reason, reviewer]): ReportFinding => ({
          ...finding,
          title,
          description: reason,
          reviewer,
          file: title,
          status,
          reason,
          attempts: blockedFinding.attempts,
        })),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(findings, (list) => {
        const xml = junitReport(reportOf(list));
        expect(junitErrors(xml)).toEqual([]);
        expect(readJunit(xml)).toHaveLength(list.length);
      }),
      { numRuns: 300 },
    );
  });

  it('10.3 is checked by rules that can say no', () => {
    const xml = junitReport(sampleReport);
    expect(junitErrors(xml)).toEqual([]);
    expect(junitErrors(xml.replace('failures="2"', 'failures="1"'))).toEqual(['failures is not 2']);
    expect(junitErrors(xml.replace(' hostname="localhost"', ''))).toEqual(['testsuite lacks hostname']);
    expect(junitErrors(xml.replace('Fix that', 'Fix \u0007 that'))).toEqual(['a forbidden character']);
    expect(junitErrors(xml.replace('</testsuites>', ''))).not.toEqual([]);
  });

  it('10.3 passes what is fixed, fails what is left with reason and attempts, skips what was dismissed', () => {
    const dismissed: ReportFinding = { ...blockedFinding, status: 'dismissed', reason: 'no evidence', attempts: [] };
    const [fixed, blocked, skipped] = casesOf(reportOf([fixedFinding, blockedFinding, dismissed]));
    expect(fixed).toMatchObject({
      attributes: { name: 'F001: Null is not handled', classname: 'src/a.ts', time: '61.000' },
      children: [],
    });
    expect(blocked?.children).toMatchObject([
      { tag: 'failure', attributes: { message: 'all attempts used: npm test failed' } },
    ]);
    expect(blocked?.children[0]?.text).toContain(
      'Attempt 1 by house: refused (verify) after 1 min 1 s\n  npm test failed',
    );
    expect(skipped?.children).toMatchObject([{ tag: 'skipped', attributes: { message: 'no evidence' } }]);
    expect(suites(reportOf([fixedFinding, blockedFinding, dismissed]))[0]?.attributes).toMatchObject({
      name: 'eslint',
      tests: '3',
      failures: '1',
      skipped: '1',
      errors: '0',
      time: '122.000',
    });
  });

  it('10.3 fails what a run that is under way has not got to', () => {
    const open: ReportFinding = { ...fixedFinding, status: 'open', attempts: [] };
    expect(casesOf(reportOf([open], { status: null }))[0]?.children).toMatchObject([
      { tag: 'failure', attributes: { message: 'open' } },
    ]);
  });

  it('10.3 has a suite for each reviewer, and an error for one that failed', () => {
    const reviewers: Report['reviewers'] = [
      { name: 'eslint', round: 1, verdict: 'NEEDS_WORK', findings: 1, durationMs: 5 },
      { name: 'clean', round: 1, verdict: 'PASSED', findings: 0, durationMs: 5 },
      { name: 'broken', round: 1, verdict: 'error', findings: 0, message: 'exit code 3', durationMs: 1_500 },
    ];
    const all = suites(reportOf([fixedFinding, { ...fixedFinding, reviewer: 'import' }], { reviewers }));
    expect(all.map(({ attributes: { name, tests, errors } }) => [name, tests, errors])).toEqual([
      ['eslint', '1', '0'],
      ['clean', '0', '0'],
      ['broken', '1', '1'],
      ['import', '1', '0'],
    ]);
    expect(all[2]?.children[1]?.children).toMatchObject([{ tag: 'error', attributes: { message: 'exit code 3' } }]);
  });

  it('10.3 is read by the reader of test results', () => {
    expect(readJunit(junitReport(reportOf([fixedFinding, hostileFinding])))).toEqual([
      { name: 'eslint > src/a.ts > F001: Null is not handled', passed: true },
      { name: expect.stringContaining('F003: Evil \\x1b[2J'), passed: false },
    ]);
  });

  it('10.3 shows the last attempts and says how many there were', () => {
    const [attempt] = blockedFinding.attempts;
    if (!attempt) throw new Error('no attempt');
    const attempts = [1, 2, 3, 4, 5].map((n) => ({ ...attempt, n }));
    const text = casesOf(reportOf([{ ...blockedFinding, attempts }]))[0]?.children[0]?.text;
    expect(text).toContain('5 attempts, the last 3 of them:\nAttempt 3 by house');
    expect(text).not.toContain('Attempt 2');
  });
});
