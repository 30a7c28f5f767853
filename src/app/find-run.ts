/** Finds runs by what people call them, and reads how they stand. */
import { foldAll } from '../loop/state/fold.ts';
import type { RunState } from '../loop/state/state.ts';
import { InputError } from '../model/expected.ts';
import type { RunSummary } from '../ports/journal.ts';
import type { App } from './app.ts';
import { runsMovedHere } from './moved-runs.ts';
import { type Options, workFolder } from './options.ts';

/** The runs of the repository here, newest first; of all repositories when asked for, or outside of any. */
export const listRuns = async (app: App, options: Options & { all?: boolean }): Promise<RunSummary[]> => {
  const here = app.repositories.nearby(workFolder(options)) ?? undefined;
  const journal = await app.journal();
  const runs = await journal.list(options.all === true ? undefined : here);
  if (runs.length === 0 && here !== undefined) return runsMovedHere(app, workFolder(options));
  // One that was killed before its first event never was: there is nothing to show and nothing to go on with.
  return runs.filter((summary) => summary.lastSeq > 0 || summary.owner !== null);
};

/** Finds a run by its id, a prefix of it that fits no other, or `latest`. */
export const findRun = async (app: App, options: Options & { run: string }): Promise<RunSummary> => {
  const wanted = options.run;
  if (wanted === 'latest') {
    const [latest] = await listRuns(app, options);
    if (!latest)
      throw new InputError(
        'There are no runs here yet. Start one with `fixpoint fix --from FILE` or `fixpoint run`; `fixpoint status --all` lists those of other repositories.',
        'not-found',
      );
    return latest;
  }
  const runs = await (await app.journal()).list();
  const exact = runs.find((candidate) => candidate.run === wanted);
  if (exact) return exact;
  const [match, ...others] = runs.filter((candidate) => candidate.run.startsWith(wanted));
  if (!match) throw new InputError(`There is no run ${wanted}. \`fixpoint status --all\` lists them.`, 'not-found');
  if (others.length > 0)
    throw new InputError(
      `Several runs start with ${wanted}: ${[match, ...others].map((each) => each.run).join(', ')}. Give more of the id.`,
    );
  return match;
};

export const readState = async (app: App, run: string): Promise<RunState> =>
  foldAll(run, await (await app.journal()).read(run));

/** The state of a run that really began. */
export const readStarted = async (
  app: App,
  run: string,
): Promise<RunState & { started: NonNullable<RunState['started']> }> => {
  const state = await readState(app, run);
  const { started } = state;
  if (!started)
    throw new InputError(`Run ${run} ended before it began, so there is nothing to go on with. Start it again.`);
  return { ...state, started };
};
