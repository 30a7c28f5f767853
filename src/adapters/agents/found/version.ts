/** Asks an agent for its version, without letting the repository have a say in it. */
import { given } from '../../../plain/given.ts';
import { cutEnd } from '../../../plain/cut.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { createRunProcess } from '../../process/run-process.ts';
import { agentFacts } from './agent-facts.ts';
import type { KnownAgent } from '../../../ports/installed-agents.ts';
import { folderOutside, usersPath } from '../../process/users-programs.ts';

export type Version = { version: string | null; problem?: string; remark?: string };

export type VersionRequest = {
  env: Readonly<Record<string, string | undefined>>;
  repository?: string | undefined;
  /** What follows the program before it is asked. */
  args: readonly string[];
  limitMs?: number | undefined;
};

export const versionOf = async (name: KnownAgent, program: string, request: VersionRequest): Promise<Version> => {
  const { limitMs = 10_000 } = request;
  const outcome = await askVersion(name, program, request, limitMs);
  const version = versionIn(outcome);
  if (version === null) return { version, problem: whyNot(program, outcome, limitMs) };
  return { version, ...given({ remark: remarkOn(version, agentFacts[name].tested) }) };
};

const askVersion = (
  name: KnownAgent,
  program: string,
  { env, repository, args }: VersionRequest,
  timeoutMs: number,
): Promise<ProcessOutcome> => {
  // Neither the program nor what it starts in turn, such as its interpreter, is looked for in the repository.
  const environment = { ...env, PATH: usersPath(env['PATH'] ?? '', repository) };
  return createRunProcess({ environment, graceMs: 500 })({
    command: [program, ...args, '--version'],
    // Not in the repository, whose files could tell it what to do.
    cwd: folderOutside(repository),
    env: agentFacts[name].env,
    timeoutMs,
    keepBytes: 4_096,
    marker: 'doctor',
  });
};

const versionIn = ({ exitCode, stdout }: ProcessOutcome): string | null =>
  exitCode === 0 ? (/\d+\.\d+\.\d+[\w.+-]*/.exec(stdout)?.[0] ?? null) : null;

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
