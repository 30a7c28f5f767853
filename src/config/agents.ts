/** The agents of a configuration: those that it defines, and those that need no entry. */
import { type AgentConfig, AgentSettings, type Config } from './schema.ts';

export const builtInAgents = ['claude', 'codex', 'gemini', 'opencode'] as const;

/** Undefined when there is no such agent, and for `autofix`, which has no settings. */
export const settingsOf = (config: Pick<Config, 'agents'>, name: string): AgentConfig | undefined => {
  const own = Object.hasOwn(config.agents, name) ? config.agents[name] : undefined;
  if (own) return own;
  const kind = builtInAgents.find((each) => each === name);
  return kind === undefined ? undefined : AgentSettings.parse({ kind });
};

/** Every name that an agent can be called by. */
export const agentNames = (config: Pick<Config, 'agents'>): string[] => [
  ...new Set([...Object.keys(config.agents), ...builtInAgents, 'autofix']),
];
