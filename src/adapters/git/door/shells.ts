/**
 * Starts git through small shells that stay. Forking ourselves costs milliseconds, more the larger we are; a shell
 * forks in a fraction of one.
 */
import { Shell, type ShellCall, type ShellResult } from './shell.ts';

const mostShells = 10;

const idle: Shell[] = [];
let shells = 0;
let sharedEnvironment: string | undefined;

/** None when there are too many already. */
const takeShell = (environment: Readonly<Record<string, string>>): Shell | undefined => {
  let shell = idle.pop();
  while (shell?.isGone === true) {
    shells -= 1;
    shell = idle.pop();
  }
  if (shell || shells >= mostShells) return shell;
  shells += 1;
  return new Shell(environment);
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
  const shell = takeShell(environment);
  if (!shell) return null;
  const result = await shell.run(call);
  idle.push(shell);
  return result;
};

/** Ends those that nobody uses now; whoever needs one later gets a new one. */
export const endIdleShells = async (): Promise<void> => {
  const ending = idle.splice(0);
  shells -= ending.length;
  await Promise.all(ending.map((shell) => shell.end()));
};
