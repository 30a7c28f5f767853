/**
 * The report of a run as SARIF: what was fixed is no longer there, what was dismissed is suppressed with the reason.
 */
import type { TextEdit } from '../model/finding/edits.ts';
import type { Report } from '../model/report.ts';
import type { ReportFinding } from '../model/finding/reported.ts';
import { given } from '../plain/given.ts';
import { present } from '../plain/present.ts';
import { coverageLine, isIncomplete } from '../views/coverage.ts';
import { type Notification, type SarifFinding, sarifText } from './sarif.ts';
import { reviewerLine } from '../views/words/runs.ts';

/** The machine-made edits of a finding, which a report leaves out. */
export type EditsOf = (id: string) => TextEdit[] | undefined;

const toSarif = (reported: ReportFinding, edits: TextEdit[] | undefined): SarifFinding => {
  const { attempts: _, ...finding } = reported;
  const baselineState = finding.status === 'fixed' ? 'absent' : (finding.baseline ?? 'unchanged');
  return { ...finding, ...given({ edits }), baselineState };
};

/** Reviewers that reported nothing because they failed or were not asked, and changes that nobody looked at. */
const notificationsOf = ({ reviewers, coverage }: Report): Notification[] =>
  present([
    ...reviewers.flatMap((reviewer): Notification[] => {
      if (reviewer.verdict === 'error') return [{ level: 'error', text: reviewerLine(reviewer) }];
      return reviewer.verdict === 'skipped' ? [{ level: 'note', text: reviewerLine(reviewer) }] : [];
    }),
    coverage !== null && ({ level: coverage.complete ? 'note' : 'warning', text: coverageLine(coverage) } as const),
  ]);

const factsOf = ({ run, start, base, branch, head }: Report, status: Report['status']): Record<string, string> => ({
  run,
  start,
  ...(base && { base }),
  ...(status && { status }),
  ...(branch && { branch }),
  ...(head && { head }),
});

export const sarifReport = (report: Report, editsOf: EditsOf, version: string): string => {
  const status = report.status === 'clean' && isIncomplete(report) ? 'leftovers' : report.status;
  return sarifText({
    version,
    findings: report.findings.map((finding) => toSarif(finding, editsOf(finding.id))),
    run: {
      completed: status === 'clean' || status === 'leftovers',
      facts: factsOf(report, status),
      notifications: notificationsOf(report),
    },
  });
};
