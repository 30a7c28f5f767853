/** Ends processes for sure: asks first, then kills, and looks again until nothing is found. */
import { setTimeout as delay } from 'node:timers/promises';
import { markVariable, ownProcesses, withChildren } from './descendants.ts';
import type { StartedProcess } from '../../ports/process.ts';
import { ownIdentity, startTimeOfEntry } from './identity.ts';
import { listEntries, readEnvironment, type ProcessEntry } from './process-table.ts';

export const defaultGraceMs = 2_000;
/** A killed process that waits for a disk or a device may take a while to go; longer than this is not waited for. */
const killLimitMs = 5_000;
const longestPauseMs = 50;

export const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, or not ours to end.
  }
};

/** Asks each of them once, and kills them when their time is up. */
const signalEach = (entries: readonly ProcessEntry[], asked: Set<string>, isOver: boolean): void => {
  for (const entry of entries) {
    const key = `${entry.pid} ${entry.started}`;
    if (isOver) send(entry.pid, 'SIGKILL');
    else if (!asked.has(key)) send(entry.pid, 'SIGTERM');
    asked.add(key);
  }
};

/** Ends whatever `find` finds, until it finds nothing; says how many processes that were. */
export const endAll = async (find: () => ProcessEntry[], graceMs: number): Promise<number> => {
  const asked = new Set<string>();
  const begin = Date.now();
  let pauseMs = 2;
  for (;;) {
    const left = find();
    const elapsed = Date.now() - begin;
    if (left.length === 0 || elapsed > graceMs + killLimitMs) return asked.size;
    signalEach(left, asked, elapsed >= graceMs);
    await delay(pauseMs);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
};

/** Those of another machine are not ours to look for: here their numbers are somebody else's. */
const wasHere = ({ host }: StartedProcess): boolean => host === undefined || host === ownIdentity().host;

/**
 * Ends what still runs of a run whose Fixpoint was killed: processes that carry its marker, the recorded ones if they
 * are still the same, and all below them. Resolves with how many it ended.
 */
export const endProcesses = (
  marker: string,
  recorded: readonly StartedProcess[],
  options: { graceMs?: number; ownOnly?: boolean } = {},
): Promise<number> => {
  const graceMs = options.graceMs ?? defaultGraceMs;
  if (options.ownOnly === true) return endAll(() => ownOf(marker), graceMs);
  const startTimes = new Map(recorded.filter(wasHere).map(({ pid, startTime }) => [pid, startTime]));
  return endAll(() => leftOf(marker, startTimes), graceMs);
};

/** What other processes have started for a run. */
const leftOf = (marker: string, startTimes: ReadonlyMap<number, string>): ProcessEntry[] => {
  const { ancestors } = ownProcesses();
  const entries = listEntries((pid) => !ancestors.has(pid));
  return withChildren(entries, [], (entry) => {
    if (entry.session !== 0 && sessionRecorded(entry, startTimes, entries)) return true;
    return isMarked(entry, marker);
  });
};

/** What this very process has started for a run. */
const ownOf = (marker: string): ProcessEntry[] => {
  const everything = listEntries(() => true);
  return withChildren(everything, [process.pid], () => false).filter((entry) => isMarked(entry, marker));
};

const isMarked = ({ pid }: ProcessEntry, marker: string): boolean =>
  readEnvironment(pid)?.includes(`\0${markVariable}=${marker}/`) ?? false;

/**
 * A recorded process leads its own session; one whose leader is gone cannot be told from a later session of that
 * number.
 */
const sessionRecorded = (
  entry: ProcessEntry,
  startTimes: ReadonlyMap<number, string>,
  entries: readonly ProcessEntry[],
): boolean => {
  if (startTimes.get(entry.pid) === startTimeOfEntry(entry)) return true;
  if (!startTimes.has(entry.session)) return false;
  const leader = entries.find(({ pid }) => pid === entry.session);
  return leader !== undefined && startTimes.get(leader.pid) === startTimeOfEntry(leader);
};
