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
const node = (...command: string[]): Manager => ({ command, flags: nodeFlags, programs: ['node'] });

const managers: readonly Manager[] = [
  node('npm', 'ci'),
  node('npm', 'clean-install'),
  node('npm', 'install'),
  node('npm', 'i'),
  node('pnpm', 'install'),
  node('pnpm', 'i'),
  node('yarn', 'install'),
  node('yarn'),
  node('bun', 'install'),
  { command: ['go', 'mod', 'download'], flags: [], programs: [] },
  { command: ['cargo', 'fetch'], flags: ['--locked', '--offline', '-q'], programs: ['rustc'] },
  {
    command: ['composer', 'install'],
    flags: ['--no-interaction', '--no-scripts', '--prefer-dist', '-q'],
    programs: ['php'],
  },
  { command: ['bundle', 'install'], flags: ['--quiet'], programs: ['ruby'] },
  { command: ['python3', '-m', 'venv'], flags: ['.venv', '--system-site-packages', '--without-pip'], programs: [] },
  {
    command: ['.venv/bin/python', '-m', 'pip', 'install'],
    // Files with requirements, and packages by name; a folder or the project itself is something else.
    flags: ['-q', '--quiet', '-r', /^(?:requirements\/)?[\w.-]+\.txt$/, /^[A-Za-z][\w-]*$/],
    programs: ['python3'],
  },
];

/** What they read, by name, wherever it lies in the repository. */
const manifestNames = new Set(
  `
  package.json package-lock.json npm-shrinkwrap.json .npmrc .nvmrc .node-version .tool-versions
  yarn.lock .yarnrc .yarnrc.yml pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs .pnpmfile.mjs
  bun.lock bun.lockb bunfig.toml go.mod go.sum go.work go.work.sum
  Cargo.toml Cargo.lock rust-toolchain rust-toolchain.toml
  composer.json composer.lock Gemfile Gemfile.lock .ruby-version .gitmodules
  pyproject.toml setup.cfg pip.conf .python-version
  `
    .trim()
    .split(/\s+/),
);

/** Folders all of whose files count: patches of dependencies, and package managers that are kept in the repository. */
const manifestFolders = ['patches', '.yarn', '.cargo', '.bundle', 'vendor', 'third_party'];

export const isManifest = (path: string): boolean => {
  const parts = path.split('/');
  return (
    manifestNames.has(parts.at(-1) ?? '') ||
    parts.some((part) => manifestFolders.includes(part)) ||
    /\.(?:tgz|tar\.gz|gemspec|whl)$/.test(path) ||
    isRequirements(path)
  );
};

const isRequirements = (path: string): boolean =>
  /(?:^|\/)[^/]*(?:requirements|constraints)[^/]*\.(?:txt|in)$|(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/.test(path);

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
};

/** Null when one of the commands is not known: then nobody can say what it reads. */
export const managedBy = (commands: readonly (string | readonly string[])[]): Managed | null => {
  const found = commands.map(managerOf);
  if (found.length === 0 || found.includes(null)) return null;
  const known = found.flatMap((manager) => manager ?? []);
  return {
    programs: [...new Set(known.flatMap(({ command, programs }) => [command[0] ?? '', ...programs]))],
    runsScripts: !commands.every((command) => plainWords(command)?.includes('--ignore-scripts') === true),
  };
};

/** Manifests whose text decides whether other files count as well. */
export const needsReading = (path: string): boolean =>
  /(?:^|\/)(?:package\.json|composer\.json|Gemfile)$/.test(path) || isRequirements(path);

/** A line of requirements that names the project itself, a folder, or a file. */
const localRequirement = /^[ \t]*(?:(?:-e|--editable)\b|\.|\/|file:)|@[ \t]*file:/m;

/** Files with requirements may name each other; one that is not known as such is not looked at. */
const readsOthers = (path: string, text: string): boolean =>
  localRequirement.test(text) ||
  [...text.matchAll(/^[ \t]*(?:-[rc]|--(?:requirement|constraint))[ \t=]*(\S+)/gm)].some(
    ([, name = '']) => !isRequirements(posix.join(posix.dirname(path), name)),
  );

const lifecycle = new Set([
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
  'dependencies',
]);

/** By name. Of a manifest that cannot be read, whatever looks like one: its package manager may read more into it. */
const scriptsIn = (text: string): string[] => {
  try {
    return Object.keys(JSON.parse(text)?.scripts ?? {});
  } catch {
    return [...text.matchAll(/"(\w+)"\s*:/g)].map(([, name = '']) => name);
  }
};

/**
 * Why every file of the repository counts in spite of a known manager: what a manifest asks for may read any of them.
 */
export const whyWholeTree = (path: string, text: string, { runsScripts }: Managed): string | null => {
  if (path.endsWith('composer.json') && /"(?:post|pre)-(?:install|autoload)/.test(text))
    return `${path} has scripts that run on installation`;
  if (isRequirements(path)) return readsOthers(path, text) ? `${path} reads other files` : null;
  if (/(?:^|\/)Gemfile$/.test(path))
    return /\bpath\b|eval_gemfile|gemspec/.test(text) ? `${path} reads other files` : null;
  if (!/(?:^|\/)package\.json$/.test(path)) return null;
  if (/"(?:file|link|portal):/.test(text)) return `${path} installs from a folder of the repository`;
  if (!runsScripts) return null;
  const script = scriptsIn(text).find((name) => lifecycle.has(name));
  return script === undefined ? null : `${path} has a script ${script} that runs on installation`;
};
