/** Runs shell lines as a person would who has just cloned a repository. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

/** The system's own programs first: a shim in somebody's home costs time, and cannot be relied on. */
const searchPath = ['/usr/local/bin', '/usr/bin', '/bin', dirname(process.execPath)].join(':');

export const environmentIn = (folder: string): Record<string, string> => ({
  PATH: searchPath,
  HOME: join(folder, 'home'),
  XDG_STATE_HOME: join(folder, 'state'),
  GIT_CONFIG_NOSYSTEM: '1',
  LC_ALL: 'C',
});

export type Ran = { code: number | null; stdout: string; output: string };

export const run = (
  command: readonly [string, ...string[]],
  options: { cwd: string; env: Record<string, string>; limitMs?: number },
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const [file, ...args] = command;
    const child = spawn(file, args, { cwd: options.cwd, env: options.env, stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const all: Buffer[] = [];
    const limit = setTimeout(() => child.kill('SIGKILL'), options.limitMs ?? 60_000);
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stdout.on('data', (chunk: Buffer) => all.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve({ code, stdout: Buffer.concat(out).toString(), output: Buffer.concat(all).toString().slice(-2_000) });
    });
  });

/** Throws unless it ends with 0. */
export const must = async (
  command: readonly [string, ...string[]],
  options: { cwd: string; env: Record<string, string> },
): Promise<string> => {
  const { code, stdout, output } = await run(command, options);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}`);
  return stdout.trimEnd();
};
