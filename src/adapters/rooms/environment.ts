/**
 * The environment of what runs in a room: like a terminal of the user's, with a home and a temporary folder of the
 * room's own.
 */
import { dirname, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Programs that look at it are mostly tests of colours; `dumb` would be no terminal that anybody has. */
const terminal = { TERM: 'xterm-256color' };

/** Where programs look for their files. Some point outside of the home folder, where nothing can be seen. */
const xdg: Readonly<Record<string, string>> = {
  XDG_CONFIG_HOME: '.config',
  XDG_CACHE_HOME: '.cache',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
};

const inFolder = (cwd: string): Record<string, string> => ({ PWD: cwd, GIT_CEILING_DIRECTORIES: dirname(cwd) });

export const cagedEnvironment = (
  env: Environment,
  home: string,
  root: string,
  cwd: string,
): Record<string, string> => ({
  ...terminal,
  HOME: home,
  ...Object.fromEntries(
    Object.entries(xdg).flatMap(([name, below]) => (env[name] === undefined ? [] : [[name, join(home, below)]])),
  ),
  ...inFolder(root),
  PWD: cwd,
});

export const plainEnvironment = (temporary: string, root: string, cwd: string): Record<string, string> => ({
  ...terminal,
  TMPDIR: temporary,
  ...inFolder(root),
  PWD: cwd,
});
