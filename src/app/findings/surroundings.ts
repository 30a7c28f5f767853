/** What findings are judged by when no run is started. */
import { loadConfig } from '../../config/load.ts';
import { Config } from '../../config/schema.ts';
import type { Surroundings } from '../../findings/admit/take-up.ts';
import { type CommittedTree, type Repo, RepoError } from '../../ports/repo.ts';
import type { App } from '../app.ts';
import { configAt } from '../config-from.ts';
import { InputError } from '../../model/expected.ts';
import { type Options, workFolder } from '../options.ts';
import { resolveNewSince, surroundingsOf } from '../surroundings.ts';

export type ReadFindingsOptions = Options & {
  /** Files with findings; `-` is standard input. */
  from: string[];
  format?: string;
  /** Folder that paths are relative to, before the root of the repository; the current folder by default. */
  root?: string;
  dedup?: Config['findings']['dedup'];
  /** Codes, ids, files, globs or rules: nothing else is listed. */
  only?: string[];
  /** Only what came in since the current branch left this one. */
  newSince?: string;
  /** Older findings to compare with. */
  baseline?: string[];
  /** Whether findings are judged by the repository: evidence, dispositions. On by default, inside of one. */
  check?: boolean;
};

export const refuseContradiction = (options: ReadFindingsOptions, repo: Repo | null): void => {
  const { newSince, check, configFrom } = options;
  if (!repo && newSince !== undefined)
    throw new InputError('--new-since needs a git repository. Change to one and try again.');
  if (check === false && newSince !== undefined)
    throw new InputError(
      '--new-since checks findings against the repository, and --no-check leaves that out. Give one of them.',
    );
  if (!repo && configFrom !== undefined)
    throw new InputError('--config-from needs a git repository. Change to one and try again.');
};

/** A converter works anywhere; a repository that cannot be worked with is no reason not to. */
export const openNearby = async (
  app: App,
  options: ReadFindingsOptions,
): Promise<{ repo: Repo | null; warnings: string[] }> => {
  const cwd = workFolder(options);
  if (app.repositories.nearby(cwd) === null) return { repo: null, warnings: [] };
  try {
    return { repo: await app.repositories.open(cwd), warnings: [] };
  } catch (error) {
    if (!(error instanceof RepoError) || options.newSince !== undefined || options.configFrom !== undefined)
      throw error;
    return { repo: null, warnings: [`Findings are not checked against the repository: ${error.message}`] };
  }
};

/** Outside of a repository, what the defaults say. */
export const configuredFor = async (
  app: App,
  options: ReadFindingsOptions,
  repo: Repo | null,
  commit: CommittedTree | undefined,
): Promise<Pick<Config, 'findings' | 'exclude'>> => {
  if (!repo) return { ...Config.parse({}), exclude: [...(options.exclude ?? [])] };
  return (await loadConfig(configAt(app, options, { root: repo.root, commit }))).config;
};

/** Nothing is known, so nothing is judged. */
export const bareAt = (app: App): Surroundings => ({
  facts: async () => new Map(),
  known: async () => [],
  dispositions: async () => ({ dispositions: [], warnings: [] }),
  now: app.clock.now,
});

export const aroundOf = async (
  app: App,
  options: ReadFindingsOptions,
  repo: Repo | null,
  from: CommittedTree | undefined,
): Promise<Surroundings> => {
  if (!repo || options.check === false) return bareAt(app);
  const newSince = await resolveNewSince(repo, options.newSince);
  return surroundingsOf(app, { repo, workTree: true, newSince, from });
};
