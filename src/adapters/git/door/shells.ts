/**
 * Starts git through small shells that stay. Forking ourselves costs milliseconds, more the larger we are; a shell
 * forks in a fraction of one.
 */
import { availableParallelism } from 'node:os';
import { Shell, type ShellCall, type ShellResult } from './shell.ts';

/** More gits than that at once do not get done sooner, unless they wait for a disk. */
const usualShells = availableParallelism() + 1;
const mostShells = 10;

/** So long one that is in use is waited for, before another is started. Most gits take less. */
const patienceMs = 25;

const idle: Shell[] = [];
const waiting: ((shell: Shell | undefined) => void)[] = [];
let shells = 0;
let sharedEnvironment: string | undefined;

const takeIdle = (): Shell | undefined => {
  let shell = idle.pop();
  while (shell?.isGone === true) {
    shells -= 1;
    shell = idle.pop();
  }
  return shell;
};

/** The next one that is free, or none after a while. */
const nextFree = async (): Promise<Shell | undefined> => {
  const { promise, resolve } = Promise.withResolvers<Shell | undefined>();
  const giveUp = (): void => {
    waiting.splice(waiting.indexOf(resolve), 1);
    resolve(undefined);
  };
  waiting.push(resolve);
  const timer = setTimeout(giveUp, patienceMs);
  const shell = await promise;
  clearTimeout(timer);
  return shell;
};

/** None when there are too many already. */
const takeShell = async (environment: Readonly<Record<string, string>>): Promise<Shell | undefined> => {
  const shell = takeIdle() ?? (shells < usualShells ? undefined : ((await nextFree()) ?? takeIdle()));
  if (shell || shells >= mostShells) return shell;
  shells += 1;
  return new Shell(environment);
};

const giveBack = (shell: Shell): void => {
  const next = shell.isGone ? undefined : waiting.shift();
  if (next) next(shell);
  else idle.push(shell);
};

const holdsNul = ({ cwd, input = '', args, env }: ShellCall): boolean =>
  [cwd, input, ...args, ...Object.values(env)].some((text) => text.includes('\0'));

/** Null when it cannot be done this way: too many at once, an odd environment, or the shell was ended from outside. */
export const runInShell = async (
  call: ShellCall,
  environment: Readonly<Record<string, string>>,
): Promise<ShellResult | null> => {
  sharedEnvironment ??= JSON.stringify(environment);
  if (sharedEnvironment !== JSON.stringify(environment) || holdsNul(call)) return null;
  const shell = await takeShell(environment);
  if (!shell) return null;
  const result = await shell.run(call);
  giveBack(shell);
  return result;
};

/** Ends those that nobody uses now; whoever needs one later gets a new one. */
export const endIdleShells = async (): Promise<void> => {
  const ending = idle.splice(0);
  shells -= ending.length;
  await Promise.all(ending.map((shell) => shell.end()));
};
