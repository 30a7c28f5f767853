/** Keeps the Markdown report with the run's artifacts, and says which files a person can open. */
import type { Report } from '../model/report.ts';
import type { Artifacts } from '../ports/artifacts.ts';

/** A path as people write it: short enough for a terminal, and a shell understands it. */
const atHome = (path: string, home: string | undefined): string =>
  home !== undefined && home.length > 1 && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;

/** `home`: what lies below it is shown from there. */
export const savedFiles = async (
  artifacts: Artifacts,
  report: Report,
  home?: string,
): Promise<{ name: string; path: string }[]> => {
  const { markdownReport } = await import('../report/markdown/markdown.ts');
  // The report is printed in any case; a disk that is full must not take it away.
  const kept = await artifacts.put('report.md', markdownReport(report)).catch(() => null);
  return [
    ...(kept === null ? [] : [{ name: 'Report', path: atHome(artifacts.locate(kept), home) }]),
    ...(report.patch === null ? [] : [{ name: 'Patch', path: atHome(artifacts.locate(report.patch), home) }]),
  ];
};
