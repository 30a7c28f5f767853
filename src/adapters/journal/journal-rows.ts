/** Rows of the journal, checked when they are read: the file may be damaged or from another version. */
import { z } from 'zod';
import { RunEvent, type StoredEvent } from '../../model/event.ts';
import { Finding } from '../../model/finding.ts';
import { JournalError } from './journal-database.ts';

export const RunRow = z.object({
  run: z.string(),
  repo: z.string(),
  epoch: z.int(),
  last_seq: z.int(),
  owner_pid: z.int().nullable(),
  owner_start: z.string().nullable(),
  owner_host: z.string().nullable(),
  created: z.string(),
  cancel_requests: z.int(),
  finished: z.int(),
});
export type RunRow = z.infer<typeof RunRow>;

export const EventRow = z.object({ seq: z.int(), at: z.string(), body: z.string() });
export type EventRow = z.infer<typeof EventRow>;

/** Fields that this version does not know are left out; anything else that does not fit is an error. */
export const toEvent = (run: string, row: EventRow, file: string): StoredEvent => {
  const event = RunEvent.safeParse(parseBody(row.body));
  if (event.success) return { ...event.data, run, seq: row.seq, at: row.at };
  const [issue] = event.error.issues;
  const place = issue === undefined ? '' : ` (${[...issue.path].join('.') || 'event'}: ${issue.message})`;
  throw new JournalError(
    `event ${row.seq} of run ${run} in the journal ${file} cannot be read${place}: it was written by another version of Fixpoint or damaged; use the version that wrote it, or start a new run`,
  );
};

const Admitted = z.object({ findings: z.array(Finding) });

/** What is remembered helps, and is not needed: what cannot be read is as good as forgotten. */
export const toFindings = (body: string): Finding[] => {
  const admitted = Admitted.safeParse(parseBody(body));
  return admitted.success ? admitted.data.findings : [];
};

const parseBody = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
