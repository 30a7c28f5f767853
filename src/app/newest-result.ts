/** Which run is meant by `fixpoint apply` and `apply --undo` when none is named: the newest that has something. */
import type { RunSummary } from '../ports/journal.ts';
import type { Repo } from '../ports/repo.ts';
import type { App } from './app.ts';
import { type Options, workFolder } from './options.ts';
import { findRunToChange, runsHere } from './own-runs.ts';
import { readState } from './runs/read-run.ts';
import { openIfThere } from './runs/whereabouts.ts';

const hasFixes = ({ standing }: RunSummary): boolean => (standing?.totals.fixed ?? 0) > 0;

/** Where no run has anything, the newest of all: it can say why not. */
export const runToApply = async (app: App, options: Options): Promise<RunSummary> => {
  const { runs, isOwn } = await runsHere(app, options);
  for (const each of runs.filter(hasFixes)) {
    const { end } = await readState(app, each.run);
    const hasResult = end.finished && (end.handedOver?.head ?? null) !== null;
    if (hasResult && (await isOwn(each.run))) return each;
  }
  return findRunToChange(app, { ...options, run: 'latest' });
};

/** What was laid down last is taken back first, whichever run is newer. */
export const runToUndo = async (app: App, options: Options): Promise<RunSummary> => {
  const { runs, isOwn } = await runsHere(app, options);
  const applied: { run: RunSummary; at: number }[] = [];
  const opened = new Map<string, Promise<Repo | null>>();
  for (const run of runs.filter(hasFixes)) {
    const opening = opened.get(run.repo) ?? openIfThere(app, workFolder(options), run.repo);
    opened.set(run.repo, opening);
    const at = (await opening)?.appliedAt(run.run) ?? null;
    if (at !== null) applied.push({ run, at });
  }
  for (const { run } of applied.toSorted((one, other) => other.at - one.at)) if (await isOwn(run.run)) return run;
  return runToApply(app, options);
};
