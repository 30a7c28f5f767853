/** The result of a call that came to nothing. */
import type { AgentOutcome } from '../../../model/run/outcome.ts';
import type { AgentResult } from '../../../ports/agent.ts';

export const failedCall = (outcome: Exclude<AgentOutcome, 'ok'>, message: string): AgentResult => ({
  outcome,
  message,
  answer: null,
  text: '',
  transcript: '',
  usage: {},
  denials: [],
  problems: [],
});

/** It could not even be begun: full disk, no permission, no sandbox. */
export const notCalled = (name: string, error: unknown): AgentResult =>
  failedCall('crashed', `agent ${name} cannot be called: ${error instanceof Error ? error.message : String(error)}`);
