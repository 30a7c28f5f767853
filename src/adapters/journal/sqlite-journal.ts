/** The journal in one SQLite file: every event durable before anything acts on it, one writer per run. */
import type { RunEvent, StoredEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import type { Clock } from '../../ports/clock.ts';
import { NotTheWriterError, type Journal, type RunSummary, type Writer } from '../../ports/journal.ts';
import { ownIdentity, processIsAlive } from '../process/identity.ts';
import { JournalError } from './journal-database.ts';
import { type RunRow, toEvent, toFindings } from './journal-rows.ts';
import { JournalStore } from './journal-store.ts';

type Now = () => string;

export const openJournal = (file: string, options: { clock?: Pick<Clock, 'now'> } = {}): Journal => {
  const store = new JournalStore(file);
  const now: Now = () => (options.clock?.now() ?? new Date()).toISOString();
  return {
    create: (run, repo) => store.guarded(() => create(store, now, run, repo)),
    claim: (run) => store.guarded(() => claim(store, now, run)),
    read: (run, afterSeq = 0) => store.guarded(() => store.events(run, afterSeq).map((row) => toEvent(run, row, file))),
    list: (repo) => store.guarded(() => store.runs(repo).map(summary)),
    find: (run) =>
      store.guarded(() => {
        const row = store.run(run);
        return row === null ? null : summary(row);
      }),
    remember: (repo, runs) => store.guarded(() => newestOfEach(store.admitted(repo, runs).flatMap(toFindings))),
    requestCancel: (run) =>
      store.guarded(() => {
        store.existingRun(run);
        store.change('requestCancel', run);
      }),
    cancelRequests: (run) => store.guarded(() => store.run(run)?.cancel_requests ?? 0),
    close: () => store.close(),
  };
};

const newestOfEach = (findings: readonly Finding[]): Finding[] => {
  const byId = new Map<string, Finding>();
  for (const finding of findings) if (!byId.has(finding.id)) byId.set(finding.id, finding);
  return [...byId.values()];
};

const create = (store: JournalStore, now: Now, run: string, repo: string): Writer =>
  store.atomically(() => {
    if (store.run(run) !== null)
      throw new JournalError(`the run ${run} is in the journal ${store.file} already: choose another name`);
    store.change('create', run, repo, now(), ...ownValues());
    return writer(store, now, run, 1, 0);
  });

const claim = (store: JournalStore, now: Now, run: string): Writer =>
  store.atomically(() => {
    const row = store.existingRun(run);
    if (livingOwner(row) !== null) throw fenced(run, row);
    store.change('claim', row.epoch + 1, ...ownValues(), run);
    return writer(store, now, run, row.epoch + 1, row.last_seq);
  });

const writer = (store: JournalStore, now: Now, run: string, epoch: number, lastSeq: number): Writer => {
  let last = lastSeq;
  const append = (events: readonly (RunEvent & { at?: string })[]): StoredEvent[] => {
    if (events.length === 0) return [];
    const time = now();
    const stored = events.map((event, index): StoredEvent => ({
      ...event,
      run,
      seq: last + index + 1,
      at: event.at ?? time,
    }));
    store.atomically(() => {
      const advanced = store.change('advance', last + events.length, finishedAfter(events), run, epoch, last);
      if (advanced === 0) throw fenced(run, store.run(run));
      for (const { run: _, seq, at, ...event } of stored)
        store.change('insert', run, seq, at, event.type, JSON.stringify(event));
    });
    last += events.length;
    return stored;
  };
  return {
    run,
    epoch,
    append: (events) => store.guarded(() => append(events)),
    release: () => store.guarded(() => void store.change('release', run, epoch)),
    abandon: () => store.guarded(() => void store.change('abandon', run, epoch)),
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
  const who =
    row === null || row.owner_pid === null ? 'another process' : `process ${row.owner_pid} on ${row.owner_host}`;
  return new NotTheWriterError(
    `the run ${run} is written by ${who}: wait for it, or end it with fixpoint cancel ${run}`,
  );
};
