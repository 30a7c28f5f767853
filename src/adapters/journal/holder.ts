/** Who holds a run, and whether that process is still there: known at once on this machine, elsewhere only by time. */
import { readlinkSync } from 'node:fs';
import { ownIdentity, processIsAlive } from '../process/identity.ts';
import type { Holder, RunRow } from './journal-rows.ts';

let own: Holder | undefined;

export const ownHolder = (): Holder => {
  own ??= { ...ownIdentity(), space: processSpace() };
  return own;
};

/** Process ids mean something only within one space of them: every container has its own. */
const processSpace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
};

const bootOf = (startTime: string): string => startTime.slice(startTime.indexOf('@'));

/** Whether it can be told by looking at the processes of this machine; one from before a restart can. */
const isVisible = ({ host, startTime, space }: Holder): boolean => {
  const mine = ownHolder();
  return host === mine.host && (space === '' || space === mine.space || bootOf(startTime) !== bootOf(mine.startTime));
};

/** The process that holds a run at a time; null when it is known to be gone, or when its lease has run out. */
export const holderAt = (row: RunRow, now: number): Holder | null => {
  const { holder, leaseUntil } = row;
  if (holder === null) return null;
  if (isVisible(holder) && !processIsAlive(holder.pid, holder.startTime)) return null;
  // An earlier version has no leases: it holds a run as long as it lives, and elsewhere it cannot be asked.
  if (leaseUntil === null) return isVisible(holder) ? holder : null;
  return leaseUntil > now ? holder : null;
};
