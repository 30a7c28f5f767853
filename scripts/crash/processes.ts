/** Finds what still runs of a trial. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Processes that have the folder in their environment or work in it. */
export const processesIn = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
        const place = readlinkSync(`/proc/${pid}/cwd`);
        const isOurs = environment.includes(`${folder}/`) || `${place}/`.startsWith(`${folder}/`);
        return isOurs ? [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')}`] : [];
      } catch {
        return [];
      }
    });
