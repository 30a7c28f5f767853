/** Looks at runs without changing anything. */
import { join } from 'node:path';
import { localArtifacts } from '../adapters/artifacts/local.ts';
import type { Question } from '../model/call.ts';
import type { Command } from '../model/event.ts';
import type { TextEdit } from '../model/finding.ts';
import type { Report, Totals } from '../model/report.ts';
import { buildReport, totalsOf } from '../loop/report.ts';
import type { FindingState, RunState } from '../loop/state/state.ts';
import type { RunSummary } from '../ports/journal.ts';
import type { Options } from './options.ts';
import { findRun, listRuns, openStore, readStarted, readState, runFolder } from '../wiring/store.ts';

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
export const status = async ({
  run,
  ...options
}: Options & { run?: string; all?: boolean }): Promise<RunOverview[]> => {
  const { journal } = openStore(options);
  try {
    const runs =
      run === undefined
        ? (await listRuns(journal, options)).slice(0, listed)
        : [await findRun(journal, { ...options, run })];
    return await Promise.all(runs.map((summary) => overview(summary, journal)));
  } finally {
    journal.close();
  }
};

const overview = async (
  summary: RunSummary,
  journal: ReturnType<typeof openStore>['journal'],
): Promise<RunOverview> => {
  const state = await readState(journal, summary.run);
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

export const report = async (options: Options & { run: string }): Promise<Report> =>
  (await reportWithEdits(options)).report;

/** The report, and the machine-made edits of each finding, which it leaves out. */
export const reportWithEdits = async (
  options: Options & { run: string },
): Promise<{ report: Report; editsOf: (id: string) => TextEdit[] | undefined }> => {
  const { journal } = openStore(options);
  try {
    const { run } = await findRun(journal, options);
    const state = await readStarted(journal, run);
    return { report: buildReport(state), editsOf: (id) => editsOf(state.findings.get(id)) };
  } finally {
    journal.close();
  }
};

/** They are about the code as it was reported: where that has moved, they would be wrong. */
const editsOf = (state: FindingState | undefined): TextEdit[] | undefined =>
  state?.reported ? undefined : state?.finding.edits;

/** Keeps a text with the artifacts of a run; gives its path. */
export const keepArtifact = async (options: Options & { run: string; name: string; text: string }): Promise<string> => {
  const { journal, stateDir } = openStore(options);
  try {
    const { run, repo } = await findRun(journal, options);
    const artifacts = localArtifacts(join(runFolder(stateDir, repo, run), 'artifacts'), stateDir);
    return artifacts.locate(await artifacts.put(options.name, options.text));
  } finally {
    journal.close();
  }
};

/** Where an artifact of a run lies: prompts, transcripts, patches. */
export const artifactPath = async (options: Options & { run: string; name: string }): Promise<string> => {
  const { journal, stateDir } = openStore(options);
  try {
    const { run, repo } = await findRun(journal, options);
    return join(runFolder(stateDir, repo, run), 'artifacts', options.name);
  } finally {
    journal.close();
  }
};
