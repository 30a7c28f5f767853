/**
 * `--config-from`: configuration, prompts, reviewers, dispositions and conventions as a commit has them, whatever is
 * checked out.
 */
import type { CommittedTree, Repo } from '../ports/repo.ts';
import type { FilesPlace } from '../ports/files.ts';
import { InputError } from '../model/expected.ts';
import type { Options } from './options.ts';

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

export const filesPlaceOf = async (
  checkout: Pick<Repo, 'root' | 'committed'>,
  options: Pick<Options, 'configFrom' | 'configFile'>,
): Promise<FilesPlace> => ({ root: checkout.root, from: await commitFor(checkout, options) });
