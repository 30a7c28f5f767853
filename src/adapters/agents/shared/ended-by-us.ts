/** What a call came to that did not end by itself. */
import type { AgentOutcome } from '../../../model/run/outcome.ts';
import type { AgentLimits } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';

/** Empty when it did end by itself; what its own output says then decides. */
export const endedByUs = (
  name: string,
  { timeoutKey }: AgentLimits,
  process: ProcessOutcome,
): { outcome?: AgentOutcome; message?: string } => {
  const after = `ended after ${(process.durationMs / 1000).toFixed(1)} s`;
  switch (process.status) {
    case 'timeout':
      return { outcome: 'timeout', message: `took longer than ${timeoutKey} allows, ${after}` };
    case 'idle':
      return {
        outcome: 'timeout',
        message: `showed no sign of life for as long as agents.${name}.idle allows, ${after}`,
      };
    case 'cancelled':
      return { outcome: 'cancelled', message: after };
    case 'not-started':
      return {
        outcome: 'crashed',
        message: `${process.error ?? 'cannot be started'}; \`fixpoint doctor\` says what is missing`,
      };
    case 'exited':
    case 'signalled':
      return {};
    default:
      return process.status satisfies never;
  }
};
