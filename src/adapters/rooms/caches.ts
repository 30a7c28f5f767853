/**
 * What package managers keep in the home folder: downloads that save time, and settings that say where to download
 * from.
 */
import { join } from 'node:path';
import { isFolder, realPathOf } from '../sandbox/places.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Below the home folder, unless a variable says otherwise. Single folders: beside them lie tokens and other people's
 * data.
 */
const cacheFolders: readonly (readonly [variable: string | null, below: string])[] = [
  ['npm_config_cache', '.npm'],
  [null, '.cache/pip'],
  [null, '.cache/uv'],
  [null, '.cache/yarn'],
  [null, '.cache/pypoetry'],
  [null, '.cache/pre-commit'],
  [null, '.cache/ms-playwright'],
  [null, '.cache/Cypress'],
  [null, '.cache/node'],
  [null, '.cache/deno'],
  [null, '.cache/composer'],
  ['GOCACHE', '.cache/go-build'],
  ['GOMODCACHE', 'go/pkg/mod'],
  [null, '.local/share/pnpm/store'],
  [null, '.yarn/berry/cache'],
  [null, '.bun/install/cache'],
  [null, '.cargo/registry'],
  [null, '.cargo/git'],
  [null, '.m2/repository'],
  [null, '.gradle/caches'],
  [null, '.gradle/wrapper'],
  ['NUGET_PACKAGES', '.nuget/packages'],
];

/** Nobody needs these once everything is installed, and they are large. */
export const downloads: readonly string[] = ['.npm', '.cache/pip', '.cache/yarn', '.cache/composer'];

/** Those that are there, under the path by which they are looked for. */
export const cachesOf = (env: Environment, home: string): string[] => {
  const named = cacheFolders.map(
    ([variable, below]) => (variable === null ? undefined : env[variable]) || join(home, below),
  );
  return [...new Set(named)].filter((folder) => isFolder(folder) && realPathOf(folder) === folder);
};

const settings = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.bunfig.toml',
  '.config/npm',
  '.config/pnpm',
  '.config/yarn',
  '.config/pip',
  '.pip',
  '.config/uv',
  '.config/pypoetry',
  '.netrc',
  '.cargo/config.toml',
  '.cargo/config',
  '.cargo/credentials.toml',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
  '.gradle/init.gradle',
  '.gradle/init.d',
  '.bundle/config',
  '.gemrc',
  '.composer/auth.json',
  '.composer/config.json',
  '.config/composer',
  '.nuget/NuGet',
  '.config/go/env',
];

/** The folder of a package manager, where a variable says that it lies elsewhere. */
const moved: Readonly<Record<string, string>> = { '.cargo': 'CARGO_HOME', '.gradle': 'GRADLE_USER_HOME' };

const placeOf = (name: string, home: string, env: Environment): string => {
  const [folder = '', ...below] = name.split('/');
  const named = env[moved[folder] ?? ''];
  return named ? join(named, ...below) : join(home, name);
};

/** Read by set-up of the untouched start alone: some of them hold tokens. */
export const managerSettings = (home: string, env: Environment): string[] =>
  settings.map((name) => placeOf(name, home, env));
