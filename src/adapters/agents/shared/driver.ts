/** What the adapter of one agent CLI says about it: how it is started, and how what it prints is read. */
import type { Usage } from '../../../model/attempt.ts';
import type { AgentOutcome } from '../../../model/run/outcome.ts';
import type { AgentEvent, AgentRequest, AgentSession } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';

/** Our own tools, as a program that speaks the Model Context Protocol on its standard streams. */
export type AnswerTools = { name: string; command: string; args: readonly string[] };

export type CliPlace = {
  /** Null when the answer is asked for in another way. */
  tools: AnswerTools | null;
  model?: string;
  /** It runs in a cage of ours, in which it cannot set up a sandbox of its own, and needs none. */
  caged?: boolean;
  /** The variables that the program will see, before those that the driver adds. */
  environment: Readonly<Record<string, string>>;
};

export type CliCall = {
  /** What follows the program's name. */
  args: readonly string[];
  stdin?: string;
  env: Readonly<Record<string, string>>;
  /** Written into the scratch folder before the start: settings, schemas. By path within it. */
  files?: Readonly<Record<string, string>>;
  /** Links in the scratch folder to what is the user's, by path within it; a folder that is not there yet is made. */
  links?: Readonly<Record<string, string>>;
  /** What is known to be missing before the start. */
  problems?: readonly string[];
  /** What it needs when it runs in a cage. */
  needs: {
    /** `host` or `host:port` of the model. */
    hosts: readonly string[];
    /** Its own settings and credentials. */
    readable: readonly string[];
    /** Where it keeps its sessions. */
    writable: readonly string[];
  };
};

export type CliReading = {
  outcome: AgentOutcome;
  message?: string;
  /** What it said last. */
  text: string;
  /** The answer in the form of the schema, where the agent enforces one. */
  structured?: unknown;
  session?: AgentSession;
  usage: Usage;
  denials: readonly string[];
  problems: readonly string[];
  retryAfterMs?: number;
  /** What of its standard error is for people; all of it when not given. */
  stderr?: string;
};

export type CliReader = {
  /** One line of standard output, never longer than the cap; gives what can be shown. Never throws. */
  line: (line: string) => AgentEvent[];
  /** Nothing that matters can follow: the terminal event was seen, or waiting for more is pointless. */
  isOver: () => boolean;
  /**
   * What it came to. Called once, also when the process was ended by us; then the outcome is replaced, the rest counts.
   */
  end: (process: ProcessOutcome) => CliReading;
};

export type CliDriver = {
  call: (request: AgentRequest, place: CliPlace) => CliCall;
  reader: (request: AgentRequest) => CliReader;
};
