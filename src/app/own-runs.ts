/**
 * Runs of the repository that somebody is in, for whatever changes one: nothing is done to the latest run of another
 * repository, be it outside of all of them or where another one lies now.
 */
import { InputError } from '../model/expected.ts';
import type { RunSummary } from '../ports/journal.ts';
import type { App } from './app.ts';
import { type Options, workFolder } from './options.ts';
import { findRun, listRuns, noRunsHere } from './runs/find-run.ts';
import { readState } from './runs/read-run.ts';
import { isAbout } from './runs/whereabouts.ts';

/** How far back we look for one. */
const farBack = 1000;

type RunsHere = { runs: RunSummary[]; isOwn: (run: string) => Promise<boolean> };

/** Newest first; those that are not our own began in another repository, which lay here. */
export const runsHere = async (app: App, options: Options): Promise<RunsHere> => {
  const folder = workFolder(options);
  if (app.repositories.nearby(folder) === null)
    throw new InputError(
      `${folder} is in no repository, so no run is the latest here. Change to the repository, or name the run: ` +
        '`fixpoint status --all` lists them.',
      'not-found',
    );
  const runs = await listRuns(app, options, farBack);
  const isOwn = async (run: string): Promise<boolean> => {
    const { root } = await app.repositories.open(folder);
    return isAbout(app, (await readState(app, run)).run.started, root);
  };
  return { runs, isOwn };
};

/** As `findRun`, but the latest is one of the repository here. */
export const findRunToChange = async (app: App, options: Options & { run: string }): Promise<RunSummary> => {
  if (options.run !== 'latest') return findRun(app, options);
  const { runs, isOwn } = await runsHere(app, options);
  for (const each of runs) if (await isOwn(each.run)) return each;
  throw noRunsHere();
};
