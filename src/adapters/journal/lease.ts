/** The right to write to a run: a lease with an epoch. A writer whose epoch is over can add nothing. */
import type { RunEvent, StoredEvent } from '../../model/event.ts';
import type { Standing } from '../../model/run/standing.ts';
import { NotTheWriterError, type Writer } from '../../ports/journal.ts';
import type { RunRow } from './journal-rows.ts';
import type { JournalStore } from './journal-store.ts';

export type Desk = {
  store: JournalStore;
  now: () => Date;
  /** Called with what was added. */
  onAppend: (run: string, events: readonly StoredEvent[]) => void;
  /** What is held through this journal, to be given up when it is closed. */
  held: Set<Writer>;
};

/** Two renewals may fail before the lease runs out. */
const renewalsPerLease = 3;

const loss = (run: string, row: RunRow | null): NotTheWriterError => {
  const holder = row?.holder;
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
  return new NotTheWriterError(
    `the run ${run} was taken over by ${who}, because this process stood still for too long: ` +
      `nothing more is written here, and fixpoint status ${run} shows how the run fares there`,
  );
};

/** No process outlives the machine: which ones there were need not be on the disk when it fails. */
const endsWithMachine = ({ type }: StoredEvent): boolean => type === 'process.started';

export type Claim = { run: string; epoch: number; last: number; leaseMs: number };

export class SqliteWriter implements Writer {
  readonly run: string;
  readonly epoch: number;
  readonly #desk: Desk;
  readonly #leaseMs: number;
  readonly #lost = new AbortController();
  readonly #renewal: NodeJS.Timeout;
  #last: number;
  #isReleased = false;

  constructor(desk: Desk, { run, epoch, last, leaseMs }: Claim) {
    this.run = run;
    this.epoch = epoch;
    this.#desk = desk;
    this.#last = last;
    this.#leaseMs = leaseMs;
    this.#renewal = setInterval(() => void this.#renew(), leaseMs / renewalsPerLease).unref();
    desk.held.add(this);
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  append = (events: readonly (RunEvent & { at?: string })[], standing?: Standing): Promise<StoredEvent[]> =>
    this.#desk.store.guarded(() => {
      this.#lost.signal.throwIfAborted();
      if (this.#isReleased) throw new NotTheWriterError(`the run ${this.run} was given up here: claim it again`);
      if (events.length === 0) return [];
      const stored = this.#number(events);
      this.#write(stored, standing);
      this.#last += stored.length;
      this.#desk.onAppend(this.run, stored);
      return stored;
    });

  release = async (): Promise<void> => this.#giveUp(() => void this.#change('release'));

  abandon = async (): Promise<void> =>
    this.#giveUp(() =>
      this.#desk.store.atomically(() => {
        if (this.#change('abandon') > 0) this.#desk.store.change('forgetCommands', this.run);
        else this.#change('release');
      }),
    );

  #change(name: 'release' | 'abandon'): number {
    return this.#desk.store.change(name, this.run, this.epoch);
  }

  async #giveUp(work: () => void): Promise<void> {
    if (this.#isReleased) return;
    this.#stop();
    await this.#desk.store.guarded(work);
  }

  #stop(): void {
    this.#isReleased = true;
    clearInterval(this.#renewal);
    this.#desk.held.delete(this);
  }

  #number(events: readonly (RunEvent & { at?: string })[]): StoredEvent[] {
    const at = this.#desk.now().toISOString();
    return events.map((event, index) => ({
      ...event,
      run: this.run,
      seq: this.#last + index + 1,
      at: event.at ?? at,
    }));
  }

  #write(events: readonly StoredEvent[], standing: Standing | undefined): void {
    const { store } = this.#desk;
    const work = (): void => {
      if (this.#advance(events.length, standing) === 0) throw this.#lose();
      for (const { run, seq, at, ...event } of events)
        store.change('insert', run, seq, at, event.type, JSON.stringify(event));
    };
    if (events.every(endsWithMachine)) store.atomicallySoon(work);
    else store.atomically(work);
  }

  #advance(count: number, standing: Standing | undefined): number {
    const { store } = this.#desk;
    const values = [this.#last + count, this.#leaseEnd(), this.run, this.epoch, this.#last];
    return standing === undefined
      ? store.change('advance', ...values)
      : store.change('advanceStanding', ...values, JSON.stringify(standing));
  }

  #leaseEnd(): number {
    return this.#desk.now().getTime() + this.#leaseMs;
  }

  /** A file that is busy or gone shows at the next append; there are more renewals to come. */
  async #renew(): Promise<void> {
    const { store } = this.#desk;
    await store
      .guarded(() => {
        if (store.change('renew', this.#leaseEnd(), this.run, this.epoch) === 0) this.#lose();
      })
      .catch(() => undefined);
  }

  #lose(): NotTheWriterError {
    const error = loss(this.run, this.#desk.store.run(this.run));
    this.#stop();
    this.#lost.abort(error);
    return error;
  }
}
