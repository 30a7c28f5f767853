/** Finds the agents that are installed: where, which version, and whether they can be used. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import {
  type ChosenAgent,
  type FindRequest,
  type FoundAgent,
  type KnownAgent,
  knownAgents,
} from '../../../ports/installed-agents.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { createRunProcess } from '../../process/run-process.ts';
import { signInOf } from './sign-in.ts';
import { folderOutside, isIn, usersPath } from './users-programs.ts';
import { cutEnd } from '../../../plain/cut.ts';

type Facts = { tested: string; install: string; signIn: string; env: Readonly<Record<string, string>> };

/**
 * `tested`: the version that this one was built and tested with. `env`: keeps it from talking to anybody when asked for
 * its version.
 */
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

export const howToInstall = (name: KnownAgent): string => facts[name].install;

/** All of them, installed or not, in the order in which one would be chosen. */
export const findAgent = async (name: KnownAgent, request: FindRequest): Promise<FoundAgent> => {
  const { install, signIn } = facts[name];
  const common = { name, install, signIn, ...signInOf(name, request.env) };
  const program = programOf(name, request);
  if (program === null) return { ...common, program, version: null };
  const untried = whyUntried(name, program, request);
  return untried === undefined
    ? { ...common, program, ...(await versionOf(name, program, request)) }
    : { ...common, program, version: null, untried };
};

/**
 * The first that is there, may be signed in, and starts. Looks at files first: nothing is started that could not be
 * used.
 */
export const chooseAgent = async (request: FindRequest): Promise<ChosenAgent | null> => {
  for (const name of knownAgents) {
    const program = programOf(name, request);
    const { signedIn, how } = signInOf(name, request.env);
    if (program === null || signedIn === 'no') continue;
    const sign = signedIn === 'yes' ? `signed in (${how})` : `may be signed in (${how})`;
    const untried = whyUntried(name, program, request);
    if (untried !== undefined) return { name, version: null, why: `${untried}, not tried beforehand; ${sign}` };
    const { version } = await versionOf(name, program, request);
    if (version !== null) return { name, version, why: sign };
  }
  return null;
};

const programOf = (name: KnownAgent, { env, cwd, commands }: FindRequest): string | null =>
  findProgram(commands?.[name]?.command[0] ?? name, env['PATH'] ?? '', cwd);

/**
 * A file that the user named is the user's, wherever it lies; one that was found by its name is not if it lies in the
 * repository.
 */
const whyUntried = (name: KnownAgent, program: string, { commands, repository }: FindRequest): string | undefined => {
  const given = commands?.[name];
  if (given?.namedAt !== undefined) return `named by ${given.namedAt}`;
  const isNamed = given?.command[0]?.includes('/') === true;
  return !isNamed && isIn(program, repository) ? 'in the repository' : undefined;
};

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

const versionOf = async (name: KnownAgent, program: string, request: FindRequest): Promise<Version> => {
  const { env, commands, repository, limitMs = 10_000 } = request;
  // Neither the program nor what it starts in turn, such as its interpreter, is looked for in the repository.
  const environment = { ...env, PATH: usersPath(env['PATH'] ?? '', repository) };
  const outcome = await createRunProcess({ environment, graceMs: 500 })({
    command: [program, ...(commands?.[name]?.command.slice(1) ?? []), '--version'],
    // Not in the repository, whose files could tell it what to do.
    cwd: folderOutside(repository),
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

const whyNot = (
  program: string,
  { status, exitCode, signal, error, stdout, stderr }: ProcessOutcome,
  limitMs: number,
): string => {
  if (status === 'timeout') return `${program} --version did not end within ${limitMs / 1000} s`;
  if (status === 'not-started') return error ?? `${program} cannot be started`;
  if (status === 'signalled') return `${program} --version was killed by ${signal ?? 'a signal'}`;
  const [line = ''] = `${stderr.trim()}\n${stdout.trim()}`.trim().split('\n');
  return exitCode === 0
    ? `${program} --version says no version: ${cutEnd(line, 200)}`
    : `${program} --version ended with ${exitCode ?? 'no exit code'}: ${cutEnd(line, 200)}`;
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
  return major > testedMajor
    ? `much newer than ${tested}, which Fixpoint was tested with; it may behave differently`
    : undefined;
};
