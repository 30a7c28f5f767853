/**
 * A place of its own for one end-to-end test: a repository, a home, a state folder and a folder outside of all of them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { given } from '../../src/plain/given.ts';
import { type Ended, fixpoint, reportOf, type RunOptions } from './fixpoint.ts';
import { removeByForce } from './remove-by-force.ts';
import { testEnvironment, writeUser } from './repo.ts';

/** Nothing that a repository's configuration names is run by the tests' own git. */
const harmless = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'commit.gpgSign=false',
  '-c',
  'core.pager=cat',
];

export type FindingInput = {
  code: string;
  file?: string;
  line?: number;
  title?: string;
  description?: string;
  severity?: string;
  suggested_fix?: string;
  reproduction?: string;
};

export type Sandbox = {
  /** Everything of this test. */
  folder: string;
  /** The user's repository. */
  root: string;
  home: string;
  state: string;
  /** A folder that nobody is supposed to touch. */
  outside: string;
  /** Scenario, log and findings: outside of the repository. */
  scratch: string;
  env: Record<string, string>;
  /** Git that runs nothing which configuration names, as long as only plumbing is asked for. */
  git: (...args: string[]) => string;
  /** The same, with every byte of its output. */
  gitBytes: (...args: string[]) => Buffer;
  write: (file: string, text: string | Uint8Array) => void;
  read: (file: string) => string;
  commitAll: (message: string) => string;
  findings: (list: readonly FindingInput[]) => string;
  run: (args: readonly string[], options?: Partial<RunOptions>) => Promise<Ended>;
  report: (
    args: readonly string[],
    options?: Partial<RunOptions>,
  ) => Promise<{ ended: Ended; report: ReturnType<typeof reportOf> }>;
  dispose: () => void;
};

export const openSandbox = (files: Readonly<Record<string, string>>): Sandbox => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-e2e-')));
  const at = (name: string): string => join(folder, name);
  const [root, home, state, outside, scratch] = [
    at('repo'),
    at('home'),
    at('state'),
    at('outside'),
    at('scratch'),
  ] as const;
  for (const each of [root, home, state, outside, scratch]) mkdirSync(each);
  const env: Record<string, string> = {
    ...testEnvironment(home),
    XDG_STATE_HOME: state,
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    // Commands of tests count how often they ran there, and tools are those of this project: in the sandbox they have
    // to be let in.
    FIXPOINT_SET_VERIFY__NEEDS__WRITABLE: JSON.stringify([scratch]),
    FIXPOINT_SET_VERIFY__NEEDS__READABLE: JSON.stringify([join(import.meta.dirname, '../../node_modules')]),
    // All of a suite in another mode than `auto`: see docs/testing.md.
    ...given({ FIXPOINT_SET_VERIFY__TOGETHER: process.env['FIXPOINT_TOGETHER'] }),
  };
  const gitBytes = (...args: string[]): Buffer =>
    execFileSync('git', [...harmless, ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    });
  const git = (...args: string[]): string =>
    gitBytes(...args)
      .toString()
      .trimEnd();
  const write = (file: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const commit = (message: string): void => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  };
  const commitAll = (message: string): string => {
    commit(message);
    return git('rev-parse', 'HEAD');
  };
  const run = (args: readonly string[], options: Partial<RunOptions> = {}): Promise<Ended> =>
    fixpoint(args, { cwd: root, env, ...options });
  git('init', '--quiet', '--initial-branch=main');
  writeUser(home);
  for (const [file, text] of Object.entries(files)) write(file, text);
  commit('first');
  return {
    folder,
    root,
    home,
    state,
    outside,
    scratch,
    env,
    git,
    gitBytes,
    write,
    read: (file) => readFileSync(join(root, file), 'utf8'),
    commitAll,
    findings: (list) => writeFindings(join(scratch, 'findings.json'), list),
    run,
    report: async (args, options) => {
      const ended = await run([...args, '--json'], options);
      return { ended, report: reportOf(ended) };
    },
    dispose: () => removeByForce(folder),
  };
};

const writeFindings = (file: string, list: readonly FindingInput[]): string => {
  const findings = list.map(({ code, ...rest }) => ({
    id: code,
    severity: 'high',
    title: `problem ${code}`,
    description: `about ${code}`,
    ...rest,
  }));
  writeFileSync(file, JSON.stringify({ findings, summary: '' }));
  return file;
};
