/** Lists runs and how they stand. Loads next to nothing: people wait for it at a prompt. */
import type { Question } from '../../model/call.ts';
import type { Clean } from '../../model/clean.ts';
import type { Command } from '../../model/run/outcome.ts';
import type { Report } from '../../model/report.ts';
import type { Totals } from '../../model/finding/reported.ts';
import type { RunSummary } from '../../ports/journal.ts';
import type { App } from '../app.ts';
import { given } from '../../plain/given.ts';
import { keptClean } from '../../secrets/kept.ts';
import { findRun, listRuns } from './find-run.ts';
import type { Options } from '../options.ts';

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
  /** What agents said that they cost. */
  usd?: number;
  /** It ended before it was through, and why. */
  stopReason?: NonNullable<Report['stopReason']>;
};

const listed = 20;

/** The newest runs of the repository here, or of all of them, or one run. */
export const status = async (
  app: App,
  { run, ...request }: Options & { run?: string; all?: boolean } = {},
): Promise<Clean<RunOverview[]>> => {
  const runs = run === undefined ? await listRuns(app, request, listed) : [await findRun(app, { ...request, run })];
  return keptClean(runs.map(overview));
};

const nothing: Totals = { total: 0, fixed: 0, notRechecked: 0, blocked: 0, dismissed: 0, open: 0 };

/** One that is being created has not said yet what it is about. */
const overview = ({ run, startedAt, holder, standing }: RunSummary): RunOverview => ({
  run,
  root: standing?.root ?? '',
  status: standing?.status ?? (holder ? 'running' : 'interrupted'),
  command: standing?.command ?? 'fix',
  startedAt: standing?.startedAt ?? startedAt,
  lastAt: standing?.lastAt ?? startedAt,
  totals: standing?.totals ?? nothing,
  branch: standing?.branch ?? null,
  ...(standing && given({ questions: standing.questions, usd: standing.usd, stopReason: standing.stopReason })),
});
