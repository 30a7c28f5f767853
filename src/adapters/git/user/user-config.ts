/**
 * The user's git configuration, read once before the first agent: data only, nothing in it is ever executed from here.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { usersEnvironment, usersVariable } from '../door/environment.ts';
import { git } from '../door/git.ts';
import { safeSettings } from '../door/start-git.ts';
import type { Location } from './locate.ts';

type Entry = { scope: string; key: string; value: string };

/** Scopes that an agent working in a repository cannot be expected to reach through the repository itself. */
const trustedScopes = new Set(['system', 'global', 'command']);

export type UserConfig = {
  /** The value that git would use; keys in lower case, sub-sections as written. */
  get: (key: string) => string | undefined;
  /** The same, but only from outside the repository. */
  trusted: (key: string) => string | undefined;
  flag: (key: string) => boolean | undefined;
  keys: () => string[];
};

const parse = (output: Buffer): Entry[] => {
  const fields = output.toString('utf8').split('\0');
  const entries: Entry[] = [];
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [scope = '', , pair = ''] = fields.slice(i, i + 3);
    const newline = pair.indexOf('\n');
    // A key without a value means true.
    const key = newline < 0 ? pair : pair.slice(0, newline);
    entries.push({ scope, key, value: newline < 0 ? 'true' : pair.slice(newline + 1) });
  }
  return entries;
};

/** What we say on the command line of every git is not the user's. */
const isOurs = ({ scope, key, value }: Entry): boolean =>
  scope === 'command' && safeSettings.some(([name, ours]) => name.toLowerCase() === key && ours === value);

const flagOf = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : ['true', 'yes', 'on', '1'].includes(value.toLowerCase());

const configOf = (entries: readonly Entry[]): UserConfig => {
  const last = (key: string, accept: (entry: Entry) => boolean): string | undefined =>
    entries.findLast((entry) => entry.key === key && accept(entry))?.value;
  const get = (key: string): string | undefined => last(key, () => true);
  return {
    get,
    trusted: (key) => last(key, (entry) => trustedScopes.has(entry.scope)),
    flag: (key) => flagOf(get(key)),
    keys: () => entries.map((entry) => entry.key),
  };
};

export const readUserConfig = async (at: Location): Promise<UserConfig> => {
  const call = { gitDir: at.gitDir, cwd: at.root, environment: usersEnvironment() };
  const { stdout } = await git(['config', '--list', '-z', '--show-scope', '--show-origin', '--includes'], call);
  return configOf(parse(stdout).filter((entry) => !isOurs(entry)));
};

export const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
};

const expand = (path: string, at: Location): string => {
  if (path.startsWith('~/')) return join(homedir(), path.slice(2));
  return isAbsolute(path) ? path : join(at.root, path);
};

/** The text of a per-user file of git: the one that is configured, else the one git looks for by itself. */
export const userFile = (config: Pick<UserConfig, 'get'>, at: Location, key: string, fallback: string): string => {
  const named = config.get(key);
  if (named !== undefined) return named === '' ? '' : readIfThere(expand(named, at));
  const xdg = usersVariable('XDG_CONFIG_HOME');
  return readIfThere(join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.config'), 'git', fallback));
};
