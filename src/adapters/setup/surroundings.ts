/**
 * What decides about set-up besides the files of the repository: the user's settings of package managers, variables,
 * and the versions of programs.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toolchainVariables } from '../process/environment.ts';
import { findProgram } from '../sandbox/programs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where downloads are kept says nothing about what is installed. */
const isCache = (name: string): boolean => /_?cache(?:_dir)?$/i.test(name) && name !== 'GOMODCACHE';

const variables = [...toolchainVariables.filter((name) => !isCache(name)), 'CI'];

/** Below the home folder: which version the programs on the PATH stand for, that are the same for all versions. */
const versionFiles = [
  '.tool-versions',
  '.config/mise/config.toml',
  '.pyenv/version',
  '.rbenv/version',
  '.nodenv/version',
  '.goenv/version',
  '.volta/tools/user/platform.json',
  '.rustup/settings.toml',
];

/** Of the machine. */
const systemFiles = ['/etc/npmrc', '/etc/pip.conf', '/etc/gemrc'];

/** Larger ones are no settings. */
const mostBytes = 1_000_000;

/** Who somebody is decides whether they get it, not what they get; and tokens are given out anew every day. */
const isCredential = (line: string): boolean =>
  /(?:^|[:\s<])_?(?:npm)?(?:auth(?:token|ident)?|password|username|email)\s*[=:>]/i.test(line);

const isCredentials = (file: string): boolean => /(?:\.netrc|credentials(?:\.toml)?|auth\.json)$/.test(file);

const withoutCredentials = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isCredential(line))
    .join('\n');

/** A file, or those directly in a folder; empty where there is nothing, or it cannot be read. */
const textsOf = (path: string): string[] => {
  try {
    const stat = statSync(path);
    if (stat.isDirectory())
      return readdirSync(path).flatMap((name) =>
        lstatSync(join(path, name)).isDirectory() ? [] : textsOf(join(path, name)),
      );
    if (!stat.isFile() || stat.size > mostBytes || isCredentials(path)) return [];
    return [path, withoutCredentials(readFileSync(path, 'utf8'))];
  } catch {
    return [];
  }
};

/** A program as it lies on disk: starting each to ask for its version would take longer than all the rest. */
const versionOf = (name: string, env: Environment): string => {
  const file = findProgram(name, env);
  const stat = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? name : `${file} ${stat.ino} ${stat.size} ${stat.mtimeMs}`;
};

/** Where nobody knows what a command starts. */
const usualPrograms = `
  node npm pnpm yarn bun deno python3 python pip uv poetry pipenv tox go cargo rustc ruby gem bundle php composer
  java javac mvn gradle dotnet make cmake cc gcc c++ g++ clang perl
`
  .trim()
  .split(/\s+/);

export type Surroundings = {
  /** Of settings and variables. */
  digest: string;
  /** Of these programs; where none are named, of all that set-up is likely to start. */
  versions: (programs: readonly string[] | null) => string;
};

export type Place = {
  env: Environment;
  home: string;
  /** Files and folders with settings of package managers. */
  settings: readonly string[];
  /** What the configuration lets set-up have, and what of it is files. */
  needs: { readable: readonly string[] };
  /** Folders of package managers with what is installed, and not only downloaded: set-up builds on what is there. */
  kept: readonly string[];
};

/** A file, or a folder as far as its own names go. */
const standingOf = (path: string): string | null => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
};

/** Whether it is the same folder still: what is added to it takes nothing away. */
const birthOf = (path: string): string | null => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : `${path} ${stat.ino} ${stat.birthtimeMs}`;
};

/** Looks once: what somebody changes while a run is under way counts for the next one. */
export const surroundings = ({ env, home, settings, needs, kept }: Place): Surroundings => {
  const versions = new Map<string, string>();
  const version = (name: string): string => {
    const known = versions.get(name) ?? versionOf(name, env);
    versions.set(name, known);
    return known;
  };
  const files = [...settings, ...versionFiles.map((name) => join(home, name)), ...systemFiles];
  const facts = [
    variables.map((name) => env[name] ?? null),
    files.map(textsOf),
    needs,
    needs.readable.map(standingOf),
    kept.map(birthOf),
  ];
  return {
    digest: createHash('sha256').update(JSON.stringify(facts)).digest('hex'),
    versions: (programs) => (programs ?? usualPrograms).map(version).join('\0'),
  };
};
