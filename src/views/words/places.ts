/** Places in the code in words. */
import type { ReportFinding } from '../../model/finding/reported.ts';

export const place = (finding: Pick<ReportFinding, 'file' | 'line' | 'endLine'>): string => {
  if (finding.file === undefined) return 'no file';
  if (finding.line === undefined) return finding.file;
  const until = finding.endLine !== undefined && finding.endLine > finding.line ? `-${finding.endLine}` : '';
  return `${finding.file}:${finding.line}${until}`;
};

/** Where it is now, and where it was reported if that is somewhere else. */
export const placeThenAndNow = (finding: Pick<ReportFinding, 'file' | 'line' | 'endLine' | 'reported'>): string => {
  const { reported } = finding;
  if (!reported) return place(finding);
  const before =
    reported.file === finding.file && reported.line !== undefined ? `line ${reported.line}` : place(reported);
  return `${place(finding)} (reported at ${before})`;
};
