/** Processes: the one door through which commands of the user and agents are started. */

/**
 * Standard input of a program that is talked to. What is written after its end, or more than it cares to read, is lost.
 */
export type ProcessInput = {
  write: (text: string) => void;
  /** Closes it. */
  end: () => void;
};

/** Unique on its machine, for all times. */
export type StartedProcess = { pid: number; startTime: string; host?: string; shown?: ShownProcess };

/** What somebody who follows is told of it: the command as it was before it was put into a cage. */
export type ShownProcess = { command: string; isSetup?: boolean };

export type ProcessRequest = {
  /** A shell line or an argument list. */
  command: string | readonly string[];
  cwd: string;
  /**
   * Nobody else has business in `cwd`: what still sits there at the end, without an environment to tell it by, is ended
   * too.
   */
  ownsFolder?: boolean;
  /** Written to standard input, which is then closed. */
  stdin?: string;
  /** In place of `stdin`: keeps standard input open, and is called once with it when the program has been started. */
  converse?: (input: ProcessInput) => void;
  /** Added to the allow-listed environment. */
  env?: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Ends the process when it has printed nothing for so long. */
  idleMs?: number;
  signal?: AbortSignal;
  /** How much of each stream is kept: its head and its tail, this much in all. */
  keepBytes?: number;
  onStdout?: (text: string) => void;
  onStderr?: (text: string) => void;
  onStart?: (process: StartedProcess) => void;
  shown?: ShownProcess;
  /** Marks all descendants, so that they can be found and ended even after they left the process group. */
  marker: string;
};

/** One record for success and failure. */
export type ProcessOutcome = {
  status: 'exited' | 'signalled' | 'timeout' | 'idle' | 'cancelled' | 'not-started';
  exitCode: number | null;
  signal: string | null;
  /** Why it could not be started. */
  error?: string;
  stdout: string;
  stderr: string;
  /** Bytes printed in all, kept or not. */
  stdoutBytes: number;
  stderrBytes: number;
  durationMs: number;
};

/** Contract: never rejects; when it resolves, the process and all its descendants are gone. */
export type RunProcess = (request: ProcessRequest) => Promise<ProcessOutcome>;

/**
 * Ends what still runs of a run: processes that carry its marker, the recorded ones if they are still the same, and all
 * below them. `ownOnly`: those that this very process has started, whoever else works on the run. Resolves with how
 * many it ended.
 */
export type EndProcesses = (
  marker: string,
  recorded: readonly { pid: number; startTime: string }[],
  options?: { graceMs?: number; ownOnly?: boolean },
) => Promise<number>;
