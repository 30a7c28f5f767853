/** What holds for every run, however badly its agent behaved. */
import { expect } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import type { ReportFinding } from '../../src/model/finding/reported.ts';
import type { Sandbox } from './sandbox.ts';

/** Every finding has its end and its reason, and the branch holds proven work and nothing else. */
export const expectAccounted = (report: Report, sandbox: Sandbox): void => {
  const { totals } = report;
  expect(totals.open, 'findings without an end').toBe(0);
  expect(totals.fixed + totals.blocked + totals.dismissed).toBe(totals.total);
  for (const finding of report.findings) {
    if (finding.status === 'fixed') expect(finding.commit, `${finding.code} has a commit`).toMatch(/^[0-9a-f]{40}$/);
    else expect(finding.reason, `${finding.code} has a reason`).toBeTruthy();
  }
  expectProvenBranch(report, sandbox);
};

const expectProvenBranch = (report: Report, { git }: Sandbox): void => {
  const heads = git('for-each-ref', '--format=%(refname:short)', 'refs/heads/fixpoint').split('\n').filter(Boolean);
  const fixed = report.findings.filter((finding) => finding.status === 'fixed');
  const replaced = report.findings.flatMap(({ reopened = [] }) => reopened.flatMap(({ commit }) => commit ?? []));
  if (fixed.length + replaced.length === 0) {
    expect(report.branch).toBeNull();
    expect(heads).toEqual([]);
    return;
  }
  expect(heads).toEqual([report.branch]);
  expect(git('rev-parse', `refs/heads/${report.branch}`)).toBe(report.head);
  const commits = git('rev-list', `${report.start}..${report.head}`).split('\n');
  expect(new Set(commits)).toEqual(new Set([...fixed.map((finding) => finding.commit), ...replaced]));
  expect(report.verification.final?.verdict).toBe('passed');
  expect(report.verification.final?.tree).toBe(git('rev-parse', `${report.head}^{tree}`));
};

export const findingOf = (report: Report, code: string): ReportFinding => {
  const found = report.findings.find((finding) => finding.code === code);
  if (!found) throw new Error(`${code} is not in the report`);
  return found;
};
