/** The one door to git: every process is started here, with an environment that is built from nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { withChildren } from '../../process/descendants.ts';
import { send } from '../../process/end.ts';
import { listEntries } from '../../process/process-table.ts';
import { closedEnvironment, type Environment } from './environment.ts';
import { type Patience, patience } from './patience.ts';
import { gitProgram } from './program.ts';
import { runInShell } from './shells.ts';

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

/** Programs that configuration could name are switched off on the command line, where nothing can override it. */
export const safeSettings = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['advice.addEmbeddedRepo', 'false'],
] as const;

const safeArguments = safeSettings.flatMap(([key, value]) => ['-c', `${key}=${value}`]);

/** How many git processes were started: the bench and the tests count them. */
export const started = { count: 0 };

/** What this call adds to the environment. */
const settingsOf = (call: GitCall): Environment => ({
  ...call.env,
  ...(call.gitDir !== undefined && { GIT_DIR: call.gitDir }),
  ...(call.workTree !== undefined && { GIT_WORK_TREE: call.workTree }),
  ...(call.index !== undefined && { GIT_INDEX_FILE: call.index }),
});

const folderOf = (call: GitCall): string => call.cwd ?? call.workTree ?? call.gitDir ?? '/';

const start = (args: readonly string[], call: GitCall): ChildProcess => {
  started.count += 1;
  return spawn(gitProgram(), [...safeArguments, ...args], {
    cwd: folderOf(call),
    env: { ...(call.environment ?? closedEnvironment()), ...settingsOf(call) },
    stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // A session of its own: Ctrl-C in a terminal is for us to handle, and must not hit a git in the middle of its work.
    // Whoever signs may have to ask for a passphrase, for which the terminal is needed.
    detached: call.asksUser !== true,
    windowsHide: true,
  });
};

type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: Buffer; stderr: Buffer };

/**
 * Ends a git with all that it started. One that shares our terminal is in our group: there its children are looked up.
 */
const kill = ({ pid }: ChildProcess, call: GitCall): void => {
  if (pid === undefined) return;
  if (call.asksUser !== true) send(-pid, 'SIGKILL');
  else
    for (const entry of withChildren(
      listEntries(() => true),
      [],
      (each) => each.pid === pid,
    ))
      send(entry.pid, 'SIGKILL');
};

const endWith = (child: ChildProcess, call: GitCall, { signal }: Patience): void => {
  const end = (): void => kill(child, call);
  signal.addEventListener('abort', end, { once: true });
  child.once('close', () => signal.removeEventListener('abort', end));
  if (signal.aborted) end();
};

const collect = (child: ChildProcess): Promise<Ended> => {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code, signal, stdout: Buffer.concat(out), stderr: Buffer.concat(err) }),
    );
  });
};

/** Runs git and gives its output; rejects with GitFailure for an exit code that is not allowed. */
export const git = async (args: readonly string[], call: GitCall): Promise<GitOutput> => {
  const limit = patience(args, call);
  try {
    return await gitWithin(args, call, limit);
  } finally {
    limit.end();
  }
};

const gitWithin = async (args: readonly string[], call: GitCall, limit: Patience): Promise<GitOutput> => {
  const ended = await runOnce(args, call, limit);
  // A Ctrl-C can still hit it between its start and its own session. All that we ask of git can be asked again.
  const { code, stdout, stderr } = ended.signal === 'SIGINT' ? await runOnce(args, call, limit) : ended;
  limit.check();
  if (code === null || (code !== 0 && call.allow !== 'any' && !call.allow?.includes(code)))
    throw new GitFailure(args, code, stderr.toString());
  return { exitCode: code, stdout, stderr };
};

/** Longer texts go through a pipe of their own. */
const shortInput = 16_384;

/** The quick way, for all that needs neither the user's environment nor the terminal. */
const runShort = async (args: readonly string[], call: GitCall, { signal, check }: Patience): Promise<Ended | null> => {
  const { input } = call;
  if (
    call.environment ||
    call.asksUser === true ||
    (input !== undefined && (typeof input !== 'string' || input.length > shortInput))
  )
    return null;
  const command = [gitProgram(), ...safeArguments, ...args];
  const shellCall = {
    args: command,
    cwd: folderOf(call),
    env: settingsOf(call),
    signal,
    ...(input !== undefined && { input }),
  };
  const result = await runInShell(shellCall, closedEnvironment());
  check();
  if (result === null) return null;
  started.count += 1;
  const { code, ...output } = result;
  // A shell adds the number of a signal to 128; git itself uses 128 and 129.
  return code > 129 && code < 160
    ? { code: null, signal: code === 130 ? 'SIGINT' : 'SIGKILL', ...output }
    : { code, signal: null, ...output };
};

const runOnce = async (args: readonly string[], call: GitCall, limit: Patience): Promise<Ended> => {
  limit.check();
  const quick = await runShort(args, call, limit);
  if (quick) return quick;
  const child = start(args, call);
  endWith(child, call, limit);
  if (call.input !== undefined && child.stdin) {
    // Git may end without reading everything; its exit code tells what that means.
    child.stdin.on('error', () => undefined);
    child.stdin.end(call.input);
  }
  return collect(child);
};

/** The output of git as text without its last newline. */
export const gitText = async (args: readonly string[], call: GitCall): Promise<string> => {
  const { stdout } = await git(args, call);
  return stdout.toString('utf8').replace(/\n$/, '');
};

/** Feeds one git's output to another. Rejects if either fails. */
export const gitPipe = async (
  from: { args: readonly string[]; call: GitCall },
  to: { args: readonly string[]; call: GitCall },
): Promise<Buffer> => {
  const limit = patience(from.args, from.call);
  const source = start(from.args, from.call);
  const sink = start(to.args, { ...to.call, input: '' });
  for (const child of [source, sink]) endWith(child, from.call, limit);
  source.stdin?.end(from.call.input);
  sink.stdin?.on('error', () => undefined);
  if (source.stdout && sink.stdin) source.stdout.pipe(sink.stdin);
  const errors: Buffer[] = [];
  source.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
  const sourceEnd = new Promise<number | null>((resolve, reject) => {
    source.once('error', reject);
    source.once('close', resolve);
  });
  const [sourceCode, result] = await Promise.all([sourceEnd, collect(sink)]).finally(limit.end);
  limit.check();
  if (sourceCode !== 0) throw new GitFailure(from.args, sourceCode, Buffer.concat(errors).toString());
  if (result.code !== 0) throw new GitFailure(to.args, result.code, result.stderr.toString());
  return result.stdout;
};

/** A git that stays and answers one question after the other; it ends when its input is closed. */
export const gitSession = (args: readonly string[], call: GitCall): ChildProcess => start(args, { ...call, input: '' });
