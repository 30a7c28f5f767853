/** The environments that git is started with: one that knows nothing of the user, and the user's own. */
import { isAbsolute } from 'node:path';
import { isIn } from '../../process/users-programs.ts';

export type Environment = Record<string, string>;

/** Of the person who started Fixpoint: git works for them. */
export const usersVariable = (name: string): string | undefined => process.env[name];

const usualPath = '/usr/local/bin:/usr/bin:/bin';

/** Those that Fixpoint has to do with: whoever wrote what lies there may have left a git, or a program for git. */
const checkouts = new Set<string>();

export const takeNoProgramFrom = (checkout: string): void => void checkouts.add(checkout);

export const comesWithCheckout = (path: string): boolean => [...checkouts].some((checkout) => isIn(path, checkout));

let usable: { from: string; count: number; path: string } | undefined;

/**
 * A relative or empty entry means a folder below the one that is worked in, where an agent may have left a program.
 * `npx` and `npm run` put folders of the checkout in front.
 */
export const absolutePath = (): string => {
  const from = usersVariable('PATH') ?? usualPath;
  if (usable?.from === from && usable.count === checkouts.size) return usable.path;
  const entries = from.split(':').filter((entry) => isAbsolute(entry) && !comesWithCheckout(entry));
  usable = { from, count: checkouts.size, path: entries.length === 0 ? usualPath : entries.join(':') };
  return usable.path;
};

/** In both. */
const variablesOfEveryGit: Readonly<Environment> = {
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // Names of files come from findings and agents: `:!x` is a file called so, wherever git is given it.
  GIT_LITERAL_PATHSPECS: '1',
  LC_ALL: 'C',
};

const closedVariables: Readonly<Environment> = {
  ...variablesOfEveryGit,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  // Empty means none: a missing object is an error and never a reason to start ssh or a helper.
  GIT_ALLOW_PROTOCOL: '',
};

/** What signing programs need to find their keys and their agents. */
const variablesForSigning = [
  'HOME',
  'GNUPGHOME',
  'GPG_TTY',
  'GPG_AGENT_INFO',
  'SSH_AUTH_SOCK',
  'XDG_RUNTIME_DIR',
  'XDG_CONFIG_HOME',
  'TERM',
  'DISPLAY',
];

/** Of git's own variables, those that say what the user's configuration is or how to reach a remote. */
const usersGitVariable = /^GIT_(CONFIG(_|$)|SSH|ASKPASS$|PROXY_|HTTP_|SSL_|EXEC_PATH$)/;

const present = (names: readonly string[]): Environment => {
  const found: Environment = {};
  for (const name of names) {
    const value = usersVariable(name);
    if (value !== undefined) found[name] = value;
  }
  return found;
};

/** No configuration of the user or the system, no network, no prompts. */
export const closedEnvironment = (): Environment => ({ ...closedVariables, PATH: absolutePath() });

export const signingEnvironment = (): Environment => present(variablesForSigning);

/** The user's own environment, without what would point git at another repository. */
export const usersEnvironment = (): Environment => {
  const env: Environment = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && (!name.startsWith('GIT_') || usersGitVariable.test(name))) env[name] = value;
  }
  // A relative folder of programs would be one below whatever git works in.
  if (!isAbsolute(env['GIT_EXEC_PATH'] ?? '/')) delete env['GIT_EXEC_PATH'];
  return { ...env, ...variablesOfEveryGit, PATH: absolutePath() };
};
