/** Keeps the Markdown report with the run's artifacts, and says which files a person can open. */
import type { Report } from '../model/report.ts';
import type { Artifacts } from '../ports/artifacts.ts';

export const savedFiles = async (artifacts: Artifacts, report: Report): Promise<{ name: string; path: string }[]> => {
  const { markdownReport } = await import('../report/markdown/markdown.ts');
  // The report is printed in any case; a disk that is full must not take it away.
  const kept = await artifacts.put('report.md', markdownReport(report)).catch(() => null);
  return [
    ...(kept === null ? [] : [{ name: 'Report', path: artifacts.locate(kept) }]),
    ...(report.patch === null ? [] : [{ name: 'Patch', path: artifacts.locate(report.patch) }]),
  ];
};
