/**
 * Which process is meant: a process id alone may be given to another program later, with its start time it is unique.
 */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { readEntry, type ProcessEntry } from './process-table.ts';

let boot: string | undefined;

/** Start times count from the boot, so the boot is part of them. */
const bootId = (): string => {
  if (boot === undefined) {
    try {
      boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8);
    } catch {
      boot = '';
    }
  }
  return boot;
};

export const startTimeOfEntry = (entry: ProcessEntry): string => `${entry.started}@${bootId()}`;

/** Empty when the process is gone already. */
const startTimeOf = (pid: number): string => {
  const entry = readEntry(pid);
  return entry === null ? '' : startTimeOfEntry(entry);
};

export const processIsAlive = (pid: number, startTime: string): boolean =>
  startTime !== '' && startTimeOf(pid) === startTime;

export type ProcessIdentity = { pid: number; startTime: string; host: string };

let own: ProcessIdentity | undefined;

/** This very process. */
export const ownIdentity = (): ProcessIdentity => {
  own ??= { pid: process.pid, startTime: startTimeOf(process.pid), host: hostname() };
  return own;
};
