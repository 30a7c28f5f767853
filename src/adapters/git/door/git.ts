/** The one door to git: what it is asked, and how its answer is taken. */
import { closedEnvironment } from './environment.ts';
import { type GitCall, GitFailure, type GitOutput } from './git-call.ts';
import { type Patience, patience } from './patience.ts';
import { gitProgram } from './program.ts';
import { runInShell } from './shells.ts';
import type { ShellResult } from './shell.ts';
import { collect, type Ended, endWith, folderOf, safeArguments, settingsOf, start, started } from './start-git.ts';

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

/** Whether it needs neither the user's environment nor the terminal, nor much input. */
const isShort = ({ environment, asksUser, input }: GitCall): boolean =>
  !environment &&
  asksUser !== true &&
  (input === undefined || (typeof input === 'string' && input.length <= shortInput));

/** A shell adds the number of a signal to 128; git itself uses 128 and 129. */
const endedInShell = ({ code, ...output }: ShellResult): Ended => {
  if (code <= 129 || code >= 160) return { code, signal: null, ...output };
  return { code: null, signal: code === 130 ? 'SIGINT' : 'SIGKILL', ...output };
};

/** The quick way. Null when it cannot be gone. */
const runShort = async (args: readonly string[], call: GitCall, { signal, check }: Patience): Promise<Ended | null> => {
  if (!isShort(call)) return null;
  const shellCall = {
    args: [gitProgram(), ...safeArguments, ...args],
    cwd: folderOf(call),
    env: settingsOf(call),
    signal,
    ...(typeof call.input === 'string' && { input: call.input }),
  };
  const result = await runInShell(shellCall, closedEnvironment());
  check();
  if (result === null) return null;
  started.count += 1;
  return endedInShell(result);
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
