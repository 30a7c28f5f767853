/** Runs the built command line as a user would, and says how it ended, what it printed and how much memory it took. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Report } from '../../src/model/report.ts';

/** Another build can be named, such as one that is installed elsewhere. */
export const fixpointProgram =
  process.env['FIXPOINT_PROGRAM'] ?? fileURLToPath(new URL('../../bin/fixpoint', import.meta.url));

export type RunOptions = {
  cwd: string;
  env: Record<string, string>;
  stdin?: string;
  /** Ends a command line that hangs, so that a test fails instead of waiting for ever. */
  limitMs?: number;
  onStart?: (pid: number) => void;
  /** Gets what it says on standard error as it says it. */
  onSaid?: (text: string) => void;
  /** Another user, for which the one of the test has to be root. */
  uid?: number;
};

export type Ended = {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** The most memory it ever had, in bytes; 0 where that cannot be known. */
  peakBytes: number;
};

export const fixpoint = (args: readonly string[], options: RunOptions): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(fixpointProgram, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let peakBytes = 0;
    const sampling = setInterval(() => (peakBytes = Math.max(peakBytes, peakOf(child.pid))), 25);
    const limit = setTimeout(() => child.kill('SIGKILL'), options.limitMs ?? 90_000);
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      err.push(chunk);
      options.onSaid?.(chunk.toString());
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.stdin ?? '');
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearInterval(sampling);
      clearTimeout(limit);
      resolve({
        code,
        signal,
        stdout: Buffer.concat(out).toString(),
        stderr: Buffer.concat(err).toString(),
        peakBytes,
      });
    });
    if (child.pid !== undefined) options.onStart?.(child.pid);
  });

const peakOf = (pid: number | undefined): number => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

/** The report that `--json` printed; throws with all that was said when there is none. */
export const reportOf = (ended: Ended): Report => {
  const parsed = Report.safeParse(parse(ended.stdout));
  if (!parsed.success)
    throw new Error(`no report (exit ${ended.code}): ${ended.stdout.slice(0, 2_000)}\n${ended.stderr.slice(-2_000)}`);
  return parsed.data;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
