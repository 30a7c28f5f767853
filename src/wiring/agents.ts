/** The agents of a run, by name; each is loaded when it is first called. */
import { machine } from '../model/run/machine-made.ts';
import { answerTools, readReported } from '../adapters/agents/answering/answer-tools.ts';
import { autofixAgent } from '../adapters/agents/autofix/autofix.ts';
import type { CliOptions } from '../adapters/agents/shared/cli-agent.ts';
import type { Cage } from '../adapters/agents/shared/run-call.ts';
import type { CliDriver } from '../adapters/agents/shared/driver.ts';
import { commandAgent } from '../adapters/agents/command/command.ts';
import { notCalled } from '../adapters/agents/shared/failed-call.ts';
import { runProcess } from '../adapters/process/run-process.ts';
import { settingsOf } from '../config/agents.ts';
import type { AgentConfig, Config } from '../config/schema.ts';
import type { AgentKind } from '../config/sections/agents.ts';
import type { Agent } from '../ports/agent.ts';
import type { CageFor } from './cage.ts';

export type AgentSurroundings = {
  config: Config;
  /** The values of these environment variables, as they were when the run was started. */
  passEnv: (names: readonly string[]) => Record<string, string>;
  cageFor: CageFor;
};

export const agentsOf = (around: AgentSurroundings): ((name: string) => Agent) => {
  const agents = new Map<string, Agent>([[machine, autofixAgent()]]);
  return (name) => {
    const known = agents.get(name);
    if (known) return known;
    const settings = settingsOf(around.config, name);
    if (!settings) throw new Error(`there is no agent ${name}`);
    const agent = lazily(name, settings, around);
    agents.set(name, agent);
    return agent;
  };
};

/** One that cannot be called, such as for want of a sandbox, costs an attempt and no more. */
const lazily = (name: string, settings: AgentConfig, around: AgentSurroundings): Agent => {
  let agent: Promise<Agent> | undefined;
  return {
    name,
    run: async (request, hooks) => {
      try {
        return await (await (agent ??= load(name, settings, around))).run(request, hooks);
      } catch (error) {
        return notCalled(name, error);
      }
    },
  };
};

const load = async (name: string, settings: AgentConfig, around: AgentSurroundings): Promise<Agent> => {
  const { kind, command, env } = settings;
  const { passEnv } = around;
  const cage = await around.cageFor(settings);
  if (kind === 'command') return commandAgent(name, { command: command ?? name, env }, { runProcess, passEnv, cage });
  if (kind === 'acp') return loadAcp(name, settings, around, cage);
  const { driver, variables } = await drivers[kind]();
  const { cliAgent } = await import('../adapters/agents/shared/cli-agent.ts');
  return cliAgent(name, driver, optionsOf(settings, variables, around, cage));
};

const loadAcp = async (
  name: string,
  settings: AgentConfig,
  around: AgentSurroundings,
  cage: Cage | undefined,
): Promise<Agent> => {
  const { acpAgent } = await import('../adapters/agents/acp/acp.ts');
  const { needs = { hosts: [], readable: [], writable: [] } } = settings;
  const { PATH: searchPath = '' } = around.passEnv(['PATH']);
  return acpAgent(name, { ...optionsOf(settings, [], around, cage), needs, searchPath });
};

type Driver = { driver: CliDriver; variables: readonly string[] };

const drivers: Readonly<Record<Exclude<AgentKind, 'command' | 'acp'>, () => Promise<Driver>>> = {
  claude: async () => {
    const { claudeDriver } = await import('../adapters/agents/claude/claude.ts');
    const { claudeVariables } = await import('../adapters/agents/claude/variables.ts');
    return { driver: claudeDriver, variables: claudeVariables };
  },
  codex: async () => {
    const { codexDriver, codexVariables } = await import('../adapters/agents/codex/codex.ts');
    return { driver: codexDriver, variables: codexVariables };
  },
  gemini: async () => {
    const { geminiDriver, geminiVariables } = await import('../adapters/agents/gemini/gemini.ts');
    return { driver: geminiDriver, variables: geminiVariables };
  },
  opencode: async () => {
    const { opencodeDriver } = await import('../adapters/agents/opencode/opencode.ts');
    const { opencodeVariables } = await import('../adapters/agents/opencode/variables.ts');
    return { driver: opencodeDriver, variables: opencodeVariables };
  },
};

/** Where agents keep what is theirs. */
const folders = ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'];

const optionsOf = (
  { kind, command, model, env }: AgentConfig,
  variables: readonly string[],
  { passEnv }: AgentSurroundings,
  cage: Cage | undefined,
): CliOptions => ({
  runProcess,
  program: typeof command === 'string' ? ['/bin/sh', '-c', command] : (command ?? [kind]),
  model,
  environment: passEnv([...folders, ...variables, ...env]),
  answerTools,
  readReported,
  cage,
});
