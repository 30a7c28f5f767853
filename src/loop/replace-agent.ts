/** Goes on with another agent when one cannot (4.15). */
import { settingsOf } from '../config/agents.ts';
import type { Config } from '../config/schema.ts';
import type { RunEvent } from '../model/event.ts';
import type { RunState } from './state.ts';

/** So many calls in a row that came to nothing are no accident. */
const keepsFailing = 3;

/** The agent that fixes now: the configured one, or whoever took its place. */
export const fixingAgent = (state: Pick<RunState, 'replaced'>, config: Config): string | undefined => {
  let agent = config.fix.agent === 'autofix' ? undefined : config.fix.agent;
  for (let next = agent; next !== undefined; next = state.replaced.get(next)) agent = next;
  return agent;
};

/** The decision to replace an agent, or null when there is nobody to take its place. */
export const replacement = (config: Config, agent: string, reason: string): RunEvent | null => {
  const by = settingsOf(config, agent)?.fallback;
  return by === undefined ? null : { type: 'agent.replaced', agent, by, reason };
};

export const failingAgent = (state: RunState, config: Config): RunEvent | null => {
  const agent = fixingAgent(state, config);
  const failures = agent === undefined ? undefined : state.failures.get(agent);
  if (agent === undefined || failures === undefined || failures.count < keepsFailing) return null;
  return replacement(config, agent, `failed ${failures.count} times in a row; last: ${failures.message}`);
};
