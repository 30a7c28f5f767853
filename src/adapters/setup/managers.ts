/**
 * Package managers whose installation depends on a few files only: what they make can be used again while those stay
 * the same.
 */

import { posix } from 'node:path';

type Manager = {
  /** The words that a command has to begin with. */
  command: readonly string[];
  /** Other words that may follow; anything else may make it read what is not known here. */
  flags: readonly (string | RegExp)[];
  /** Programs whose version counts, besides its own. */
  programs: readonly string[];
  /** Files of which one fixes all versions; none where that is always so, null where nothing does. */
  locks: readonly string[] | null;
};

const nodeFlags = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--offline',
  '--prefer-offline',
  '--legacy-peer-deps',
  '--silent',
  '-s',
  '-q',
  '--quiet',
  '--no-progress',
  '--no-save',
  '--no-package-lock',
  '--frozen-lockfile',
  '--immutable',
  '--non-interactive',
  /^--(?:loglevel|include|omit|audit|fund|progress)=\w+$/,
];
const node = (command: string, ...locks: string[]): Manager => ({
  command: command.split(' '),
  flags: nodeFlags,
  programs: ['node'],
  locks,
});

const npmLocks = ['package-lock.json', 'npm-shrinkwrap.json'];

const managers: readonly Manager[] = [
  node('npm ci', ...npmLocks),
  node('npm clean-install', ...npmLocks),
  node('npm install', ...npmLocks),
  node('npm i', ...npmLocks),
  node('pnpm install', 'pnpm-lock.yaml'),
  node('pnpm i', 'pnpm-lock.yaml'),
  node('yarn install', 'yarn.lock'),
  node('yarn', 'yarn.lock'),
  node('bun install', 'bun.lock', 'bun.lockb'),
  { command: ['go', 'mod', 'download'], flags: [], programs: [], locks: [] },
  { command: ['cargo', 'fetch'], flags: ['--locked', '--offline', '-q'], programs: ['rustc'], locks: ['Cargo.lock'] },
  {
    command: ['composer', 'install'],
    flags: ['--no-interaction', '--no-scripts', '--prefer-dist', '-q'],
    programs: ['php'],
    locks: ['composer.lock'],
  },
  { command: ['bundle', 'install'], flags: ['--quiet'], programs: ['ruby'], locks: ['Gemfile.lock', 'gems.locked'] },
  {
    command: ['python3', '-m', 'venv'],
    flags: ['.venv', '--system-site-packages', '--without-pip'],
    programs: [],
    locks: [],
  },
  {
    command: ['.venv/bin/python', '-m', 'pip', 'install'],
    // Files with requirements, and packages by name; a folder or the project itself is something else.
    flags: ['-q', '--quiet', '-r', /^(?:requirements\/)?[\w.-]+\.txt$/, /^[A-Za-z][\w-]*$/],
    programs: ['python3'],
    // What the packages that are named depend on is chosen when they are installed.
    locks: null,
  },
];

const isKnownFlag = (flags: Manager['flags'], word: string): boolean =>
  flags.some((flag) => (typeof flag === 'string' ? flag === word : flag.test(word)));

/** Words of a shell line in which a shell would do nothing but split it; null otherwise. */
const plainWords = (command: string | readonly string[]): readonly string[] | null => {
  if (typeof command !== 'string') return command;
  return /^[\w ./=:@-]+$/.test(command.trim()) ? command.trim().split(/ +/) : null;
};

/** The manager that a command starts, null when it is none that is known, or is started in a way that is not. */
const managerOf = (command: string | readonly string[]): Manager | null => {
  const words = plainWords(command);
  if (words === null) return null;
  const found = managers.find(
    (manager) =>
      manager.command.every((word, index) => words[index] === word) &&
      words.slice(manager.command.length).every((word) => isKnownFlag(manager.flags, word)),
  );
  return found ?? null;
};

export type Managed = {
  /** Programs whose version decides what is made. */
  programs: string[];
  /** Scripts of the repository's own packages are run, which may read any file. */
  runsScripts: boolean;
  /** Requirements that the commands name, whatever they are called. */
  files: ReadonlySet<string>;
  /** Whether the same versions are installed on any day, in a repository with these files. */
  isPinned: (paths: readonly string[]) => boolean;
};

const isPinnedBy = ({ locks }: Manager, names: ReadonlySet<string>): boolean =>
  locks !== null && (locks.length === 0 || locks.some((name) => names.has(name)));

/** Null when one of the commands is not known: then nobody can say what it reads. */
export const managedBy = (commands: readonly (string | readonly string[])[]): Managed | null => {
  const found = commands.map(managerOf);
  if (found.length === 0 || found.includes(null)) return null;
  const known = found.flatMap((manager) => manager ?? []);
  return {
    programs: [...new Set(known.flatMap(({ command, programs }) => [command[0] ?? '', ...programs]))],
    files: new Set(commands.flatMap((command) => plainWords(command)?.filter((word) => word.endsWith('.txt')) ?? [])),
    isPinned: (paths) => {
      const names = new Set(paths.map((path) => posix.basename(path)));
      return known.every((manager) => isPinnedBy(manager, names));
    },
    runsScripts: !commands.every((command) => plainWords(command)?.includes('--ignore-scripts') === true),
  };
};
