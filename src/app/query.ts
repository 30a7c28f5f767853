/** Looks at runs without changing anything. */
import type { Question } from '../model/call.ts';
import type { Command } from '../model/event.ts';
import type { TextEdit } from '../model/finding.ts';
import type { Report, Totals } from '../model/report.ts';
import { buildReport, totalsOf } from '../loop/report.ts';
import type { FindingState, RunState } from '../loop/state/state.ts';
import type { RunSummary } from '../ports/journal.ts';
import type { App } from './app.ts';
import { findRun, listRuns, readStarted, readState } from './find-run.ts';
import type { Options } from './options.ts';

export type RunOverview = {
  run: string;
  root: string;
  status: 'running' | 'interrupted' | NonNullable<Report['status']>;
  command: Command;
  startedAt: string;
  lastAt: string;
  totals: Totals;
  branch: string | null;
  /** What it waits for. */
  questions?: Question[];
};

const listed = 20;

/** The newest runs of the repository here, or of all of them, or one run. */
export const status = async (
  app: App,
  { run, ...request }: Options & { run?: string; all?: boolean } = {},
): Promise<RunOverview[]> => {
  const runs =
    run === undefined ? (await listRuns(app, request)).slice(0, listed) : [await findRun(app, { ...request, run })];
  return Promise.all(runs.map((summary) => overview(app, summary)));
};

const overview = async (app: App, summary: RunSummary): Promise<RunOverview> => {
  const state = await readState(app, summary.run);
  return {
    run: summary.run,
    root: state.started?.root ?? '',
    status: state.finished?.status ?? standing(state, summary),
    command: state.started?.command ?? 'fix',
    startedAt: state.startedAt || summary.startedAt,
    lastAt: state.lastAt || summary.startedAt,
    totals: totalsOf(state),
    branch: state.handedOver?.branch ?? null,
    ...(state.waitingFor && { questions: [...state.waitingFor] }),
  };
};

/** Of a run that is not finished. Whoever holds one that waits may answer, as anybody may. */
const standing = ({ waitingFor }: RunState, { owner }: RunSummary): 'waiting' | 'running' | 'interrupted' => {
  if (waitingFor) return 'waiting';
  return owner ? 'running' : 'interrupted';
};

export type RunRequest = Options & { run: string };

export const report = async (app: App, request: RunRequest): Promise<Report> =>
  (await reportWithEdits(app, request)).report;

/** The report, and the machine-made edits of each finding, which it leaves out. */
export const reportWithEdits = async (
  app: App,
  request: RunRequest,
): Promise<{ report: Report; editsOf: (id: string) => TextEdit[] | undefined }> => {
  const { run } = await findRun(app, request);
  const state = await readStarted(app, run);
  // A journal that an earlier version wrote may hold what was not recognised then.
  const { clean } = await app.secrets();
  return { report: clean(buildReport(state)), editsOf: (id) => editsOf(state.findings.get(id)) };
};

/** They are about the code as it was reported: where that has moved, they would be wrong. */
const editsOf = (state: FindingState | undefined): TextEdit[] | undefined =>
  state?.reported ? undefined : state?.finding.edits;

/** Keeps a text with the artifacts of a run; gives its path. */
export const keepArtifact = async (app: App, request: RunRequest & { name: string; text: string }): Promise<string> => {
  const artifacts = await app.artifacts(await findRun(app, request));
  return artifacts.locate(await artifacts.put(request.name, request.text));
};

/** Where an artifact of a run lies: prompts, transcripts, patches. */
export const artifactPath = async (app: App, request: RunRequest & { name: string }): Promise<string> =>
  (await app.artifacts(await findRun(app, request))).locate(request.name);
