/**
 * The processes of this machine, as far as finding descendants needs them: from /proc, or from `ps` where there is
 * none.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, readdirSync, readlinkSync } from 'node:fs';

export type ProcessEntry = {
  pid: number;
  parent: number;
  group: number;
  session: number;
  /** Comparable among processes of one boot. */
  started: number;
};

const isLinux = process.platform === 'linux';
const buffer = Buffer.allocUnsafe(256 * 1024);

/** Null when there is no such process, or only its zombie is left and zombies do not count. */
export const readEntry = (pid: number, countZombies = false): ProcessEntry | null => {
  if (!isLinux) return psEntries().find((entry) => entry.pid === pid) ?? null;
  const line = readStart(`/proc/${pid}/stat`);
  return line === null ? null : parseStat(pid, line, countZombies);
};

/**
 * What one read gives; the files of /proc give that much or all they have, and this is far cheaper than readFileSync.
 */
const readStart = (file: string): string | null => {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    return buffer.toString('latin1', 0, readSync(fd, buffer));
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
};

/** The name in parentheses may itself hold spaces and parentheses, so counting starts after the last one. */
const parseStat = (pid: number, line: string, countZombies: boolean): ProcessEntry | null => {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ', 20);
  const state = fields[0];
  if (fields.length < 20 || ((state === 'Z' || state === 'X') && !countZombies)) return null;
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    started: Number(fields[19]),
  };
};

/** Every process whose id passes the filter; the filter saves most of the work. */
export const listEntries = (wanted: (pid: number) => boolean): ProcessEntry[] => {
  if (!isLinux) return psEntries().filter((entry) => wanted(entry.pid));
  return readEntries(
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && wanted(pid)),
  );
};

export const readEntries = (pids: readonly number[]): ProcessEntry[] =>
  pids.flatMap((pid) => (existsSync(`/proc/${pid}`) ? (readEntry(pid) ?? []) : []));

/** The id that was given last; 0 where that is not known. */
export const lastPid = (): number => Number(isLinux ? readStart('/proc/loadavg')?.trim().split(' ').at(-1) : 0) || 0;

/** The variables a process was started with, each after a NUL; null when they cannot be read. */
export const readEnvironment = (pid: number): string | null => {
  if (isLinux) {
    const text = readStart(`/proc/${pid}/environ`);
    return text === null ? null : `\0${text}`;
  }
  try {
    return `\0${ps(['-Eww', '-o', 'command=', '-p', String(pid)]).replaceAll(' ', '\0')}\0`;
  } catch {
    return null;
  }
};

export const readWorkingFolder = (pid: number): string | null => {
  try {
    return isLinux ? readlinkSync(`/proc/${pid}/cwd`) : null;
  } catch {
    return null;
  }
};

const ps = (options: string[]): string =>
  execFileSync('/bin/ps', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const psEntries = (): ProcessEntry[] => {
  const entries: ProcessEntry[] = [];
  for (const line of ps(['-axo', 'pid=,ppid=,pgid=,sess=,state=,lstart=']).split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\w+)\s+(\S+)\s+(.+)$/.exec(line);
    if (match === null || match[5]?.startsWith('Z')) continue;
    const [, pid, parent, group, , , started = ''] = match;
    entries.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: Number(group),
      started: Date.parse(started),
    });
  }
  return entries;
};
