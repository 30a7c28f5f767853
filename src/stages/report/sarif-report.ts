/** The report of a run as SARIF: what was fixed is no longer there, what was dismissed is suppressed with the reason. */
import type { TextEdit } from '../../model/finding.ts';
import type { Report, ReportFinding } from '../../model/report.ts';
import { type SarifFinding, sarifText } from './sarif.ts';

/** The machine-made edits of a finding, which a report leaves out. */
export type EditsOf = (id: string) => TextEdit[] | undefined;

const toSarif = (reported: ReportFinding, edits: TextEdit[] | undefined): SarifFinding => {
  const { attempts: _, ...finding } = reported;
  const baselineState = finding.status === 'fixed' ? 'absent' : (finding.baseline ?? 'unchanged');
  return { ...finding, ...(edits && { edits }), baselineState };
};

export const sarifReport = (report: Report, editsOf: EditsOf, version: string): string => {
  const { run, status, start, branch, head } = report;
  return sarifText({
    version,
    findings: report.findings.map((finding) => toSarif(finding, editsOf(finding.id))),
    run: {
      completed: status === 'clean' || status === 'leftovers',
      facts: { run, start, ...(status && { status }), ...(branch && { branch }), ...(head && { head }) },
    },
  });
};
