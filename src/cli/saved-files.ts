/** Keeps the Markdown report with the run's artifacts, and says which files a person can open. */
import type { App } from '../app/app.ts';
import type { Report } from '../model/report.ts';

export const savedFiles = async (app: App, report: Report): Promise<{ name: string; path: string }[]> => {
  const [{ artifactPath, keepArtifact }, { markdownReport }] = await Promise.all([
    import('../app/runs/query.ts'),
    import('../report/markdown.ts'),
  ]);
  const { run } = report;
  // The report is printed in any case; a disk that is full must not take it away.
  const kept = await keepArtifact(app, { run, name: 'report.md', text: markdownReport(report) }).catch(() => null);
  const patch =
    report.patch === null ? [] : [{ name: 'Patch', path: await artifactPath(app, { run, name: report.patch }) }];
  return [...(kept === null ? [] : [{ name: 'Report', path: kept }]), ...patch];
};
