/** The agents of a configuration: those that it defines, and those that need no entry. */
import { machine } from '../model/run/machine-made.ts';
import type { AgentConfig, Config } from './schema.ts';
import { AgentSettings } from './sections/agents.ts';

export const builtInAgents = ['claude', 'codex', 'gemini', 'opencode'] as const;

/**
 * Kinds of agents that can go on in a copy of a conversation, so that several calls may begin from the same one (3.5).
 * The others begin anew, with a summary in their prompt.
 */
export const forkingKinds: ReadonlySet<string> = new Set(['claude', 'codex', 'gemini']);

/** Undefined when there is no such agent, and for `autofix`, which has no settings. */
export const settingsOf = (config: Pick<Config, 'agents'>, name: string): AgentConfig | undefined => {
  const own = Object.hasOwn(config.agents, name) ? config.agents[name] : undefined;
  if (own) return own;
  const kind = builtInAgents.find((each) => each === name);
  return kind === undefined ? undefined : AgentSettings.parse({ kind });
};

/** Every name that an agent can be called by. */
export const agentNames = (config: Pick<Config, 'agents'>): string[] => [
  ...new Set([...Object.keys(config.agents), ...builtInAgents, machine]),
];

/** Who fixes, the first attempt's agent first (4.17); nobody when only machine-made fixes are applied. */
export const fixersOf = ({ fix: { agent, agents } }: Pick<Config, 'fix'>): string[] =>
  (agents ?? (agent === undefined ? [] : [agent])).filter((name) => name !== machine);

/** The one that also does what nobody else is named for. Undefined when only machine-made fixes are applied. */
export const fixerOf = (config: Pick<Config, 'fix'>): string | undefined => fixersOf(config)[0];

/** Those who find and prepare; the fixer itself and those who judge it come with fixing only. */
const others = (config: Config): (string | undefined)[] => [
  ...config.reviewers.map((reviewer) => (reviewer.kind === 'agent' ? reviewer.agent : undefined)),
  config.clarify.agent,
  config.plan.agent,
];

/** Everybody who may be called, those that follow others included. `fixes`: whether anything is to be fixed. */
export const agentsInUse = (config: Config, fixes = true): string[] => {
  const judges = [...config.challenger.agents, config.disputes?.agent];
  const first = fixes ? [...fixersOf(config), ...others(config), ...judges] : others(config);
  const names = new Set<string>();
  for (let queue = first; queue.length > 0;) {
    const fresh = queue
      .filter((name) => name !== undefined)
      .filter((name) => !names.has(name) && settingsOf(config, name) !== undefined);
    for (const name of fresh) names.add(name);
    queue = fresh.map((name) => settingsOf(config, name)?.fallback);
  }
  return [...names];
};
