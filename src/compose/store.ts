/** The journal and the folders of runs on this machine. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../adapters/store/sqlite-journal.ts';
import { foldAll } from '../loop/fold.ts';
import type { RunState } from '../loop/state.ts';
import type { Journal, RunSummary } from '../ports/journal.ts';
import { InputError, type Options, stateFolder } from './options.ts';

export const openStore = (options: Options): { journal: Journal; stateDir: string } => {
  const stateDir = stateFolder(options);
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  return { journal: openJournal(join(stateDir, 'journal.db')), stateDir };
};

export const runFolder = (stateDir: string, repo: string, run: string): string => join(stateDir, repo, 'runs', run);

/** Finds a run by its id, a prefix of it that fits no other, or `latest`. */
export const findRun = async (journal: Journal, wanted: string): Promise<RunSummary> => {
  const runs = await journal.list();
  if (wanted === 'latest') {
    const [latest] = runs;
    if (!latest) throw new InputError('There are no runs yet. Start one with `fixpoint fix --from FILE` or `fixpoint run`.');
    return latest;
  }
  const exact = runs.find((candidate) => candidate.run === wanted);
  if (exact) return exact;
  const [match, ...others] = runs.filter((candidate) => candidate.run.startsWith(wanted));
  if (!match) throw new InputError(`There is no run ${wanted}. \`fixpoint status\` lists them.`);
  if (others.length > 0)
    throw new InputError(
      `Several runs start with ${wanted}: ${[match, ...others].map((each) => each.run).join(', ')}. Give more of the id.`,
    );
  return match;
};

export const readState = async (journal: Journal, run: string): Promise<RunState> => foldAll(run, await journal.read(run));

/** The state of a run that really began. */
export const readStarted = async (journal: Journal, run: string): Promise<RunState & { started: NonNullable<RunState['started']> }> => {
  const state = await readState(journal, run);
  const { started } = state;
  if (!started) throw new InputError(`Run ${run} ended before it began, so there is nothing to go on with. Start it again.`);
  return { ...state, started };
};
