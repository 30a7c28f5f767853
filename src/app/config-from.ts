/**
 * `--config-from`: configuration, prompts, reviewers, dispositions and conventions as a commit has them, whatever is
 * checked out.
 */
import { resolve } from 'node:path';
import type { LoadOptions } from '../config/load.ts';
import type { CommittedTree, Repo } from '../ports/repo.ts';
import type { FilesPlace } from '../ports/files.ts';
import { InputError } from '../model/expected.ts';
import { given } from '../plain/given.ts';
import type { App } from './app.ts';
import { type Options, workFolder } from './options.ts';

/** Undefined when nobody asked for it. Rejects with RepoError for a commit that is not there. */
export const commitFor = async (
  repo: Pick<Repo, 'committed'>,
  { configFrom, configFile }: Pick<Options, 'configFrom' | 'configFile'>,
): Promise<CommittedTree | undefined> => {
  if (configFrom === undefined) return undefined;
  if (configFile !== undefined)
    throw new InputError(
      '--config names a file, and --config-from a commit that the configuration is taken from. Give one of them.',
    );
  return repo.committed(configFrom);
};

/** What to load at a root: the configuration of a commit, of a named file, or of the files there. */
export const configAt = (
  app: Pick<App, 'env'>,
  options: Options,
  { root, commit }: { root: string; commit: CommittedTree | undefined },
): LoadOptions => {
  const { configFile, set = {}, exclude } = options;
  const file = configFile === undefined ? undefined : resolve(workFolder(options), configFile);
  return { root, commit, ...given({ file }), flags: set, env: app.env, exclude };
};

export const filesPlaceOf = async (
  checkout: Pick<Repo, 'root' | 'committed'>,
  options: Pick<Options, 'configFrom' | 'configFile'>,
): Promise<FilesPlace> => ({ root: checkout.root, from: await commitFor(checkout, options) });
