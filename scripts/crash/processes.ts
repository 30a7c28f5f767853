/** Finds what still runs of a trial. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

type Found = { pid: number; command: string };

/** Processes that have the folder in their environment or work in it. */
const find = (folder: string): Found[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'latin1');
        const place = readlinkSync(`/proc/${name}/cwd`);
        const isOurs = environment.includes(`${folder}/`) || `${place}/`.startsWith(`${folder}/`);
        return isOurs
          ? [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ') }]
          : [];
      } catch {
        return [];
      }
    });

export const processesIn = (folder: string): string[] => find(folder).map(({ pid, command }) => `${pid} ${command}`);

/** As when the machine goes down, or everything that belongs together is killed. */
export const killProcessesIn = (folder: string): void => {
  for (let found = find(folder); found.length > 0; found = find(folder)) {
    for (const { pid } of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    }
  }
};
