/** Out of quota or signed out, too long a wait, no way to prepare a workspace: another agent goes on, or nobody does. */
import type { Config } from '../config/schema.ts';
import type { RunEvent } from '../model/event.ts';
import { failingAgent, replacement } from './replace-agent.ts';
import type { Pending, RunState } from './state.ts';

export const reasonToStop = (state: RunState, config: Config): RunEvent | null => {
  if (state.stopping) return null;
  if (state.baseline?.verdict === 'setup-failed')
    return { type: 'run.stopping', reason: 'setup', message: state.baseline.reason ?? 'verify.setup failed on the untouched start' };
  for (const call of callsOf(state)) {
    const event = whyNotCalled(state, config, call);
    if (event) return event;
  }
  return failingAgent(state, config) ?? cutShort(state);
};

type Call = Pending & { agent: string };

const callsOf = (state: RunState): Call[] => [
  ...[...state.units.values()].filter(({ postponed }) => postponed).map((unit) => ({ ...unit, agent: unit.plan.agent })),
  ...[...state.calls.values()].filter(({ postponed }) => postponed),
];

const whyNotCalled = (state: RunState, config: Config, { agent, postponed }: Call): RunEvent | null => {
  if (postponed?.outcome === 'quota' || postponed?.outcome === 'auth')
    return replacement(config, agent, postponed.message) ?? { type: 'run.stopping', reason: postponed.outcome, message: postponed.message };
  if (!postponed || state.waitedMs <= config.limits.wait) return null;
  const message = `waited longer than limits.wait allows; last answer: ${postponed.message}`;
  return replacement(config, agent, message) ?? { type: 'run.stopping', reason: 'rate-limit', message };
};

/** A call that was about to use more than there is was ended in its middle. */
const cutShort = (state: RunState): RunEvent | null => {
  const cut = [...state.calls.values()].find(({ answer }) => answer?.outcome === 'cancelled');
  return cut ? { type: 'run.stopping', reason: 'budget', message: cut.answer?.message ?? 'a call was cut short' } : null;
};
