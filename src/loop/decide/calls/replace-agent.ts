/** Goes on with another agent when one cannot (4.15). */
import { fixersOf, settingsOf } from '../../../config/agents.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { RunState } from '../../state/state.ts';

/** So many calls in a row that came to nothing are no accident. */
const keepsFailing = 3;

/** Whoever has taken the place of an agent, or itself. */
export const agentNow = ({ agents: { replaced } }: Pick<RunState, 'agents'>, agent: string): string => {
  let now = agent;
  for (let next = replaced.get(now); next !== undefined; next = replaced.get(now)) now = next;
  return now;
};

/** Those who fix now: the configured ones, or whoever took their place. */
const fixingAgents = (state: RunState): string[] => fixersOf(state.config).map((agent) => agentNow(state, agent));

/** Who fixes a finding with so many paid attempts behind it: the last of the ladder stays (4.17). */
export const fixingAgent = (state: RunState, attempts = 0): string | undefined => {
  const agents = fixingAgents(state);
  return agents[Math.min(attempts, agents.length - 1)];
};

/** The decision to replace an agent, or null when there is nobody to take its place. */
export const replacement = (state: RunState, agent: string, reason: string): RunEvent | null => {
  const by = settingsOf(state.config, agent)?.fallback;
  return by === undefined ? null : { type: 'agent.replaced', agent, by: agentNow(state, by), reason };
};

export const failingAgent = (state: RunState): RunEvent | null => {
  for (const agent of fixingAgents(state)) {
    const failures = state.agents.failures.get(agent);
    if (failures === undefined || failures.count < keepsFailing) continue;
    const reason = `failed ${failures.count} times in a row; last: ${failures.message}`;
    const replaced = replacement(state, agent, reason);
    if (replaced) return replaced;
  }
  return null;
};
