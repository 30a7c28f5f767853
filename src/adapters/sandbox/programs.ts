/** Programs outside of the system's folders, such as a Node in the home folder: an agent needs them to run anything. */
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { accessSync, constants } from 'node:fs';
import { isFolder, isWithin, realPathOf } from './places.ts';

/**
 * What an installation holds beside its programs. Not `share`, where people's own data lies too. `version` is the file
 * by which the shims of pyenv, rbenv and their like know which program is meant.
 */
const installed = [
  'bin',
  'sbin',
  'lib',
  'lib64',
  'libexec',
  'include',
  'conf',
  'shims',
  'version',
  'versions',
  'plugins',
  'pkg',
  'tools',
  'installs',
  'registry',
];

/** Variables that name an installation or files that it needs; none of them holds credentials. */
const namedFolders = `
  NVM_DIR VOLTA_HOME RUSTUP_HOME GOROOT GOMODCACHE JAVA_HOME PYENV_ROOT VIRTUAL_ENV CONDA_PREFIX RBENV_ROOT GEM_HOME
  DOTNET_ROOT ANDROID_HOME PLAYWRIGHT_BROWSERS_PATH
  NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NIX_SSL_CERT_FILE`
  .trim()
  .split(/\s+/);

/** Where installations lie when no variable says so, and the file by which asdf and mise know their versions. */
const usualFolders = ['.rustup', '.pyenv', '.rbenv', '.tool-versions'];

/**
 * `home`: its real path. `hidden`: real paths of folders that are not shown for the sake of a program, such as the
 * user's checkout.
 */
export type Outside = {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  hidden?: readonly string[];
};

/** Folders and files to be readable, whether they are there or not. */
export const programFolders = (command: string | readonly string[], outside: Outside): string[] => {
  const { env, home, hidden = [] } = outside;
  const [first = ''] = typeof command === 'string' ? command.trim().split(/\s/, 1) : command;
  const started = findProgram(first, env);
  // Of a program in the checkout the file alone is shown: beside it lies all that must not be seen.
  const alone = started !== undefined && isHidden(started, hidden) ? [started] : [];
  const besideStarted = started === undefined ? [] : besides(started, home);
  const ofStarted = started === undefined || alone.length > 0 ? [] : [started];
  const found = [...installations(outside), ...besideStarted, ...ofStarted, ...namedIn(env), ...usualIn(home)];
  const shown = found.filter((folder) => !holds(folder, home) && !isHidden(folder, hidden));
  return [...shown, ...alone, process.execPath, ...ownProgram()];
};

const installations = ({ env, home, hidden }: Outside): string[] =>
  searchPath(env, hidden).flatMap((folder) => installationOf(folder, home));

const namedIn = (env: Outside['env']): string[] =>
  namedFolders.flatMap((name) => env[name] || []).map((folder) => resolve(folder));

const usualIn = (home: string): string[] => usualFolders.map((name) => join(home, name));

/** Under its own name, or behind a link. */
const isHidden = (path: string, hidden: readonly string[]): boolean =>
  [path, realPathOf(path) ?? path].some((each) => hidden.some((folder) => isWithin(each, folder)));

/** The home folder itself, or one above it, is never meant. */
const holds = (folder: string, home: string): boolean => {
  const real = realPathOf(folder) ?? folder;
  return real === '/' || home === real || home.startsWith(`${real}/`);
};

/** Where programs are looked for. */
export const searchPath = (env: Outside['env'], hidden: readonly string[] = []): string[] =>
  (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && isFolder(folder) && !isHidden(folder, hidden));

/**
 * The file that would be started, as it is named; undefined when there is none. Programs are not looked for in
 * `hidden`.
 */
export const findProgram = (name: string, env: Outside['env'], hidden: readonly string[] = []): string | undefined => {
  const candidates = name.includes('/') ? [resolve(name)] : searchPath(env, hidden).map((folder) => join(folder, name));
  return candidates.find((file) => name !== '' && isExecutable(file));
};

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return !isFolder(file);
  } catch {
    return false;
  }
};

/** A folder of programs with the libraries beside it. */
const installationOf = (folder: string, home: string): string[] => {
  if (folder.endsWith('/node_modules/.bin')) return [dirname(folder)];
  const above = dirname(folder);
  if (!installed.includes(basename(folder)) || holds(above, home)) return [folder];
  return installed.map((name) => join(above, name));
};

/** What a program that is a link needs where it really lies. */
const besides = (program: string, home: string): string[] => {
  const real = realPathOf(program);
  if (real === null) return [];
  const modules = real.indexOf('/node_modules/');
  if (modules !== -1) return [real.slice(0, modules + '/node_modules'.length)];
  const folder = dirname(real);
  return holds(folder, home) ? [real] : installationOf(folder, home);
};

/** Ours, for the tools through which an agent answers. */
const ownProgram = (): string[] => {
  if (!import.meta.url.endsWith('.ts')) return [import.meta.dirname];
  const root = join(import.meta.dirname, '../../..');
  return ['src', 'node_modules', 'package.json'].map((name) => join(root, name));
};
