/** Set-up: what makes a fresh workspace usable, such as installed dependencies. */
import type { RunProcess } from './process.ts';
import type { Workspace } from './repo.ts';

export type SetupResult = { ok: true } | { ok: false; reason: string; output: string; cancelled: boolean };

export type SetupRequest = {
  workspace: Workspace;
  /** Shell lines or argument lists. */
  commands: readonly (string | readonly string[])[];
  timeoutMs: number;
  env: Readonly<Record<string, string>>;
  marker: string;
  signal: AbortSignal;
  onProcess: (process: { pid: number; startTime: string }) => void;
  runProcess: RunProcess;
};

/** Contract: after `ok` the workspace has what the commands make, from the cache if the lock files are the same. Never rejects for what a command did. */
export type PrepareWorkspace = (request: SetupRequest) => Promise<SetupResult>;
