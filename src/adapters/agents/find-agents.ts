/** Finds the agents that are installed: where, which version, and whether they can be used. */
import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { ProcessOutcome } from '../../ports/process.ts';
import { createRunProcess } from '../process/run-process.ts';
import { type KnownAgent, knownAgents, type SignIn, signInOf } from './sign-in.ts';

export type FindRequest = {
  env: Readonly<Record<string, string | undefined>>;
  /** What programs with a relative path are relative to. */
  cwd: string;
  /** How agents are started that are not started by their name. */
  commands?: Readonly<Partial<Record<KnownAgent, readonly string[]>>>;
  /** How long one may take to say its version. */
  limitMs?: number;
};

export type FoundAgent = SignIn & {
  name: KnownAgent;
  /** Null when it is not installed. */
  program: string | null;
  /** Null when it does not start; `problem` says why. */
  version: string | null;
  problem?: string;
  /** What to know about its version. */
  remark?: string;
  install: string;
  signIn: string;
};

type Facts = { tested: string; install: string; signIn: string; env: Readonly<Record<string, string>> };

/** `tested`: the version that this one was built and tested with. `env`: keeps it from talking to anybody when asked for its version. */
const facts: Readonly<Record<KnownAgent, Facts>> = {
  claude: {
    tested: '2.1.325',
    install: 'npm install -g @anthropic-ai/claude-code',
    signIn: 'run `claude` and sign in, or set ANTHROPIC_API_KEY',
    env: { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  },
  codex: {
    tested: '0.166.0',
    install: 'npm install -g @openai/codex',
    signIn: 'run `codex login`, or set CODEX_API_KEY',
    env: {},
  },
  gemini: {
    tested: '0.61.0',
    install: 'npm install -g @google/gemini-cli',
    signIn: 'run `gemini` and sign in, or set GEMINI_API_KEY',
    env: { GEMINI_CLI_NO_RELAUNCH: 'true' },
  },
  opencode: {
    tested: '1.18.33',
    install: 'npm install -g opencode-ai',
    signIn: 'run `opencode auth login`, or set the key of a provider',
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
  },
};

/** All of them, installed or not, in the order in which one would be chosen. */
export const findAgent = async (name: KnownAgent, request: FindRequest): Promise<FoundAgent> => {
  const { install, signIn } = facts[name];
  const common = { name, install, signIn, ...signInOf(name, request.env) };
  const program = programOf(name, request);
  return program === null ? { ...common, program, version: null } : { ...common, program, ...(await versionOf(name, program, request)) };
};

export type ChosenAgent = { name: KnownAgent; version: string; why: string };

/** The first that is there, may be signed in, and starts. Looks at files first: nothing is started that could not be used. */
export const chooseAgent = async (request: FindRequest): Promise<ChosenAgent | null> => {
  for (const name of knownAgents) {
    const program = programOf(name, request);
    const { signedIn, how } = signInOf(name, request.env);
    if (program === null || signedIn === 'no') continue;
    const { version } = await versionOf(name, program, request);
    if (version !== null) return { name, version, why: signedIn === 'yes' ? `signed in (${how})` : `may be signed in (${how})` };
  }
  return null;
};

const programOf = (name: KnownAgent, { env, cwd, commands }: FindRequest): string | null =>
  findProgram(commands?.[name]?.[0] ?? name, env['PATH'] ?? '', cwd);

/** Relative parts of the PATH are left out: what a repository holds is not run because of its name. */
export const findProgram = (program: string, path: string, cwd: string): string | null => {
  if (program.includes('/')) return isProgram(resolve(cwd, program)) ? resolve(cwd, program) : null;
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, program)).find(isProgram) ?? null;
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

type Version = { version: string | null; problem?: string; remark?: string };

const versionOf = async (name: KnownAgent, program: string, { env, commands, limitMs = 10_000 }: FindRequest): Promise<Version> => {
  const outcome = await createRunProcess({ environment: env, graceMs: 500 })({
    command: [program, ...(commands?.[name]?.slice(1) ?? []), '--version'],
    // Not in the repository, whose files could tell it what to do.
    cwd: tmpdir(),
    env: facts[name].env,
    timeoutMs: limitMs,
    keepBytes: 4_096,
    marker: 'doctor',
  });
  const version = outcome.exitCode === 0 ? (/\d+\.\d+\.\d+[\w.+-]*/.exec(outcome.stdout)?.[0] ?? null) : null;
  if (version === null) return { version, problem: whyNot(program, outcome, limitMs) };
  const remark = remarkOn(version, facts[name].tested);
  return { version, ...(remark !== undefined && { remark }) };
};

const whyNot = (program: string, { status, exitCode, signal, error, stdout, stderr }: ProcessOutcome, limitMs: number): string => {
  if (status === 'timeout') return `${program} --version did not end within ${limitMs / 1000} s`;
  if (status === 'not-started') return error ?? `${program} cannot be started`;
  if (status === 'signalled') return `${program} --version was killed by ${signal ?? 'a signal'}`;
  const [line = ''] = `${stderr.trim()}\n${stdout.trim()}`.trim().split('\n');
  return exitCode === 0
    ? `${program} --version says no version: ${line.slice(0, 200)}`
    : `${program} --version ended with ${exitCode ?? 'no exit code'}: ${line.slice(0, 200)}`;
};

const numbers = (version: string): [number, number] => {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return [major, minor];
};

/** Before 1.0 every minor version may break something. */
const remarkOn = (version: string, tested: string): string | undefined => {
  const [[major, minor], [testedMajor, testedMinor]] = [numbers(version), numbers(tested)];
  const isOlder = major < testedMajor || (major === 0 && testedMajor === 0 && minor < testedMinor);
  if (isOlder) return `older than ${tested}, which Fixpoint was tested with; update it when calls fail`;
  return major > testedMajor ? `much newer than ${tested}, which Fixpoint was tested with; it may behave differently` : undefined;
};
