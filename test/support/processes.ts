/** Which processes of a test are still there: found by the home that only this test has. */
import { readdirSync, readFileSync } from 'node:fs';

export type Leftover = { pid: number; command: string };

/** Processes that were started, at whatever remove, by something with this home; zombies do not count. */
export const processesOf = (home: string): Leftover[] => processesWith((variable) => variable === `HOME=${home}`);

/** The same, for every home below a folder. */
export const processesBelow = (folder: string): Leftover[] =>
  processesWith((variable) => variable.startsWith(`HOME=${folder}/`));

const processesWith = (isTheirs: (variable: string) => boolean): Leftover[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/environ`).split('\0').some(isTheirs))
    .map((pid) => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') }))
    .filter(({ command }) => command !== '');

export const isAlive = (pid: number): boolean => /^State:\s+[^ZX]/m.test(read(`/proc/${pid}/status`));

const read = (file: string): string => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
};
