/** Temporary repositories for tests: real git, a home of their own, and never the repository that the tests are in. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createHash } from 'node:crypto';

export type TestRepo = {
  /** Everything of this test: the repository, its home, its state folder. */
  folder: string;
  root: string;
  stateDir: string;
  home: string;
  /** Runs git in the repository as its user would, and gives its output without the last newline. */
  git: (...args: string[]) => string;
  gitIn: (folder: string, ...args: string[]) => string;
  write: (file: string, text: string | Uint8Array) => void;
  read: (file: string) => string;
  exists: (file: string) => boolean;
  commitAll: (message: string) => string;
  /** A shell command that leaves a mark when anybody runs it. */
  canary: () => string;
  /** Whether the canary was run. */
  sang: () => boolean;
  /** Path and content digest of every file of the repository, `.git` too: what must not change. */
  fingerprint: (ignore?: (path: string) => boolean) => Map<string, string>;
};

export type RepoOptions = { format?: 'sha1' | 'sha256'; empty?: boolean };

/** Only what git needs: nothing of the machine's own configuration reaches a test. */
export const testEnvironment = (home: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_STATE_HOME: join(home, '.local/state'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
});

/** As `git config --global` writes it, without starting git twice for every test. */
export const writeUser = (home: string): void =>
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada Tester\n\temail = ada@example.com\n');

const digest = (path: Buffer): string => {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  return `${(stat.mode & 0o7777).toString(8)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
};

/** Names as latin1, one character for each byte: not all of them are UTF-8. */
const walk = (root: string, folder: string, into: Map<string, string>, ignore: (path: string) => boolean): void => {
  const at = (path: string): Buffer => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
  for (const entry of readdirSync(at(folder), { withFileTypes: true, encoding: 'latin1' })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (ignore(path)) continue;
    if (entry.isDirectory()) walk(root, path, into, ignore);
    else if (entry.isFile() || entry.isSymbolicLink()) into.set(path, digest(at(path)));
  }
};

const build = (folder: string): TestRepo => {
  const root = join(folder, 'repo');
  const home = join(folder, 'home');
  const gitIn = (cwd: string, ...args: string[]): string =>
    execFileSync('git', args, {
      cwd,
      env: testEnvironment(home),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    }).replace(/\n$/, '');
  const git = (...args: string[]): string => gitIn(root, ...args);
  const write = (file: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  return {
    folder,
    root,
    home,
    stateDir: join(folder, 'state'),
    git,
    gitIn,
    write,
    read: (file) => readFileSync(join(root, file), 'utf8'),
    exists: (file) => existsSync(join(root, file)),
    commitAll: (message) => {
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD');
    },
    canary: () => join(folder, 'canary.sh'),
    sang: () => existsSync(join(folder, 'sang')),
    fingerprint: (ignore = () => false) => {
      const found = new Map<string, string>();
      walk(root, '', found, ignore);
      return found;
    },
  };
};

/** Makes a repository with one commit on `main`, lends it, and removes it. Refuses to work on the current folder. */
export const withRepo = async <T>(use: (repo: TestRepo) => T | Promise<T>, options: RepoOptions = {}): Promise<T> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-test-')));
  if (resolve(process.cwd()).startsWith(folder)) throw new Error('withRepo must not work on the current folder');
  const repo = build(folder);
  const before = { ...process.env };
  try {
    for (const path of [repo.root, repo.home, repo.stateDir]) mkdirSync(path);
    writeFileSync(repo.canary(), `#!/bin/sh\ntouch '${folder}/sang'\ncat\n`);
    chmodSync(repo.canary(), 0o755);
    for (const name of Object.keys(process.env))
      if (name.startsWith('GIT_') || name === 'EMAIL') delete process.env[name];
    Object.assign(process.env, testEnvironment(repo.home));
    repo.git('init', '-q', '-b', 'main', `--object-format=${options.format ?? 'sha1'}`);
    writeUser(repo.home);
    if (options.empty !== true) {
      repo.write('README.md', '# Example\n');
      repo.write('src/one.ts', 'export const one = 1;\nexport const two = 2;\nexport const three = 3;\n');
      repo.commitAll('first');
    }
    return await use(repo);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    rmSync(folder, { recursive: true, force: true });
  }
};
