/** The statements of the journal, prepared once, over its SQLite file. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { describeError, inTransaction, JournalError, openDatabase } from './journal-database.ts';
import { EventRow, RunRow } from './journal-rows.ts';

const statements = {
  run: 'SELECT * FROM runs WHERE run = ?',
  runs: 'SELECT * FROM runs ORDER BY created DESC, rowid DESC',
  runsOfRepo: 'SELECT * FROM runs WHERE repo = ? ORDER BY created DESC, rowid DESC',
  create:
    'INSERT INTO runs (run, repo, epoch, created, owner_pid, owner_start, owner_host) VALUES (?, ?, 1, ?, ?, ?, ?)',
  claim: 'UPDATE runs SET epoch = ?, cancel_requests = 0, owner_pid = ?, owner_start = ?, owner_host = ? WHERE run = ?',
  release: 'UPDATE runs SET owner_pid = NULL, owner_start = NULL, owner_host = NULL WHERE run = ? AND epoch = ?',
  abandon: 'DELETE FROM runs WHERE run = ? AND epoch = ? AND last_seq = 0',
  advance:
    'UPDATE runs SET last_seq = ?, finished = coalesce(?, finished) WHERE run = ? AND epoch = ? AND last_seq = ?',
  insert: 'INSERT INTO events (run, seq, at, type, body) VALUES (?, ?, ?, ?, ?)',
  events: 'SELECT seq, at, body FROM events WHERE run = ? AND seq > ? ORDER BY seq',
  admitted: `SELECT e.body FROM (SELECT run, created FROM runs WHERE repo = ? AND last_seq > 0 ORDER BY created DESC, rowid DESC LIMIT ?) AS r
    JOIN events AS e ON e.run = r.run WHERE e.type = 'findings.admitted' ORDER BY r.created DESC, e.seq DESC`,
  requestCancel: 'UPDATE runs SET cancel_requests = cancel_requests + 1 WHERE run = ?',
};
type Name = keyof typeof statements;

export class JournalStore {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<Name, StatementSync>();

  constructor(file: string) {
    this.file = file;
    this.#database = openDatabase(file);
  }

  /** All work on the file goes through here, so that every failure names it. */
  async guarded<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      throw describeError(error, this.file);
    }
  }

  /** All or nothing, without giving way to anything else in between. */
  atomically<T>(work: () => T): T {
    return inTransaction(this.#database, work);
  }

  /** How many rows it changed. */
  change(name: Name, ...values: SQLInputValue[]): number {
    return Number(this.#statement(name).run(...values).changes);
  }

  run(run: string): RunRow | null {
    const row = this.#statement('run').get(run);
    return row === undefined ? null : RunRow.parse(row);
  }

  existingRun(run: string): RunRow {
    const row = this.run(run);
    if (row === null)
      throw new JournalError(`there is no run ${run} in the journal ${this.file}; fixpoint status lists the runs`);
    return row;
  }

  runs(repo?: string): RunRow[] {
    const rows = repo === undefined ? this.#statement('runs').all() : this.#statement('runsOfRepo').all(repo);
    return rows.map((row) => RunRow.parse(row));
  }

  events(run: string, afterSeq: number): EventRow[] {
    return this.#statement('events')
      .all(run, afterSeq)
      .map((row) => EventRow.parse(row));
  }

  /** Bodies of what the newest runs of a repository took up, newest first. */
  admitted(repo: string, runs: number): string[] {
    return this.#statement('admitted')
      .all(repo, runs)
      .map((row) => String(row['body']));
  }

  close(): void {
    this.#database.close();
  }

  #statement(name: Name): StatementSync {
    const prepared = this.#prepared.get(name) ?? this.#database.prepare(statements[name]);
    this.#prepared.set(name, prepared);
    return prepared;
  }
}
