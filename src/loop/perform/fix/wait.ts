/** An agent that cannot take a call now costs no attempt: the call waits, or the run stops and can be resumed. */
import type { RunEventOf } from '../../../model/event.ts';
import type { AgentResult } from '../../../ports/agent.ts';
import type { Performing } from '../../engine.ts';
import type { RunState } from '../../state/state.ts';
import type { Pending } from '../../state/unit.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
const longestAskedMs = 86_400_000;

type Postponement = Omit<RunEventOf<'call.postponed'>, 'type' | 'call'>;

export const postponement = (result: AgentResult, now: Date, state: RunState): Postponement | null => {
  const waitMs = waitFor(result, state);
  if (waitMs === null) return null;
  return {
    outcome: result.outcome,
    message: result.message ?? result.outcome,
    until: new Date(now.getTime() + waitMs).toISOString(),
    waitMs,
    usage: result.usage,
  };
};

/** Waits until a call that was put off can be made; false when the run stops meanwhile. */
export const waitForTurn = async (
  { engine, signal }: Performing,
  call: Pending | undefined,
  stopping: AbortSignal,
): Promise<boolean> => {
  if (!call?.postponed) return true;
  const waitMs = Date.parse(call.postponed.until) - engine.clock.now().getTime();
  await engine.clock.sleep(waitMs, AbortSignal.any([signal, stopping]));
  return !stopping.aborted;
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
      return askedFor(result) ?? Math.min(longestWaitMs, Math.max(firstWaitMs, state.agents.waitedMs));
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
  retryAfterMs === undefined || Number.isNaN(retryAfterMs)
    ? null
    : Math.min(longestAskedMs, Math.max(firstWaitMs, retryAfterMs));
