/** Picks out of the user's configuration what decides how files look and whose commits they are. */
import { given } from '../../../plain/given.ts';
import type { Frozen } from '../control/frozen.ts';
import { usersVariable } from '../door/environment.ts';
import type { UserConfig } from './user-config.ts';

/** Plain values: none of them names a program. */
const settingsOfLooks = [
  'core.autocrlf',
  'core.eol',
  'core.symlinks',
  'core.filemode',
  'core.ignorecase',
  'core.precomposeunicode',
  'core.longpaths',
  'core.protecthfs',
  'core.protectntfs',
  'core.checkroundtripencoding',
  'core.bigfilethreshold',
];

/** Named programs count only when they come from outside the repository: an agent can write into its `.git/config`. */
const settingsOfPrograms = [
  'gpg.program',
  'gpg.openpgp.program',
  'gpg.ssh.program',
  'gpg.x509.program',
  'gpg.ssh.defaultkeycommand',
];

type Person = Frozen['author'];

export const fallbackPerson: Person = { name: 'Fixpoint', email: 'fixpoint@localhost' };

export const looks = (config: Pick<UserConfig, 'get'>): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const key of settingsOfLooks) {
    const value = config.get(key);
    if (value !== undefined) kept[key] = value;
  }
  return kept;
};

const person = (role: 'author' | 'committer', config: UserConfig): Partial<Person> => {
  const variable = `GIT_${role.toUpperCase()}`;
  const name = usersVariable(`${variable}_NAME`) || config.get(`${role}.name`) || config.get('user.name');
  const email =
    usersVariable(`${variable}_EMAIL`) ||
    config.get(`${role}.email`) ||
    config.get('user.email') ||
    usersVariable('EMAIL');
  return given({ name: name || undefined, email: email || undefined });
};

export const identity = (config: UserConfig): { author: Person; committer: Person; notes: string[] } => {
  const author = person('author', config);
  const committer = person('committer', config);
  const complete = [author.name, author.email, committer.name, committer.email].every(Boolean);
  const note =
    `No git identity is configured: commits are made as ${fallbackPerson.name} <${fallbackPerson.email}>. ` +
    'Set user.name and user.email to change that.';
  return {
    author: { ...fallbackPerson, ...author },
    committer: { ...fallbackPerson, ...committer },
    notes: complete ? [] : [note],
  };
};

export const signing = (config: UserConfig): Frozen['signing'] => {
  if (config.flag('commit.gpgsign') !== true) return null;
  const settings: Record<string, string> = {};
  for (const key of ['gpg.format', 'user.signingkey']) {
    const value = config.get(key);
    if (value !== undefined) settings[key] = value;
  }
  for (const key of settingsOfPrograms) {
    const value = config.trusted(key);
    if (value !== undefined) settings[key] = value;
  }
  return { settings };
};

/** Names of drivers with at least one command: their files look different in a work tree than in the object store. */
export const filters = (config: UserConfig): string[] => {
  const names = config.keys().flatMap((key) => /^filter\.(.+)\.(?:clean|smudge|process)$/.exec(key)?.[1] ?? []);
  return [...new Set(names)].toSorted();
};
