/** Looks at one run without changing anything. */
import type { TextEdit } from '../../model/finding/edits.ts';
import type { Report } from '../../model/report.ts';
import { cleanPatch } from '../../secrets/patch.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { buildReport } from '../../loop/report.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { FindingState } from '../../loop/state/state.ts';
import type { App } from '../app.ts';
import { withDiffs } from './diffs.ts';
import { findRun } from './find-run.ts';
import type { Options } from '../options.ts';
import { readState } from './read-run.ts';

export type RunRequest = Options & { run: string };

export const report = async (app: App, request: RunRequest): Promise<Report> =>
  (await wholeReport(app, request)).report;

/** A report, and what it leaves out. */
export type WholeReport = {
  report: Report;
  /** The machine-made edits of a finding, by its id. */
  editsOf: (id: string) => TextEdit[] | undefined;
  /** The text of a patch by the name of its artifact, without secrets; null where it is no longer kept. */
  patchOf: (name: string) => Promise<string | null>;
};

export const wholeReport = async (app: App, request: RunRequest): Promise<WholeReport> => {
  const found = await findRun(app, request);
  const state = await readState(app, found.run);
  const [secrets, artifacts] = await Promise.all([app.secrets(), app.artifacts(found)]);
  const told = await withDiffs(buildReport(state), { artifacts, secrets });
  return {
    // A journal that an earlier version wrote may hold what was not recognised then.
    report: secrets.clean(told),
    editsOf: (id) => editsOf(state.findings.get(id)),
    patchOf: (name) => patchText(artifacts, name, secrets),
  };
};

/** Kept as it is applied, so that it is cleaned here, where it leaves. */
const patchText = async ({ get }: Artifacts, name: string, { clean, thorough }: Secrets): Promise<string | null> => {
  const bytes = await get(name);
  return bytes === null ? null : thorough(cleanPatch(bytes, clean).bytes.toString('utf8'));
};

/** They are about the code as it was reported: where that has moved, they would be wrong. */
const editsOf = (state: FindingState | undefined): TextEdit[] | undefined =>
  state?.reported ? undefined : state?.finding.edits;

/** Where an artifact of a run lies: prompts, transcripts, patches. */
export const artifactPath = async (app: App, request: RunRequest & { name: string }): Promise<string> =>
  (await app.artifacts(await findRun(app, request))).locate(request.name);
