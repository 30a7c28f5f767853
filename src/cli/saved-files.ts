/** Keeps the Markdown report with the run's artifacts, and says which files a person can open. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Options } from '../compose.ts';
import type { Report } from '../model/report.ts';

export const savedFiles = async (report: Report, options: Options): Promise<{ name: string; path: string }[]> => {
  const [{ artifactPath }, { markdownReport }] = await Promise.all([import('../compose/query.ts'), import('../stages/report/markdown.ts')]);
  const path = await artifactPath({ ...options, run: report.run, name: 'report.md' });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, markdownReport(report));
  const patch =
    report.patch === null ? [] : [{ name: 'Patch', path: await artifactPath({ ...options, run: report.run, name: report.patch }) }];
  return [{ name: 'Report', path }, ...patch];
};
