/** Starts git: every process of it, with an environment that is built from nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { withChildren } from '../../process/descendants.ts';
import { send } from '../../process/end.ts';
import { listEntries } from '../../process/process-table.ts';
import { closedEnvironment, type Environment } from './environment.ts';
import type { GitCall } from './git-call.ts';
import type { Patience } from './patience.ts';
import { gitProgram } from './program.ts';
import { given } from '../../../plain/given.ts';

/** Programs that configuration could name are switched off on the command line, where nothing can override it. */
export const safeSettings = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['advice.addEmbeddedRepo', 'false'],
] as const;

export const safeArguments = safeSettings.flatMap(([key, value]) => ['-c', `${key}=${value}`]);

/** How many git processes were started: the bench and the tests count them. */
export const started = { count: 0 };

/** What this call adds to the environment. */
export const settingsOf = (call: GitCall): Environment => ({
  ...call.env,
  ...given({ GIT_DIR: call.gitDir, GIT_WORK_TREE: call.workTree, GIT_INDEX_FILE: call.index }),
});

export const folderOf = (call: GitCall): string => call.cwd ?? call.workTree ?? call.gitDir ?? '/';

export const start = (args: readonly string[], call: GitCall): ChildProcess => {
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

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: Buffer; stderr: Buffer };

/**
 * Ends a git with all that it started. One that shares our terminal is in our group: there its children are looked up.
 */
export const kill = ({ pid }: ChildProcess, call: GitCall): void => {
  if (pid === undefined) return;
  if (call.asksUser !== true) {
    send(-pid, 'SIGKILL');
    return;
  }
  const entries = listEntries(() => true);
  for (const entry of withChildren(entries, [], (each) => each.pid === pid)) send(entry.pid, 'SIGKILL');
};

export const endWith = (child: ChildProcess, call: GitCall, { signal }: Patience): void => {
  const end = (): void => kill(child, call);
  signal.addEventListener('abort', end, { once: true });
  child.once('close', () => signal.removeEventListener('abort', end));
  if (signal.aborted) end();
};

export const collect = (child: ChildProcess): Promise<Ended> => {
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

/** A git that stays and answers one question after the other; it ends when its input is closed. */
export const gitSession = (args: readonly string[], call: GitCall): ChildProcess => start(args, { ...call, input: '' });
