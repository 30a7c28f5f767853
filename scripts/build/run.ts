/** Runs a program of the build and fails with what it printed. */
import { execFile } from 'node:child_process';

export const run = (program: string, args: readonly string[], cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(program, args, { cwd, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`${program} ${args.join(' ')} failed\n${stdout}${stderr}`, { cause: error }));
    });
  });
