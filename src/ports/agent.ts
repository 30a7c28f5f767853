/** An agent: whatever can be asked to fix findings in a workspace. */
import type { FixInput } from '../model/answer.ts';
import type { Usage } from '../model/attempt.ts';
import type { AgentOutcome } from '../model/event.ts';

export type AgentRequest = {
  prompt: string;
  input: FixInput;
  /** Folder the agent works in; it may change anything there, and nothing outside counts. */
  workspace: string;
  /** Folder for files that are exchanged with the agent; empty, outside the workspace, removed by the caller. */
  scratch: string;
  /** Text of a file as it was at the start of the run, null if it is not there; machine-made edits refer to it. */
  startText: (file: string) => Promise<string | null>;
  session?: string;
};

export type AgentHooks = {
  signal: AbortSignal;
  /** Text as the agent writes it, decoded, already capped; for people to watch. */
  onOutput?: (text: string) => void;
  /** Called once for each process, before it can do any harm that outlives us. */
  onProcess?: (process: { pid: number; startTime: string }) => void;
};

export type AgentResult = {
  outcome: AgentOutcome;
  /** What happened, for a person, whenever the outcome is not `ok`. */
  message?: string;
  /** The answer as the agent gave it: parsed JSON if there was any, not validated yet. */
  answer: unknown;
  /** Head and tail of what it printed. */
  transcript: string;
  session?: string;
  usage: Usage;
  /** How long the agent itself asked to wait, with `rate-limit` and `overloaded`. */
  retryAfterMs?: number;
};

/**
 * Contract: `run` never rejects for what an agent did; failure is a result. When the signal aborts it ends the agent
 * with all its descendants and resolves with `cancelled`. It leaves no process behind, whatever the outcome.
 */
export type Agent = {
  name: string;
  run: (request: AgentRequest, hooks: AgentHooks) => Promise<AgentResult>;
};
