/** An agent: whatever can be asked to review, plan, fix or judge in a workspace. */
import type { StartedProcess } from './process.ts';
import type { Layer } from './sandbox.ts';
import type { AgentInput, Role } from '../model/answer.ts';
import type { Session, Usage } from '../model/attempt.ts';
import type { AgentOutcome } from '../model/run/outcome.ts';

export type { Session as AgentSession } from '../model/attempt.ts';

/**
 * `read`: looks at the workspace and changes nothing. `edit`: changes files in the workspace, and runs the commands
 * that
 * the request names. `full`: runs any command and reaches the network as well.
 */
export type AgentAccess = 'read' | 'edit' | 'full';

export type AgentRequest = {
  role: Role;
  prompt: string;
  input: AgentInput;
  /** JSON schema of the answer. */
  answerSchema: Readonly<Record<string, unknown>>;
  /**
   * How the answer is asked for. `tools`: through our own tools; `schema`: in the form of the schema, where the agent
   * has
   * a way to enforce one; `text`: as the prompt says. What an agent answers in another way is taken all the same.
   */
  answerBy: 'tools' | 'schema' | 'text';
  /** Folder the agent works in; nothing outside of it counts. */
  workspace: string;
  /** What set-up made: where the agent is started in a namespace of its own, it is laid below the workspace. */
  layer?: Layer | undefined;
  /** Folder for files that are exchanged with the agent; empty, outside the workspace, removed by the caller. */
  scratch: string;
  /** Text of a file as it was at the start of the run, null if it is not there; machine-made edits refer to it. */
  startText: (file: string) => Promise<string | null>;
  /** A conversation to go on with; agents that count cumulatively go on from what it had used. */
  session?: Session;
  access: AgentAccess;
  /** Shell lines that it may run with `edit`: those that verify the fix. */
  commands: readonly string[];
  limits: AgentLimits;
};

export type AgentLimits = {
  timeoutMs: number;
  /** The key of the configuration that `timeoutMs` comes from, for what is said when it is over. */
  timeoutKey: string;
  /** Ends a call that has shown no sign of life for so long. */
  idleMs?: number;
  /** What the call may cost; for agents that can keep to it by themselves. */
  usd?: number;
};

/** What an agent does, as it does it; for people to watch, and for the budget. */
export type AgentEvent =
  /** A piece of what it says or prints; pieces follow each other without a gap. */
  | { kind: 'text'; text: string }
  /** It uses a tool; `detail` is what for, such as the command or the pattern. */
  | { kind: 'tool'; name: string; detail?: string }
  /** It changed a file; the path as the agent named it. */
  | { kind: 'file'; path: string }
  /** What the call has used up so far, in all. */
  | { kind: 'usage'; usage: Usage };

export type AgentHooks = {
  signal: AbortSignal;
  onEvent?: (event: AgentEvent) => void;
  /** Called once for each process, before it can do any harm that outlives us. */
  onProcess?: (process: StartedProcess) => void;
};

export type AgentResult = {
  outcome: AgentOutcome;
  /** What happened, for a person, whenever the outcome is not `ok`. */
  message?: string;
  /**
   * The answer as the agent gave it: parsed JSON that looks like an answer of its role, not validated yet; else null.
   */
  answer: unknown;
  /** What it said last, or wrote as its answer: for answers that are no JSON. */
  text: string;
  /** Head and tail of what it printed, readable. */
  transcript: string;
  session?: Session;
  /** Of this call alone. */
  usage: Usage;
  /** What it wanted to do and was not allowed to. */
  denials: readonly string[];
  /** What went wrong beside the answer, such as tools that could not be offered; said even when the call ended well. */
  problems: readonly string[];
  /** How long the agent itself asked to wait, with `rate-limit` and `overloaded`. */
  retryAfterMs?: number;
};

/**
 * Contract: `run` never rejects for what an agent did; failure is a result. `ok` is given only when the agent said by
 * itself that it came to its end, never because of an exit code alone. When the signal aborts it ends the agent with
 * all
 * its descendants and resolves with `cancelled`. It leaves no process behind, whatever the outcome.
 */
export type Agent = {
  name: string;
  run: (request: AgentRequest, hooks: AgentHooks) => Promise<AgentResult>;
};
