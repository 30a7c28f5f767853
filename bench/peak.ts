/** The most memory that a program ever had, looked up as long as it runs. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';

export type PeakOptions = {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  codes?: readonly number[];
  /** File that gets what it prints. */
  output?: string;
};

/** In MB, of the program alone, without what it starts. Rejects unless it ends with one of the codes. */
export const peakOf = (command: readonly string[], { cwd, env, codes = [0], output }: PeakOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    const [file = '', ...args] = command;
    const stdout = output === undefined ? 'ignore' : openSync(output, 'w');
    const running = spawn(file, args, { cwd, ...(env && { env }), stdio: ['ignore', stdout, 'ignore'] });
    if (typeof stdout === 'number') closeSync(stdout);
    let peak = 0;
    const look = setInterval(() => {
      const status = existsSync(`/proc/${running.pid}/status`)
        ? readFileSync(`/proc/${running.pid}/status`, 'utf8')
        : '';
      peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_000);
    }, 50);
    running.once('error', reject).once('exit', (code) => {
      clearInterval(look);
      if (codes.includes(code ?? -1)) resolve(peak);
      else reject(new Error(`${command.join(' ')} ended with ${code}`));
    });
  });
