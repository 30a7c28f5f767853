/** What `doctor` says about agents: who fixes, and which others there are. */
import { settingsOf } from '../../config/agents.ts';
import type { LoadedConfig } from '../../config/load.ts';
import {
  type FindRequest,
  type FoundAgent,
  type InstalledAgents,
  type KnownAgent,
  knownAgents,
} from '../../ports/installed-agents.ts';
import { machine } from '../../model/run/machine-made.ts';
import { given } from '../../plain/given.ts';
import type { App } from '../app.ts';
import { type Options, workFolder } from '../options.ts';
import { type DoctorItem, ok, problem, warning } from './item.ts';

const area = 'agents';

const isKnown = (name: string): name is KnownAgent => knownAgents.some((each) => each === name);

/** The configuration, and which of it comes with the repository. */
export type Configured = Pick<LoadedConfig, 'config' | 'namedByRepository'>;

/** How the agents that Fixpoint knows are started, where the configuration says so. */
export const commandsOf = (configured: Configured): NonNullable<FindRequest['commands']> =>
  Object.fromEntries(
    Object.entries(configured.config.agents).flatMap(([name, { kind, command }]) =>
      name === kind && Array.isArray(command) ? [[name, { command, namedAt: namedAt(configured, name) }]] : [],
    ),
  );

export type AgentCheck = { what: string; found: Promise<DoctorItem[]> };

/** Each of them on its own, and who fixes at the end. */
export const checkAgents = async (
  app: App,
  options: Options,
  configured: Configured | null,
  root: string | null,
): Promise<AgentCheck[]> => {
  const installed = await app.agents();
  const request: FindRequest = {
    env: app.env,
    cwd: workFolder(options),
    ...given({ repository: root ?? undefined, commands: configured ? commandsOf(configured) : undefined }),
  };
  const found = knownAgents.map((name) => ({ name, agent: installed.find(name, request) }));
  const fixer = Promise.all(found.map(({ agent }) => agent)).then(async (agents) => [
    await whoFixes(agents, { installed, request, configured }),
  ]);
  return [...found.map(versionCheck), { what: 'the agents', found: fixer }];
};

const versionCheck = ({ name, agent }: { name: string; agent: Promise<FoundAgent> }): AgentCheck => ({
  what: `${name} --version`,
  found: agent.then((each) => [about(each)]),
});

/** Whether it matters is told by who fixes. */
const about = (agent: FoundAgent): DoctorItem => {
  const { name, program, version, problem, untried, install } = agent;
  if (program === null) return { area, verdict: 'aside', message: `${name}: not installed`, remedy: install };
  if (untried !== undefined)
    return {
      area,
      verdict: 'aside',
      message: `${name}: ${program}, ${untried}: not started here, a run would start it`,
    };
  if (version === null) return warning(area, `${name}: ${problem ?? 'does not start'}`, install);
  return aboutSignIn(agent, `${name} ${version}`);
};

const aboutSignIn = ({ signedIn, how, remark, signIn, install }: FoundAgent, head: string): DoctorItem => {
  if (signedIn === 'no') return warning(area, `${head}: not signed in (${how})`, signIn);
  const sign = signedIn === 'yes' ? `signed in (${how})` : `may be signed in (${how})`;
  return remark === undefined ? ok(area, `${head}: ${sign}`) : warning(area, `${head}: ${sign}; ${remark}`, install);
};

const works = ({ version, untried, signedIn }: FoundAgent): boolean =>
  (version !== null || untried !== undefined) && signedIn !== 'no';

type Looking = { installed: InstalledAgents; request: FindRequest; configured: Configured | null };

const whoFixes = async (agents: readonly FoundAgent[], looking: Looking): Promise<DoctorItem> => {
  const { configured } = looking;
  const named = configured?.config.fix.agent;
  if (configured === null || named === undefined) return firstThatWorks(agents);
  if (named === machine) return ok(area, 'autofix fixes, as configured: only machine-made fixes');
  const settings = settingsOf(configured.config, named);
  if (settings === undefined)
    return problem(area, `fix.agent names ${named}, which is not configured`, `add agents.${named}`);
  return isKnown(settings.kind)
    ? knownFixes(agents, named, { ...looking, configured, kind: settings.kind, command: settings.command })
    : otherFixes(named, settings.command, looking);
};

const firstThatWorks = (agents: readonly FoundAgent[]): DoctorItem => {
  const first = agents.find(works);
  if (!first)
    return {
      area,
      verdict: 'warning',
      message: 'no agent works, so that only machine-made fixes are applied',
      remedy: 'install one of the above and sign in, or name another with fix.agent',
    };
  const how = first.untried === undefined ? 'the first that works' : 'the first that is signed in, and was not tried';
  return { area, verdict: 'ok', message: `${first.name} would fix: it is ${how}, and fix.agent names none` };
};

type Command = string | readonly string[] | undefined;

type LookingFor = Looking & { configured: Configured; kind: KnownAgent; command: Command };

/** Looked for again where the configuration names a program of its own for it. */
const findFixer = async (
  agents: readonly FoundAgent[],
  named: string,
  { installed, request, configured, kind, command }: LookingFor,
): Promise<FoundAgent | undefined> =>
  typeof command === 'object'
    ? installed.find(kind, { ...request, commands: { [kind]: { command, namedAt: namedAt(configured, named) } } })
    : agents.find(({ name }) => name === kind);

const knownFixes = async (agents: readonly FoundAgent[], named: string, looking: LookingFor): Promise<DoctorItem> => {
  const agent = await findFixer(agents, named, looking);
  if (!agent) return notThere(named, looking.kind);
  const seen = about(agent);
  if (!works(agent)) return { ...seen, verdict: 'problem', message: `${named} is to fix, and cannot: ${seen.message}` };
  const untried = agent.untried === undefined ? '' : `; ${agent.untried}: not started here`;
  return { area, verdict: 'ok', message: `${named} fixes, as configured${untried}` };
};

const otherFixes = (named: string, command: Command, { installed, request }: Looking): DoctorItem => {
  if (typeof command === 'string')
    return { area, verdict: 'ok', message: `${named} fixes, as configured: a shell line, which is not looked at` };
  const program = command?.[0] ?? named;
  const path = installed.findProgram(program, request.env['PATH'] ?? '', request.cwd);
  return path === null
    ? notThere(named, program)
    : { area, verdict: 'ok', message: `${named} fixes, as configured: ${path}` };
};

const namedAt = ({ namedByRepository }: Configured, agent: string): string | undefined =>
  namedByRepository(['agents', agent, 'command']);

const notThere = (name: string, program: string): DoctorItem => ({
  area: 'agents',
  verdict: 'problem',
  message: `${name} is to fix, but there is no program ${program}`,
  remedy: `install it, or correct agents.${name}.command`,
});
