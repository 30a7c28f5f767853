/** The journal's SQLite file: opened, brought to the current schema, and never misread. */
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Expected } from '../../model/expected.ts';
import { makeFolder } from '../files/make-folder.ts';

/** The journal cannot be used; the message names the file and what to do. */
export class JournalError extends Expected {
  override name = 'JournalError';

  constructor(message: string, options?: ErrorOptions) {
    super('storage', message, options);
  }
}

/** Each step brings the file from the version of its index to the next. Never change one that was released; add one. */
const migrations: readonly string[] = [
  `CREATE TABLE runs (
     run TEXT PRIMARY KEY,
     repo TEXT NOT NULL,
     epoch INTEGER NOT NULL,
     last_seq INTEGER NOT NULL DEFAULT 0,
     owner_pid INTEGER,
     owner_start TEXT,
     owner_host TEXT,
     created TEXT NOT NULL,
     cancel_requests INTEGER NOT NULL DEFAULT 0,
     finished INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE INDEX runs_by_repo ON runs (repo, created);
   CREATE TABLE events (
     run TEXT NOT NULL,
     seq INTEGER NOT NULL,
     at TEXT NOT NULL,
     type TEXT NOT NULL,
     body TEXT NOT NULL,
     PRIMARY KEY (run, seq)
   ) STRICT, WITHOUT ROWID;`,
  // Only additions: a process of the version before that has the file open goes on with it.
  `ALTER TABLE runs ADD COLUMN owner_space TEXT NOT NULL DEFAULT '';
   ALTER TABLE runs ADD COLUMN lease_until INTEGER;
   ALTER TABLE runs ADD COLUMN standing TEXT;
   ALTER TABLE runs ADD COLUMN standing_seq INTEGER;
   CREATE TABLE commands (
     run TEXT NOT NULL,
     n INTEGER NOT NULL,
     id TEXT NOT NULL,
     at TEXT NOT NULL,
     body TEXT NOT NULL,
     PRIMARY KEY (run, n),
     UNIQUE (run, id)
   ) STRICT, WITHOUT ROWID;`,
];

const busyTimeoutMs = 15_000;

export const openDatabase = (file: string): DatabaseSync => {
  makeFolder(dirname(file));
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    // Every event is on the disk before anything acts on it; in WAL mode readers never wait for the writer.
    retryWhileBusy(database, 'PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    migrate(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw describeError(error, file);
  }
};

/** Turning WAL on needs the file alone and does not wait for it: two first starts at once meet here. */
const retryWhileBusy = (database: DatabaseSync, sql: string): void => {
  const begin = Date.now();
  for (;;) {
    try {
      database.exec(sql);
      return;
    } catch (error) {
      if (sqliteCode(error) !== codes.busy || Date.now() - begin > busyTimeoutMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
};

const migrate = (database: DatabaseSync, file: string): void => {
  if (versionOf(database) === migrations.length) return;
  inTransaction(database, () => {
    // Read again: another process may have been first.
    const version = versionOf(database);
    if (version > migrations.length) {
      throw new JournalError(
        `the journal ${file} was written by a newer Fixpoint ` +
          `(schema ${version}, this one knows ${migrations.length}): update Fixpoint`,
      );
    }
    for (const step of migrations.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
};

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);

/** All or nothing; takes the write lock at the beginning, so that what was read stays true. */
export const inTransaction = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

const codes = { busy: 5, readOnly: 8, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

/** The primary code; extended ones carry more in their upper bits. */
const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

/** Says what happened to which file and what to do; anything but SQLite's own errors is passed through. */
export const describeError = (error: unknown, file: string): unknown => {
  const code = sqliteCode(error);
  if (code === undefined || !(error instanceof Error)) return error;
  return new JournalError(`the journal ${file} ${advice(code, error.message)}`, { cause: error });
};

const advice = (code: number, message: string): string => {
  switch (code) {
    case codes.corrupt:
    case codes.notADatabase:
      return (
        `is damaged (${message}): move it away together with its -wal and -shm files; ` +
        'earlier runs cannot be resumed then, their branches stay'
      );
    case codes.busy:
      return `was locked by another process for more than ${busyTimeoutMs / 1000} s: end that process or try again`;
    case codes.full:
      return `cannot grow (${message}): make room on its disk, then run fixpoint resume`;
    case codes.readOnly:
    case codes.cannotOpen:
      return `cannot be opened for writing (${message}): check the permissions of its folder`;
    default:
      return `failed: ${message}`;
  }
};
