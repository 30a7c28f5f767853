/** Events and commands as they are stored, checked when they are read: they may be damaged or of another version. */
import { z } from 'zod';
import { RunEvent, type StoredEvent } from '../../model/event.ts';
import { upcastStart } from '../../model/run/earlier-start.ts';
import { RunCommand, type StoredCommand } from '../../model/run/run-command.ts';
import { JournalError } from './journal-database.ts';
import type { TextRow } from './journal-rows.ts';

export type Source = { run: string; file: string };

/** In the form of today, whichever version wrote it. */
const AnyVersion = z.preprocess(upcastStart, RunEvent);

export const toEvents = (rows: readonly TextRow[], source: Source): StoredEvent[] =>
  rows.map((row) => ({ ...read(AnyVersion, 'event', row, source), run: source.run, seq: row.n, at: row.at }));

export const toCommands = (rows: readonly TextRow[], source: Source): StoredCommand[] =>
  rows.map((row) => ({ ...read(RunCommand, 'command', row, source), n: row.n, at: row.at }));

/** Fields that this version does not know are left out; anything else that does not fit is an error. */
const read = <T>(schema: z.ZodType<T>, what: string, row: TextRow, { run, file }: Source): T => {
  const result = schema.safeParse(parse(row.body));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue === undefined ? '' : ` (${[...issue.path].join('.') || what}: ${issue.message})`;
  throw new JournalError(
    `${what} ${row.n} of run ${run} in the journal ${file} cannot be read${place}: ` +
      'it was written by another version of Fixpoint or damaged; use the version that wrote it, or start a new run',
  );
};

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
