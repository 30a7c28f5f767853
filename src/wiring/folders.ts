/** Where Fixpoint keeps its things on this machine. */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { InputError } from '../model/expected.ts';

/** `chosen`: a folder that somebody named; `$XDG_STATE_HOME/fixpoint` otherwise. */
export const stateFolder = (env: NodeJS.ProcessEnv, chosen?: string): string => {
  if (chosen !== undefined) return resolve(chosen);
  const home = env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  // Relative to the current folder, every folder would have runs of its own, most of them inside repositories.
  if (!isAbsolute(home))
    throw new InputError(
      `XDG_STATE_HOME is ${JSON.stringify(home)}, which is not an absolute path. Set it to one, or unset it.`,
    );
  return join(home, 'fixpoint');
};

export const runFolder = (stateDir: string, repo: string, run: string): string => join(stateDir, repo, 'runs', run);
