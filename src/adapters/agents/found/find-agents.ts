/** Finds the agents that are installed: where, which version, and whether they can be used. */
import {
  type ChosenAgent,
  type FindRequest,
  type FoundAgent,
  type KnownAgent,
  knownAgents,
} from '../../../ports/installed-agents.ts';
import { agentFacts } from './agent-facts.ts';
import { findProgram } from './find-program.ts';
import { signInOf } from './sign-in.ts';
import { isIn } from '../../process/users-programs.ts';
import { type Version, versionOf } from './version.ts';

export const findAgent = async (name: KnownAgent, request: FindRequest): Promise<FoundAgent> => {
  const { install, signIn } = agentFacts[name];
  const common = { name, install, signIn, ...signInOf(name, request.env) };
  const program = programOf(name, request);
  if (program === null) return { ...common, program, version: null };
  const untried = whyUntried(name, program, request);
  return untried === undefined
    ? { ...common, program, ...(await versionFor(name, program, request)) }
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
    const { version } = await versionFor(name, program, request);
    if (version !== null) return { name, version, why: sign };
  }
  return null;
};

const versionFor = (name: KnownAgent, program: string, request: FindRequest): Promise<Version> => {
  const { env, repository, limitMs, commands } = request;
  return versionOf(name, program, { env, repository, limitMs, args: commands?.[name]?.command.slice(1) ?? [] });
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
