/** What can be asked of git, and what it answers. */
import type { Environment } from './environment.ts';

export type GitCall = {
  gitDir?: string;
  workTree?: string;
  index?: string;
  cwd?: string;
  /** Instead of the closed environment: only for reading the user's configuration and for fetching before a run. */
  environment?: Environment;
  /** Added to the environment. */
  env?: Readonly<Environment>;
  input?: Uint8Array | string;
  /** It may have to talk to the user in the terminal. */
  asksUser?: boolean;
  /** Exit codes that are answers and not failures; 0 always is. */
  allow?: readonly number[] | 'any';
  /** How long it may take; a quarter of an hour unless told. Then it is ended, with all that it started: GitStopped. */
  limitMs?: number;
  /** Ends it as well; its reason says why, in a sentence. */
  signal?: AbortSignal;
};

export type GitOutput = { exitCode: number; stdout: Buffer; stderr: Buffer };

/** Git ended with an exit code that the caller did not expect. */
export class GitFailure extends Error {
  override name = 'GitFailure';
  readonly args: readonly string[];
  readonly exitCode: number | null;
  readonly stderr: string;
  constructor(args: readonly string[], exitCode: number | null, stderr: string) {
    super(`git ${args[0] ?? ''} ended with ${exitCode ?? 'a signal'}: ${stderr.trim() || 'no message'}`);
    this.args = args;
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}
