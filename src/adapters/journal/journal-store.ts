/** The statements of the journal, prepared once, over its SQLite file. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { describeError, inTransaction, JournalError, openDatabase } from './journal-database.ts';
import { type RunRow, type TextRow, toRunRow, toTextRow } from './journal-rows.ts';

/** A standing that is not of the last event is as good as none. */
const select = `SELECT run, repo, epoch, last_seq, created,
    owner_pid, owner_start, owner_host, owner_space, lease_until,
    CASE standing_seq WHEN last_seq THEN standing END AS standing FROM runs`;

const statements = {
  run: `${select} WHERE run = ?`,
  runs: `${select} ORDER BY created DESC, rowid DESC`,
  runsOfRepo: `${select} WHERE repo = ? ORDER BY created DESC, rowid DESC`,
  runsWithPrefix: `${select} WHERE substr(run, 1, length(?1)) = ?1 ORDER BY created DESC, rowid DESC`,
  create: `INSERT INTO runs (run, repo, created, epoch, owner_pid, owner_start, owner_host, owner_space, lease_until)
    VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?)`,
  claim: `UPDATE runs SET epoch = ?, owner_pid = ?, owner_start = ?, owner_host = ?, owner_space = ?, lease_until = ?
    WHERE run = ?`,
  renew: 'UPDATE runs SET lease_until = ? WHERE run = ? AND epoch = ?',
  release: `UPDATE runs SET owner_pid = NULL, owner_start = NULL, owner_host = NULL, lease_until = NULL
    WHERE run = ? AND epoch = ?`,
  abandon: 'DELETE FROM runs WHERE run = ? AND epoch = ? AND last_seq = 0',
  forgetCommands: 'DELETE FROM commands WHERE run = ?',
  advance: 'UPDATE runs SET last_seq = ?, lease_until = ? WHERE run = ? AND epoch = ? AND last_seq = ?',
  advanceStanding: `UPDATE runs SET last_seq = ?1, lease_until = ?2, standing = ?6, standing_seq = ?1
    WHERE run = ?3 AND epoch = ?4 AND last_seq = ?5`,
  stand: 'UPDATE runs SET standing = ?, standing_seq = last_seq WHERE run = ? AND last_seq = ?',
  insert: 'INSERT INTO events (run, seq, at, type, body) VALUES (?, ?, ?, ?, ?)',
  events: 'SELECT seq AS n, at, body FROM events WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?',
  eventsOfType: 'SELECT seq AS n, at, body FROM events WHERE run = ? AND seq > ? AND type = ? ORDER BY seq',
  send: `INSERT INTO commands (run, n, id, at, body)
    SELECT ?1, coalesce(max(n), 0) + 1, ?2, ?3, ?4 FROM commands WHERE run = ?1 ON CONFLICT (run, id) DO NOTHING`,
  commands: 'SELECT n, at, body FROM commands WHERE run = ? AND n > ? ORDER BY n',
  version: 'PRAGMA data_version',
};
type Name = keyof typeof statements;

export type Selection = { repo?: string | undefined; prefix?: string | undefined };

export class JournalStore {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<Name, StatementSync>();

  constructor(file: string) {
    this.file = file;
    this.#database = openDatabase(file);
  }

  /** All work on the file goes through here, so that every failure names it. */
  async guarded<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      this.#refuseClosed();
      return await work();
    } catch (error) {
      throw describeError(error, this.file);
    }
  }

  /** All or nothing, without giving way to anything else in between. */
  atomically<T>(work: () => T): T {
    return inTransaction(this.#database, work);
  }

  /** The same for what need not outlive the machine, but us: it is in the file at once, and on the disk soon. */
  atomicallySoon<T>(work: () => T): T {
    this.#database.exec('PRAGMA synchronous = NORMAL');
    try {
      return this.atomically(work);
    } finally {
      this.#database.exec('PRAGMA synchronous = FULL');
    }
  }

  /** How many rows it changed. */
  change(name: Name, ...values: SQLInputValue[]): number {
    return Number(this.#statement(name).run(...values).changes);
  }

  run(run: string): RunRow | null {
    const row = this.#statement('run').get(run);
    return row === undefined ? null : toRunRow(row);
  }

  existingRun(run: string): RunRow {
    const row = this.run(run);
    if (row === null)
      throw new JournalError(`there is no run ${run} in the journal ${this.file}; fixpoint status lists the runs`);
    return row;
  }

  /** Newest first, read one by one: whoever has enough may stop. */
  *runs(selection: Selection): Generator<RunRow> {
    const [statement, ...values] = this.#selecting(selection);
    for (const row of statement.iterate(...values)) yield toRunRow(row);
  }

  /** Newest first, read at once, which is faster for whoever wants all of them. */
  allRuns(selection: Selection): IteratorObject<RunRow> {
    const [statement, ...values] = this.#selecting(selection);
    return statement
      .all(...values)
      .values()
      .map(toRunRow);
  }

  events(run: string, after: number, limit = -1): TextRow[] {
    return this.#statement('events').all(run, after, limit).map(toTextRow);
  }

  eventsOfType(run: string, after: number, type: string): TextRow[] {
    return this.#statement('eventsOfType').all(run, after, type).map(toTextRow);
  }

  commands(run: string, after: number): TextRow[] {
    return this.#statement('commands').all(run, after).map(toTextRow);
  }

  /** Another number once another connection has changed the file. Costs next to nothing. */
  version(): number {
    return Number(this.#statement('version').get()?.['data_version']);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #selecting({ repo, prefix }: Selection): [StatementSync, ...string[]] {
    if (prefix !== undefined) return [this.#statement('runsWithPrefix'), prefix];
    return repo === undefined ? [this.#statement('runs')] : [this.#statement('runsOfRepo'), repo];
  }

  #refuseClosed(): void {
    if (!this.#database.isOpen)
      throw new JournalError(`the journal ${this.file} is closed: nothing more can be done with it here`);
  }

  #statement(name: Name): StatementSync {
    const prepared = this.#prepared.get(name) ?? this.#database.prepare(statements[name]);
    this.#prepared.set(name, prepared);
    return prepared;
  }
}
