/** The agents of a run, by name; each is loaded when it is first called. */
import { answerTools, readReported } from '../adapters/agents/answer-tools.ts';
import { autofixAgent } from '../adapters/agents/autofix.ts';
import type { Cage, CliOptions } from '../adapters/agents/cli/cli-agent.ts';
import type { CliDriver } from '../adapters/agents/cli/driver.ts';
import { commandAgent } from '../adapters/agents/command.ts';
import { runProcess } from '../adapters/process/run-process.ts';
import { settingsOf } from '../config/agents.ts';
import type { AgentConfig, AgentKind, Config } from '../config/schema.ts';
import type { Agent } from '../ports/agent.ts';

export type AgentSurroundings = {
  config: Config;
  /** The values of these environment variables, as they were when the run was started. */
  passEnv: (names: readonly string[]) => Record<string, string>;
  cage?: Cage | undefined;
};

export const agentsOf = (around: AgentSurroundings): ((name: string) => Agent) => {
  const agents = new Map<string, Agent>([['autofix', autofixAgent()]]);
  return (name) => {
    const known = agents.get(name);
    if (known) return known;
    const settings = settingsOf(around.config, name);
    if (!settings) throw new Error(`there is no agent ${name}`);
    const agent = lazily(name, () => load(name, settings, around));
    agents.set(name, agent);
    return agent;
  };
};

const lazily = (name: string, open: () => Promise<Agent>): Agent => {
  let agent: Promise<Agent> | undefined;
  return { name, run: async (request, hooks) => (await (agent ??= open())).run(request, hooks) };
};

const load = async (name: string, settings: AgentConfig, around: AgentSurroundings): Promise<Agent> => {
  const { kind } = settings;
  if (kind === 'command') {
    const { command = name, env } = settings;
    return commandAgent(name, { command, env }, { runProcess, passEnv: around.passEnv });
  }
  const open = drivers[kind];
  if (!open) throw new Error(`agents of kind ${kind} cannot be called`);
  const { driver, variables } = await open();
  const { cliAgent } = await import('../adapters/agents/cli/cli-agent.ts');
  return cliAgent(name, driver, optionsOf(kind, settings, variables, around));
};

type Driver = { driver: CliDriver; variables: readonly string[] };

const drivers: Readonly<Partial<Record<AgentKind, () => Promise<Driver>>>> = {
  claude: async () => {
    const { claudeDriver, claudeVariables } = await import('../adapters/agents/claude.ts');
    return { driver: claudeDriver, variables: claudeVariables };
  },
};

const optionsOf = (
  kind: AgentKind,
  { command, model, env }: AgentConfig,
  variables: readonly string[],
  { passEnv, cage }: AgentSurroundings,
): CliOptions => ({
  runProcess,
  program: Array.isArray(command) ? command : [command ?? kind],
  model,
  environment: passEnv([...variables, ...env]),
  answerTools,
  readReported,
  cage,
});
