/** Where a run goes on: the repository that it began in, wherever that lies now, and its control repository there. */
import { fold } from '../../loop/state/fold.ts';
import type { RunState } from '../../loop/state/state.ts';
import type { RunEvent, RunEventOf, StoredEvent } from '../../model/event.ts';
import { InputError } from '../../model/expected.ts';
import type { Origin } from '../../model/repository/origin.ts';
import type { CleanWriter } from '../../ports/journal.ts';
import { type Repo, RepoError } from '../../ports/repo.ts';
import type { App } from '../app.ts';
import { type Options, workFolder } from '../options.ts';
import { append } from './append.ts';

/**
 * `home`: id of the state folder that holds the run, wherever the repository lies now; `root`: where it was last seen.
 */
export type Sought = { home: string; state: RunState; root: string; options: Options };

/**
 * Where the run was last seen, if all of it is still there: another clone that somebody stands in is not mixed up with
 * it. Otherwise the repository here, if it is a clone of that one.
 */
export const findRepo = async (app: App, { home, state, root, options }: Sought): Promise<Repo> => {
  const { id: run, started } = state.run;
  const last = await openIfThere(app, root, home);
  const { repository } = started;
  if (last?.isInPlace(run) && (!repository || (await last.has(repository.commit)))) return last;
  if (!repository) return last ?? app.repositories.open(root, home);
  const here = await openIfThere(app, workFolder(options), home);
  if (here && (await here.has(repository.commit))) return here;
  if (last && (await last.has(repository.commit))) return last;
  throw new InputError(whereToGo(state, repository, { last, here }), 'not-found');
};

type Looked = { last: Repo | null; here: Repo | null };

const whereToGo = ({ run }: RunState, { commit, remote }: Origin, { last, here }: Looked): string => {
  const clone = remote === undefined ? 'a clone of it' : `a clone of ${remote}`;
  const missing = last ? `at ${run.started.root} is another repository now` : `${run.started.root} does not exist`;
  const began = `Run ${run.id} began elsewhere: ${missing}`;
  if (!here) return `${began}. Change to ${clone}, and try again there.`;
  const fetch = `git fetch ${remote ?? 'REMOTE'} ${commit}`;
  return (
    `${began}, and the repository at ${here.root} does not have the commit that it started from. ` +
    `Fetch it (${fetch}; in a shallow clone: git fetch --unshallow), or change to ${clone}, and try again.`
  );
};

export const openIfThere = async (app: App, folder: string, home?: string): Promise<Repo | null> => {
  try {
    return await app.repositories.open(folder, home);
  } catch (error) {
    if (error instanceof RepoError) return null;
    throw error;
  }
};

/** Rebuilds what is missing, and tells the journal where the run goes on: gives what it was told. */
export const settleIn = async (
  app: App,
  repo: Repo,
  { home, state }: Sought,
  writer: CleanWriter,
): Promise<StoredEvent[]> => {
  const { id: run, started } = state.run;
  const { bundles } = state.code;
  const { repository, seal, configuration } = started;
  if (!repository || repo.isInPlace(run)) return [];
  const told: StoredEvent[] = [];
  const record = async (newSeal: string, notes: readonly string[]): Promise<void> => {
    const moved: RunEvent = { type: 'run.moved', root: repo.root, seal: newSeal };
    const warnings = notes.map((message): RunEvent => ({ type: 'warning', message }));
    told.push(...(await append(app, writer, [moved, ...warnings])));
  };
  const { get: read } = await app.artifacts({ repo: home, run });
  const { facts } = repository;
  await repo.restore({ run, seal, facts, bundles, configuration: configuration?.commit, read, record });
  for (const event of told) fold(state, event);
  return told;
};

/**
 * Whether a run is about the repository here: it began at this place, or at one that is gone, in a clone of this. Where
 * it began may lie another one by now.
 */
export const isAbout = async (
  app: App,
  { root: began, repository }: RunEventOf<'run.started'>,
  root: string,
): Promise<boolean> => {
  if (began !== root && (!repository || app.repositories.nearby(began) !== null)) return false;
  return repository === undefined || (await app.repositories.open(root)).has(repository.commit);
};
