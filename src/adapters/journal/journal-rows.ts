/** Rows about runs, checked when they are read. By hand, without a schema: listing runs is to cost next to nothing. */
import type { SQLOutputValue } from 'node:sqlite';
import { readStanding, type Standing } from '../../model/run/standing.ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** A process, by all that tells it from others: `space` is the one that its id belongs to. */
export type Holder = { pid: number; startTime: string; host: string; space: string };

export type RunRow = {
  run: string;
  repo: string;
  epoch: number;
  lastSeq: number;
  created: string;
  holder: Holder | null;
  /** In milliseconds since 1970; null when a version without leases holds the run. */
  leaseUntil: number | null;
  /** null when it is not of the last event. */
  standing: Standing | null;
};

export type TextRow = { n: number; at: string; body: string };

export const toRunRow = (row: Row): RunRow => ({
  run: textIn(row, 'run'),
  repo: textIn(row, 'repo'),
  epoch: numberIn(row, 'epoch'),
  lastSeq: numberIn(row, 'last_seq'),
  created: textIn(row, 'created'),
  holder: holderIn(row),
  leaseUntil: row['lease_until'] === null ? null : numberIn(row, 'lease_until'),
  standing: standingIn(row),
});

/** An event or a command: what it says is read elsewhere. */
export const toTextRow = (row: Row): TextRow => ({
  n: numberIn(row, 'n'),
  at: textIn(row, 'at'),
  body: textIn(row, 'body'),
});

const holderIn = (row: Row): Holder | null => {
  if (row['owner_pid'] === null || row['owner_start'] === null) return null;
  return {
    pid: numberIn(row, 'owner_pid'),
    startTime: textIn(row, 'owner_start'),
    host: textIn(row, 'owner_host'),
    space: textIn(row, 'owner_space'),
  };
};

const standingIn = (row: Row): Standing | null => {
  if (row['standing'] === null) return null;
  return readStanding(textIn(row, 'standing'));
};

const textIn = (row: Row, column: string): string => {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new TypeError(`column ${column} holds no text`);
};

const numberIn = (row: Row, column: string): number => {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw new TypeError(`column ${column} holds no number`);
};
