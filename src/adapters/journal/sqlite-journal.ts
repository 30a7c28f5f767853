/** The journal in one SQLite file: every event durable before anything acts on it, one writer per run. */
import type { StoredEvent } from '../../model/event.ts';
import type { Standing } from '../../model/run/standing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { TextRow } from './journal-rows.ts';
import { JournalStore } from './journal-store.ts';
import type { Desk } from './lease.ts';
import { RunLists } from './run-lists.ts';
import { claimRun, createRun } from './sqlite-claim.ts';
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
  readonly #lists: RunLists;
  readonly #now: () => Date;
  readonly #tails: Tails;
  readonly #desk: Desk;

  constructor(file: string, { clock, standingOf }: JournalOptions) {
    const store = new JournalStore(file);
    this.#store = store;
    this.#now = () => clock?.now() ?? new Date();
    this.#lists = new RunLists(store, this.#now, async (run) => standingOf?.(await this.#events(run, 0)) ?? null);
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

  list: Journal['list'] = (selection) => this.#store.guarded(() => this.#lists.list(selection));

  find: Journal['find'] = (run) => this.#store.guarded(() => this.#lists.find(run));

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
}
