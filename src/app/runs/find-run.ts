/** Finds runs by what people call them. */
import { InputError } from '../../model/expected.ts';
import type { RunSummary } from '../../ports/journal.ts';
import type { App } from '../app.ts';
import { type Options, workFolder } from '../options.ts';

/** The runs of the repository here, newest first; of all repositories when asked for, or outside of any. */
export const listRuns = async (
  app: App,
  options: Options & { all?: boolean },
  limit: number,
): Promise<RunSummary[]> => {
  const here = app.repositories.nearby(workFolder(options));
  const journal = await app.journal();
  const repo = options.all === true ? null : here;
  // One that was killed before its first event never was: there is nothing to show and nothing to go on with.
  const runs = await journal.list({ ...(repo !== null && { repo }), limit, begun: true });
  if (runs.length > 0 || here === null) return runs;
  const { runsMovedHere } = await import('./moved-runs.ts');
  return (await runsMovedHere(app, workFolder(options))).slice(0, limit);
};

export const noRunsHere = (): InputError =>
  new InputError(
    'There are no runs here yet. Start one with `fixpoint fix --from FILE` or `fixpoint run`; ' +
      '`fixpoint status --all` lists those of other repositories.',
    'not-found',
  );

const latestRun = async (app: App, options: Options): Promise<RunSummary> => {
  const [latest] = await listRuns(app, options, 1);
  if (latest) return latest;
  throw noRunsHere();
};

/** Finds a run by its id, a prefix of it that fits no other, or `latest`. */
export const findRun = async (app: App, options: Options & { run: string }): Promise<RunSummary> => {
  const wanted = options.run;
  if (wanted === 'latest') return latestRun(app, options);
  const journal = await app.journal();
  const exact = await journal.find(wanted);
  if (exact) return exact;
  const [match, ...others] = await journal.list({ prefix: wanted });
  if (!match) throw new InputError(`There is no run ${wanted}. \`fixpoint status --all\` lists them.`, 'not-found');
  if (others.length > 0)
    throw new InputError(
      `Several runs start with ${wanted}: ${[match, ...others].map((each) => each.run).join(', ')}. ` +
        'Give more of the id.',
    );
  return match;
};
