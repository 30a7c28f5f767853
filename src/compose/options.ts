/** What every entry point takes: where to work, with which configuration. */
import { homedir } from 'node:os';
import { join } from 'node:path';

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
  /** Start from the work tree as it is, not from the last commit. */
  includeDirty?: boolean;
};

export type FixOptions = StartOptions & {
  /** Files with findings; `-` is standard input. */
  from: string[];
  format?: string;
  /** A markdown report that reaches every prompt. */
  reviewReport?: string;
};

export const stateFolder = (options: Options): string => {
  const env = options.env ?? process.env;
  return options.stateDir ?? join(env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'fixpoint');
};

/** Something that was given cannot be used: says what, and what to do. */
export class InputError extends Error {
  override name = 'InputError';
}
