/** An agent that cannot take a call now costs no attempt: the call waits, or the run stops and can be resumed. */
import type { RunEventOf } from '../../model/event.ts';
import type { AgentResult } from '../../ports/agent.ts';
import type { RunState, UnitState } from '../state.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
const longestAskedMs = 86_400_000;

export const postponement = (result: AgentResult, unit: UnitState, now: Date, state: RunState): RunEventOf<'attempt.postponed'> | null => {
  const waitMs = waitFor(result, state);
  if (waitMs === null) return null;
  return {
    type: 'attempt.postponed',
    unit: unit.plan.unit,
    outcome: result.outcome,
    message: result.message ?? result.outcome,
    until: new Date(now.getTime() + waitMs).toISOString(),
    waitMs,
    usage: result.usage,
  };
};

const waitFor = (result: AgentResult, state: RunState): number | null => {
  switch (result.outcome) {
    case 'quota':
    case 'auth':
      return 0;
    case 'rate-limit':
    case 'overloaded':
    case 'network':
      // Doubling with what was waited already: a service that is down is asked ever more rarely.
      return askedFor(result) ?? Math.min(longestWaitMs, Math.max(firstWaitMs, state.waitedMs));
    case 'ok':
    case 'timeout':
    case 'cancelled':
    case 'crashed':
    case 'refused':
      return null;
    default:
      return result.outcome satisfies never;
  }
};

/** Never nothing: waits are what ends a run whose agent cannot take a call for ever. */
const askedFor = ({ retryAfterMs }: AgentResult): number | null =>
  retryAfterMs === undefined || Number.isNaN(retryAfterMs) ? null : Math.min(longestAskedMs, Math.max(firstWaitMs, retryAfterMs));
