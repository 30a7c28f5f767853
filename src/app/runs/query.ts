/** Looks at one run without changing anything. */
import type { TextEdit } from '../../model/finding/edits.ts';
import type { Report } from '../../model/report.ts';
import { buildReport } from '../../loop/report.ts';
import type { FindingState } from '../../loop/state/state.ts';
import type { App } from '../app.ts';
import { withDiffs } from './diffs.ts';
import { findRun } from './find-run.ts';
import type { Options } from '../options.ts';
import { readState } from './read-run.ts';

export type RunRequest = Options & { run: string };

export const report = async (app: App, request: RunRequest): Promise<Report> =>
  (await reportWithEdits(app, request)).report;

/** The report, and the machine-made edits of each finding, which it leaves out. */
export const reportWithEdits = async (
  app: App,
  request: RunRequest,
): Promise<{ report: Report; editsOf: (id: string) => TextEdit[] | undefined }> => {
  const found = await findRun(app, request);
  const state = await readState(app, found.run);
  const [secrets, artifacts] = await Promise.all([app.secrets(), app.artifacts(found)]);
  const report = await withDiffs(buildReport(state), { artifacts, secrets });
  // A journal that an earlier version wrote may hold what was not recognised then.
  return { report: secrets.clean(report), editsOf: (id) => editsOf(state.findings.get(id)) };
};

/** They are about the code as it was reported: where that has moved, they would be wrong. */
const editsOf = (state: FindingState | undefined): TextEdit[] | undefined =>
  state?.reported ? undefined : state?.finding.edits;

/** Where an artifact of a run lies: prompts, transcripts, patches. */
export const artifactPath = async (app: App, request: RunRequest & { name: string }): Promise<string> =>
  (await app.artifacts(await findRun(app, request))).locate(request.name);
