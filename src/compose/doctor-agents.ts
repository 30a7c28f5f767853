/** What `doctor` says about agents: who fixes, and which others there are. */
import { findAgent, findProgram, type FindRequest, type FoundAgent } from '../adapters/agents/find-agents.ts';
import { type KnownAgent, knownAgents } from '../adapters/agents/sign-in.ts';
import { settingsOf } from '../config/agents.ts';
import type { Config } from '../config/schema.ts';
import type { DoctorItem } from './doctor.ts';
import { type Options, workFolder } from './options.ts';

const isKnown = (name: string): name is KnownAgent => knownAgents.some((each) => each === name);

/** How the agents that Fixpoint knows are started, where the configuration says so. */
export const commandsOf = ({ agents }: Pick<Config, 'agents'>): NonNullable<FindRequest['commands']> =>
  Object.fromEntries(
    Object.entries(agents).flatMap(([name, { kind, command }]) => (name === kind && Array.isArray(command) ? [[name, command]] : [])),
  );

export type AgentCheck = { what: string; found: Promise<DoctorItem[]> };

/** Each of them on its own, and who fixes at the end. */
export const checkAgents = (options: Options, config: Config | null): AgentCheck[] => {
  const request: FindRequest = {
    env: options.env ?? process.env,
    cwd: workFolder(options),
    ...(config !== null && { commands: commandsOf(config) }),
  };
  const found = knownAgents.map((name) => findAgent(name, request));
  return [
    ...found.map((each, n) => ({
      what: `${knownAgents[n] ?? ''} --version`,
      found: each.then((agent) => [about(agent)]),
    })),
    { what: 'the agents', found: Promise.all(found).then(async (agents) => [await whoFixes(agents, request, config)]) },
  ];
};

/** Whether it matters is told by who fixes. */
const about = (agent: FoundAgent): DoctorItem => {
  const { name, program, version, problem, signedIn, how, remark } = agent;
  const area = 'agents';
  if (program === null) return { area, verdict: 'aside', message: `${name}: not installed`, remedy: agent.install };
  if (version === null) return { area, verdict: 'warning', message: `${name}: ${problem ?? 'does not start'}`, remedy: agent.install };
  const head = `${name} ${version}`;
  if (signedIn === 'no') return { area, verdict: 'warning', message: `${head}: not signed in (${how})`, remedy: agent.signIn };
  const sign = signedIn === 'yes' ? `signed in (${how})` : `may be signed in (${how})`;
  if (remark !== undefined) return { area, verdict: 'warning', message: `${head}: ${sign}; ${remark}`, remedy: agent.install };
  return { area, verdict: 'ok', message: `${head}: ${sign}` };
};

const works = ({ version, signedIn }: FoundAgent): boolean => version !== null && signedIn !== 'no';

const whoFixes = async (agents: readonly FoundAgent[], request: FindRequest, config: Config | null): Promise<DoctorItem> => {
  const area = 'agents';
  const named = config?.fix.agent;
  if (config === null || named === undefined) {
    const first = agents.find(works);
    return first
      ? { area, verdict: 'ok', message: `${first.name} would fix: it is the first that works, and fix.agent names none` }
      : {
          area,
          verdict: 'warning',
          message: 'no agent works, so that only machine-made fixes are applied',
          remedy: 'install one of the above and sign in, or name another with fix.agent',
        };
  }
  if (named === 'autofix') return { area, verdict: 'ok', message: 'autofix fixes, as configured: only machine-made fixes' };
  const settings = settingsOf(config, named);
  if (settings === undefined)
    return { area, verdict: 'problem', message: `fix.agent names ${named}, which is not configured`, remedy: `add agents.${named}` };
  if (isKnown(settings.kind)) {
    const { kind, command } = settings;
    const agent = await (Array.isArray(command)
      ? findAgent(kind, { ...request, commands: { [kind]: command } })
      : agents.find(({ name }) => name === kind));
    if (agent && works(agent)) return { area, verdict: 'ok', message: `${named} fixes, as configured` };
    return agent
      ? { ...about(agent), verdict: 'problem', message: `${named} is to fix, and cannot: ${about(agent).message}` }
      : notThere(named, kind);
  }
  const program = typeof settings.command === 'string' ? undefined : (settings.command?.[0] ?? named);
  if (program === undefined) return { area, verdict: 'ok', message: `${named} fixes, as configured: a shell line, which is not looked at` };
  const path = findProgram(program, request.env['PATH'] ?? '', request.cwd);
  return path === null ? notThere(named, program) : { area, verdict: 'ok', message: `${named} fixes, as configured: ${path}` };
};

const notThere = (name: string, program: string): DoctorItem => ({
  area: 'agents',
  verdict: 'problem',
  message: `${name} is to fix, but there is no program ${program}`,
  remedy: `install it, or correct agents.${name}.command`,
});
