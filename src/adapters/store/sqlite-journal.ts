/** The journal in one SQLite file: every event durable before anything acts on it, one writer per run. */
import type { SQLInputValue } from 'node:sqlite';
import type { RunEvent, StoredEvent } from '../../model/event.ts';
import type { Clock } from '../../ports/clock.ts';
import { NotTheWriterError, type Journal, type RunSummary, type Writer } from '../../ports/journal.ts';
import { ownIdentity, processIsAlive } from '../process/identity.ts';
import { describeError, inTransaction, JournalError, openDatabase } from './journal-database.ts';
import { EventRow, RunRow, toEvent } from './journal-rows.ts';

const statements = {
  run: 'SELECT * FROM runs WHERE run = ?',
  runs: 'SELECT * FROM runs ORDER BY created DESC, rowid DESC',
  runsOfRepo: 'SELECT * FROM runs WHERE repo = ? ORDER BY created DESC, rowid DESC',
  create: `INSERT INTO runs (run, repo, epoch, created, owner_pid, owner_start, owner_host) VALUES (?, ?, 1, ?, ?, ?, ?)`,
  claim: `UPDATE runs SET epoch = ?, cancel_requests = 0, owner_pid = ?, owner_start = ?, owner_host = ? WHERE run = ?`,
  release: 'UPDATE runs SET owner_pid = NULL, owner_start = NULL, owner_host = NULL WHERE run = ? AND epoch = ?',
  advance: 'UPDATE runs SET last_seq = ?, finished = coalesce(?, finished) WHERE run = ? AND epoch = ? AND last_seq = ?',
  insert: 'INSERT INTO events (run, seq, at, type, body) VALUES (?, ?, ?, ?, ?)',
  events: 'SELECT seq, at, body FROM events WHERE run = ? AND seq > ? ORDER BY seq',
  requestCancel: 'UPDATE runs SET cancel_requests = cancel_requests + 1 WHERE run = ?',
};

export const openJournal = (file: string, options: { clock?: Pick<Clock, 'now'> } = {}): Journal => {
  const database = openDatabase(file);
  const now = (): string => (options.clock?.now() ?? new Date()).toISOString();
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  const statement = (name: keyof typeof statements) => {
    const found = prepared.get(name) ?? database.prepare(statements[name]);
    prepared.set(name, found);
    return found;
  };
  const change = (name: keyof typeof statements, ...values: SQLInputValue[]): number => Number(statement(name).run(...values).changes);
  /** All work on the file goes through here, so that every failure names it. */
  const guarded = async <T>(work: () => T): Promise<T> => {
    try {
      return work();
    } catch (error) {
      throw describeError(error, file);
    }
  };
  const rowOf = (run: string): RunRow | null => {
    const row = statement('run').get(run);
    return row === undefined ? null : RunRow.parse(row);
  };
  const existing = (run: string): RunRow => {
    const row = rowOf(run);
    if (row === null) throw new JournalError(`there is no run ${run} in the journal ${file}; fixpoint status lists the runs`);
    return row;
  };

  const writer = (run: string, epoch: number, lastSeq: number): Writer => {
    let last = lastSeq;
    const append = (events: readonly (RunEvent & { at?: string })[]): StoredEvent[] => {
      if (events.length === 0) return [];
      const time = now();
      const stored = events.map((event, index): StoredEvent => ({ ...event, run, seq: last + index + 1, at: event.at ?? time }));
      inTransaction(database, () => {
        const advanced = change('advance', last + events.length, finishedAfter(events), run, epoch, last);
        if (advanced === 0) throw fenced(run, rowOf(run));
        for (const { run: _, seq, at, ...event } of stored) change('insert', run, seq, at, event.type, JSON.stringify(event));
      });
      last += events.length;
      return stored;
    };
    return {
      run,
      epoch,
      append: (events) => guarded(() => append(events)),
      release: () => guarded(() => void change('release', run, epoch)),
    };
  };

  const claim = (run: string): Writer =>
    inTransaction(database, () => {
      const row = existing(run);
      const owner = livingOwner(row);
      if (owner !== null) throw fenced(run, row);
      change('claim', row.epoch + 1, ...ownValues(), run);
      return writer(run, row.epoch + 1, row.last_seq);
    });

  return {
    create: (run, repo) =>
      guarded(() =>
        inTransaction(database, () => {
          if (rowOf(run) !== null) throw new JournalError(`the run ${run} is in the journal ${file} already: choose another name`);
          change('create', run, repo, now(), ...ownValues());
          return writer(run, 1, 0);
        }),
      ),
    claim: (run) => guarded(() => claim(run)),
    read: (run, afterSeq = 0) =>
      guarded(() =>
        statement('events')
          .all(run, afterSeq)
          .map((row) => toEvent(run, EventRow.parse(row), file)),
      ),
    list: (repo) =>
      guarded(() =>
        (repo === undefined ? statement('runs').all() : statement('runsOfRepo').all(repo)).map((row) => summary(RunRow.parse(row))),
      ),
    find: (run) =>
      guarded(() => {
        const row = rowOf(run);
        return row === null ? null : summary(row);
      }),
    requestCancel: (run) => guarded(() => (existing(run), void change('requestCancel', run))),
    cancelRequests: (run) => guarded(() => rowOf(run)?.cancel_requests ?? 0),
    close: () => database.close(),
  };
};

const ownValues = (): [number, string, string] => {
  const { pid, startTime, host } = ownIdentity();
  return [pid, startTime, host];
};

/** What the events say about the run being over: 1, 0, or null for nothing. */
const finishedAfter = (events: readonly RunEvent[]): number | null => {
  const last = events.findLast(({ type }) => type === 'run.finished' || type === 'run.resumed');
  return last === undefined ? null : Number(last.type === 'run.finished');
};

/** A process of another machine cannot be asked, and counts as gone: the file is on this one. */
const livingOwner = (row: RunRow): RunSummary['owner'] => {
  const { owner_pid: pid, owner_start: start, owner_host: host } = row;
  if (pid === null || start === null || host !== ownIdentity().host || !processIsAlive(pid, start)) return null;
  return { pid, host };
};

const summary = (row: RunRow): RunSummary => ({
  run: row.run,
  repo: row.repo,
  startedAt: row.created,
  lastSeq: row.last_seq,
  owner: livingOwner(row),
  finished: row.finished === 1,
});

const fenced = (run: string, row: RunRow | null): NotTheWriterError => {
  const who = row?.owner_pid === null || row === null ? 'another process' : `process ${row.owner_pid} on ${row.owner_host}`;
  return new NotTheWriterError(`the run ${run} is written by ${who}: wait for it, or end it with fixpoint cancel ${run}`);
};
