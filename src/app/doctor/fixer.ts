/** What `doctor` says about the agent that fixes. */
import { fixersOf, settingsOf } from '../../config/agents.ts';
import type { LoadedConfig } from '../../config/load.ts';
import {
  type FindRequest,
  type FoundAgent,
  type InstalledAgents,
  type KnownAgent,
  knownAgents,
} from '../../ports/installed-agents.ts';
import { machine } from '../../model/run/machine-made.ts';
import { type DoctorItem, ok, problem } from './item.ts';
import { area, about } from './about-agent.ts';

const isKnown = (name: string): name is KnownAgent => knownAgents.some((each) => each === name);

/** The configuration, and which of it comes with the repository. */
export type Configured = Pick<LoadedConfig, 'config' | 'namedByRepository'>;

const works = ({ version, untried, signedIn }: FoundAgent): boolean =>
  (version !== null || untried !== undefined) && signedIn !== 'no';

type Looking = { installed: InstalledAgents; request: FindRequest; configured: Configured | null };

/** One item for each agent of a ladder. */
export const whoFixes = async (agents: readonly FoundAgent[], looking: Looking): Promise<DoctorItem[]> => {
  const { configured } = looking;
  const { agent, agents: ladder } = configured?.config.fix ?? {};
  if (configured === null || (agent ?? ladder) === undefined) return [firstThatWorks(agents)];
  if (agent === machine) return [ok(area, 'autofix fixes, as configured: only machine-made fixes')];
  const fixers = [...new Set(fixersOf(configured.config))];
  return Promise.all(fixers.map((named) => whetherItFixes(agents, named, { ...looking, configured })));
};

const whetherItFixes = async (
  agents: readonly FoundAgent[],
  named: string,
  looking: Looking & { configured: Configured },
): Promise<DoctorItem> => {
  const { configured } = looking;
  const settings = settingsOf(configured.config, named);
  if (settings === undefined) return problem(area, `${named} is to fix, and is not configured`, `add agents.${named}`);
  return isKnown(settings.kind)
    ? knownFixes(agents, named, { ...looking, kind: settings.kind, command: settings.command })
    : otherFixes(named, settings.command, looking);
};

const firstThatWorks = (agents: readonly FoundAgent[]): DoctorItem => {
  const first = agents.find(works);
  if (!first)
    return {
      area,
      verdict: 'warning',
      message: 'no agent works, so only machine-made fixes are applied',
      remedy: 'install one of the above and sign in, or name another with fix.agent',
      lacks: 'agent',
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

export const namedAt = ({ namedByRepository }: Configured, agent: string): string | undefined =>
  namedByRepository(['agents', agent, 'command']);

const notThere = (name: string, program: string): DoctorItem => ({
  area: 'agents',
  verdict: 'problem',
  message: `${name} is to fix, but there is no program ${program}`,
  remedy: `install it, or correct agents.${name}.command`,
});
