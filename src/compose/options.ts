/** What every entry point takes: where to work, with which configuration. */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

export type Options = {
  /** A folder in the repository; the current one by default. */
  cwd?: string;
  /** Where runs are kept; `$XDG_STATE_HOME/fixpoint` by default. */
  stateDir?: string;
  configFile?: string;
  /** Settings that win over all others, by dotted key: `{ 'fix.concurrency': 8 }`. */
  set?: Record<string, unknown>;
  env?: NodeJS.ProcessEnv;
};

export type StartOptions = Options & {
  /** Codes, ids, files, globs or rules: nothing else is taken up. */
  only?: string[];
  /** Only what came in since the current branch left this one; a branch, a tag or a commit. */
  newSince?: string;
  /** Start from the work tree as it is, not from the last commit. */
  includeDirty?: boolean;
  /** Keep every call of an agent in this folder. */
  record?: string;
  /** Take the calls of agents from a recording in this folder. */
  replay?: string;
};

export type FixOptions = StartOptions & {
  /** Files with findings; `-` is standard input. */
  from: string[];
  format?: string;
  /** A markdown report that reaches every prompt. */
  reviewReport?: string;
};

/** The folder to work in, absolute. */
export const workFolder = ({ cwd }: Pick<Options, 'cwd'>): string => {
  try {
    return resolve(cwd ?? process.cwd());
  } catch {
    throw new InputError('The current folder does not exist any more. Change to another and try again.');
  }
};

export const stateFolder = (options: Options): string => {
  if (options.stateDir !== undefined) return resolve(options.stateDir);
  const chosen = (options.env ?? process.env)['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  // Relative to the current folder, every folder would have runs of its own, most of them inside repositories.
  if (!isAbsolute(chosen))
    throw new InputError(`XDG_STATE_HOME is ${JSON.stringify(chosen)}, which is not an absolute path. Set it to one, or unset it.`);
  return join(chosen, 'fixpoint');
};

/** Something that was given cannot be used: says what, and what to do. */
export class InputError extends Error {
  override name = 'InputError';
}
