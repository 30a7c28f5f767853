/** The journal and the folders of runs on this machine. */
import { join } from 'node:path';
import { nearbyRepo } from '../adapters/git/user/nearby.ts';
import { makeStateDir } from '../adapters/git/control/state-dir.ts';
import { openJournal } from '../adapters/journal/sqlite-journal.ts';
import { foldAll } from '../loop/state/fold.ts';
import type { RunState } from '../loop/state/state.ts';
import type { Journal, RunSummary } from '../ports/journal.ts';
import { InputError } from '../model/expected.ts';
import { type Options, stateFolder, workFolder } from '../app/options.ts';

export const openStore = (options: Options): { journal: Journal; stateDir: string } => {
  const stateDir = stateFolder(options);
  makeStateDir(stateDir);
  return { journal: openJournal(join(stateDir, 'journal.db')), stateDir };
};

export const runFolder = (stateDir: string, repo: string, run: string): string => join(stateDir, repo, 'runs', run);

/** The repository that somebody stands in: `latest` means the latest run there. */
const repoHere = (options: Options): string | undefined => nearbyRepo(workFolder(options)) ?? undefined;

/** The runs of the repository here, newest first; of all repositories when asked for, or outside of any. */
export const listRuns = async (journal: Journal, options: Options & { all?: boolean }): Promise<RunSummary[]> => {
  const runs = await journal.list(options.all === true ? undefined : repoHere(options));
  // One that was killed before its first event never was: there is nothing to show and nothing to go on with.
  return runs.filter((summary) => summary.lastSeq > 0 || summary.owner !== null);
};

/** Finds a run by its id, a prefix of it that fits no other, or `latest`. */
export const findRun = async (journal: Journal, options: Options & { run: string }): Promise<RunSummary> => {
  const wanted = options.run;
  if (wanted === 'latest') {
    const [latest] = await listRuns(journal, options);
    if (!latest)
      throw new InputError(
        'There are no runs here yet. Start one with `fixpoint fix --from FILE` or `fixpoint run`; `fixpoint status --all` lists those of other repositories.',
        'not-found',
      );
    return latest;
  }
  const runs = await journal.list();
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

export const readState = async (journal: Journal, run: string): Promise<RunState> =>
  foldAll(run, await journal.read(run));

/** The state of a run that really began. */
export const readStarted = async (
  journal: Journal,
  run: string,
): Promise<RunState & { started: NonNullable<RunState['started']> }> => {
  const state = await readState(journal, run);
  const { started } = state;
  if (!started)
    throw new InputError(`Run ${run} ended before it began, so there is nothing to go on with. Start it again.`);
  return { ...state, started };
};
