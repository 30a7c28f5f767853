/** Lists of runs, from how each of them stands: no events are read for them, except once where that is missing. */
import type { Standing } from '../../model/run/standing.ts';
import type { Journal, RunSummary } from '../../ports/journal.ts';
import { holderAt } from './holder.ts';
import type { RunRow } from './journal-rows.ts';
import type { JournalStore } from './journal-store.ts';

export class RunLists {
  readonly #store: JournalStore;
  readonly #now: () => Date;
  readonly #standingOf: (run: string) => Promise<Standing | null>;

  /** `standingOf`: from all events of a run. */
  constructor(store: JournalStore, now: () => Date, standingOf: (run: string) => Promise<Standing | null>) {
    this.#store = store;
    this.#now = now;
    this.#standingOf = standingOf;
  }

  list({ begun = false, limit = Number.POSITIVE_INFINITY, ...selection }: Parameters<Journal['list']>[0] = {}): Promise<
    RunSummary[]
  > {
    const now = this.#now().getTime();
    const isListed = (row: RunRow): boolean => !begun || row.lastSeq > 0 || holderAt(row, now) !== null;
    const rows = Number.isFinite(limit) ? this.#store.runs(selection) : this.#store.allRuns(selection);
    return this.#summarize(rows.filter(isListed).take(limit).toArray());
  }

  async find(run: string): Promise<RunSummary | null> {
    const row = this.#store.run(run);
    return (await this.#summarize(row === null ? [] : [row]))[0] ?? null;
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
    const standing = await this.#standingOf(run);
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
