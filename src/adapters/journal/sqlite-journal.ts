/** The journal in one SQLite file: every event durable before anything acts on it, one writer per run. */
import type { StoredEvent } from '../../model/event.ts';
import type { Standing } from '../../model/run/standing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal, RunSummary } from '../../ports/journal.ts';
import { holderAt } from './holder.ts';
import type { RunRow, TextRow } from './journal-rows.ts';
import { JournalStore } from './journal-store.ts';
import { claimRun, createRun, type Desk } from './sqlite-writer.ts';
import { Tails } from './tails.ts';

export type JournalOptions = {
  clock?: Pick<Clock, 'now'>;
  /** How a run stands, from its events: for runs whose last events came without it, as those of earlier versions do. */
  standingOf?: (events: readonly StoredEvent[]) => Promise<Standing | null>;
};

export const openJournal = (file: string, options: JournalOptions = {}): Journal => new SqliteJournal(file, options);

/** Brings the schemas of all events along, which a list of runs does not need. */
const storedText = () => import('./stored-text.ts');

class SqliteJournal implements Journal {
  readonly #store: JournalStore;
  readonly #standingOf: JournalOptions['standingOf'];
  readonly #now: () => Date;
  readonly #tails: Tails;
  readonly #desk: Desk;

  constructor(file: string, { clock, standingOf }: JournalOptions) {
    const store = new JournalStore(file);
    this.#store = store;
    this.#standingOf = standingOf;
    this.#now = () => clock?.now() ?? new Date();
    this.#tails = new Tails({ read: this.#events, version: () => store.version() });
    const onAppend: Desk['onAppend'] = (run, events) => this.#tails.add(run, events);
    this.#desk = { store, now: this.#now, held: new Set(), onAppend };
  }

  create: Journal['create'] = (run, repo, lease = {}) =>
    this.#store.guarded(() => createRun(this.#desk, run, repo, lease));

  claim: Journal['claim'] = (run, lease = {}) => this.#store.guarded(() => claimRun(this.#desk, run, lease));

  read: Journal['read'] = (run, { after = 0, type } = {}) =>
    type === undefined
      ? this.#events(run, after)
      : this.#store.guarded(() => this.#parse(run, this.#store.eventsOfType(run, after, type)));

  tail: Journal['tail'] = (run, after, signal) => this.#tails.tail(run, after, signal);

  list: Journal['list'] = ({ begun = false, limit = Number.POSITIVE_INFINITY, ...selection } = {}) =>
    this.#store.guarded(() => {
      const now = this.#now().getTime();
      const isListed = (row: RunRow): boolean => !begun || row.lastSeq > 0 || holderAt(row, now) !== null;
      const rows = Number.isFinite(limit) ? this.#store.runs(selection) : this.#store.allRuns(selection);
      return this.#summarize(rows.filter(isListed).take(limit).toArray());
    });

  find: Journal['find'] = (run) =>
    this.#store.guarded(async () => {
      const row = this.#store.run(run);
      return (await this.#summarize(row === null ? [] : [row]))[0] ?? null;
    });

  send: Journal['send'] = (run, command) =>
    this.#store.guarded(() => {
      this.#store.existingRun(run);
      this.#store.change('send', run, command.id, this.#now().toISOString(), JSON.stringify(command));
    });

  commands: Journal['commands'] = (run, after = 0) =>
    this.#store.guarded(async () => {
      const rows = this.#store.commands(run, after);
      return rows.length === 0 ? [] : (await storedText()).toCommands(rows, { run, file: this.#store.file });
    });

  close = async (): Promise<void> => {
    this.#tails.close();
    for (const writer of this.#desk.held) await writer.release().catch(() => undefined);
    this.#store.close();
  };

  #events = (run: string, after: number, limit?: number): Promise<StoredEvent[]> =>
    this.#store.guarded(() => this.#parse(run, this.#store.events(run, after, limit)));

  async #parse(run: string, rows: readonly TextRow[]): Promise<StoredEvent[]> {
    return rows.length === 0 ? [] : (await storedText()).toEvents(rows, { run, file: this.#store.file });
  }

  async #summarize(rows: readonly RunRow[]): Promise<RunSummary[]> {
    const now = this.#now().getTime();
    const made = new Map<string, Standing | null>();
    for (const row of rows) if (row.standing === null) made.set(row.run, await this.#standAgain(row));
    return rows.map((row) => summaryOf(row, now, row.standing ?? made.get(row.run) ?? null));
  }

  /** Made from the events, and kept, so that they are read once. */
  async #standAgain({ run, lastSeq }: RunRow): Promise<Standing | null> {
    if (lastSeq === 0) return null;
    const standing = (await this.#standingOf?.(await this.#events(run, 0))) ?? null;
    if (standing !== null) this.#store.change('stand', JSON.stringify(standing), run, lastSeq);
    return standing;
  }
}

const summaryOf = (row: RunRow, now: number, standing: Standing | null): RunSummary => {
  const holder = holderAt(row, now);
  return {
    run: row.run,
    repo: row.repo,
    startedAt: row.created,
    lastSeq: row.lastSeq,
    holder: holder && { pid: holder.pid, host: holder.host },
    standing,
  };
};
