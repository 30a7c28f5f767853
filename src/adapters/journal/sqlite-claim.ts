/** Who may write to a run: one process at a time, which makes the run or takes over a lease that nobody holds. */
import { type Lease, NotTheWriterError, type Writer } from '../../ports/journal.ts';
import { holderAt, ownHolder } from './holder.ts';
import { JournalError } from './journal-database.ts';
import type { Holder } from './journal-rows.ts';
import { type Desk, SqliteWriter } from './lease.ts';

const usualLeaseMs = 60_000;
export const createRun = (desk: Desk, run: string, repo: string, { leaseMs = usualLeaseMs }: Lease): Writer => {
  const { store } = desk;
  const now = desk.now();
  store.atomically(() => {
    if (store.run(run) !== null)
      throw new JournalError(`the run ${run} is in the journal ${store.file} already: choose another name`);
    store.change('create', run, repo, now.toISOString(), ...valuesOf(ownHolder()), now.getTime() + leaseMs);
  });
  return new SqliteWriter(desk, { run, epoch: 1, last: 0, leaseMs });
};

export const claimRun = (desk: Desk, run: string, { leaseMs = usualLeaseMs }: Lease): Writer => {
  const { store } = desk;
  const now = desk.now().getTime();
  const { epoch, lastSeq } = store.atomically(() => {
    const row = store.existingRun(run);
    const holder = holderAt(row, now);
    if (holder !== null) throw refusal(run, holder);
    store.change('claim', row.epoch + 1, ...valuesOf(ownHolder()), now + leaseMs, run);
    return row;
  });
  return new SqliteWriter(desk, { run, epoch: epoch + 1, last: lastSeq, leaseMs });
};

const valuesOf = ({ pid, startTime, host, space }: Holder): [number, string, string, string] => [
  pid,
  startTime,
  host,
  space,
];

const refusal = (run: string, { pid, host }: Holder): NotTheWriterError =>
  new NotTheWriterError(
    `the run ${run} is written by process ${pid} on ${host}: wait for it, or end it with fixpoint cancel ${run}`,
  );
