/** Which run is meant by `fixpoint apply` and `apply --undo` when none is named: the newest that has something. */
import type { RunSummary } from '../ports/journal.ts';
import type { Repo } from '../ports/repo.ts';
import type { App } from './app.ts';
import { type Options, workFolder } from './options.ts';
import { findRun, listRuns } from './runs/find-run.ts';
import { readState } from './runs/read-run.ts';
import { openIfThere } from './runs/whereabouts.ts';

/** How far back we look for one. */
const farBack = 1000;

const withFixes = async (app: App, options: Options): Promise<RunSummary[]> =>
  (await listRuns(app, options, farBack)).filter(({ standing }) => (standing?.totals.fixed ?? 0) > 0);

/** Where no run has anything, the newest of all: it can say why not. */
export const runToApply = async (app: App, options: Options): Promise<RunSummary> => {
  for (const each of await withFixes(app, options)) {
    const { end } = await readState(app, each.run);
    if (end.finished && (end.handedOver?.head ?? null) !== null) return each;
  }
  return findRun(app, { ...options, run: 'latest' });
};

/** What was laid down last is taken back first, whichever run is newer. */
export const runToUndo = async (app: App, options: Options): Promise<RunSummary> => {
  const applied: { run: RunSummary; at: number }[] = [];
  const opened = new Map<string, Promise<Repo | null>>();
  for (const run of await withFixes(app, options)) {
    const opening = opened.get(run.repo) ?? openIfThere(app, workFolder(options), run.repo);
    opened.set(run.repo, opening);
    const at = (await opening)?.appliedAt(run.run) ?? null;
    if (at !== null) applied.push({ run, at });
  }
  return applied.toSorted((one, other) => other.at - one.at)[0]?.run ?? runToApply(app, options);
};
