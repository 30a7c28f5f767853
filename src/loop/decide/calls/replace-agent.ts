/** Goes on with another agent when one cannot (4.15). */
import { settingsOf } from '../../../config/agents.ts';
import type { RunEvent } from '../../../model/event.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import type { RunState } from '../../state/state.ts';

/** So many calls in a row that came to nothing are no accident. */
const keepsFailing = 3;

/** Whoever has taken the place of an agent, or itself. */
export const agentNow = ({ agents: { replaced } }: Pick<RunState, 'agents'>, agent: string): string => {
  let now = agent;
  for (let next = replaced.get(now); next !== undefined; next = replaced.get(now)) now = next;
  return now;
};

/** The agent that fixes now: the configured one, or whoever took its place. */
export const fixingAgent = (state: RunState): string | undefined => {
  const { fix } = state.config;
  return fix.agent === undefined || isMachineMade(fix) ? undefined : agentNow(state, fix.agent);
};

/** The decision to replace an agent, or null when there is nobody to take its place. */
export const replacement = ({ config }: RunState, agent: string, reason: string): RunEvent | null => {
  const by = settingsOf(config, agent)?.fallback;
  return by === undefined ? null : { type: 'agent.replaced', agent, by, reason };
};

export const failingAgent = (state: RunState): RunEvent | null => {
  const agent = fixingAgent(state);
  const failures = agent === undefined ? undefined : state.agents.failures.get(agent);
  if (agent === undefined || failures === undefined || failures.count < keepsFailing) return null;
  return replacement(state, agent, `failed ${failures.count} times in a row; last: ${failures.message}`);
};
