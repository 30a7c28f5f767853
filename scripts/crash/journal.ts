/** Reads the journal of a run as it lies on the disk, and says what is wrong with it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RunEvent, type StoredEvent } from '../../src/model/event.ts';

export type Journal = {
  runs: string[];
  /** The run that began, if any. */ run: string | null;
  events: StoredEvent[];
  problems: string[];
};

export const readJournal = (folder: string): Journal => {
  const file = join(folder, 'state/fixpoint/journal.db');
  const empty: Journal = { runs: [], run: null, events: [], problems: [] };
  if (!existsSync(file)) return empty;
  const database = new DatabaseSync(file, { timeout: 15_000 });
  try {
    if (database.prepare("SELECT name FROM sqlite_master WHERE name = 'events'").get() === undefined) return empty;
    const runs = database
      .prepare('SELECT run FROM runs ORDER BY rowid')
      .all()
      .map((row) => String(row['run']));
    const rows = database.prepare('SELECT run, seq, at, body FROM events ORDER BY run, seq').all();
    const checked = String(database.prepare('PRAGMA integrity_check').get()?.['integrity_check']);
    const events = rows.map((row): StoredEvent => ({
      ...JSON.parse(String(row['body'])),
      run: String(row['run']),
      seq: Number(row['seq']),
      at: String(row['at']),
    }));
    const run = events[0]?.run ?? null;
    return {
      runs,
      run,
      events,
      problems: [...(checked === 'ok' ? [] : [`integrity: ${checked}`]), ...problemsOf(events, run)],
    };
  } finally {
    database.close();
  }
};

const problemsOf = (events: readonly StoredEvent[], run: string | null): string[] => {
  if (run === null) return [];
  const numbered = events.every((event, index) => event.run === run && event.seq === index + 1);
  const unread = events.flatMap((event) => {
    const parsed = RunEvent.safeParse(event);
    return parsed.success ? [] : [`event ${event.seq} ${event.type}: ${parsed.error.message}`];
  });
  return [
    ...(numbered ? [] : ['the events are not numbered 1, 2, 3… of one run']),
    ...unread,
    ...twice(events, 'attempt.finished'),
    ...twice(events, 'attempt.judged'),
  ];
};

const twice = (events: readonly StoredEvent[], type: 'attempt.finished' | 'attempt.judged'): string[] => {
  const seen = new Set<string>();
  return events.flatMap((event) => {
    if (event.type !== type) return [];
    if (seen.has(event.unit)) return [`${type} of ${event.unit} is there twice`];
    seen.add(event.unit);
    return [];
  });
};

/** The calls whose answer and snapshot are stored: code of the finding and number of its attempts before. */
export const storedCalls = ({ run, events }: Journal): Set<string> => {
  if (run === null) return new Set();
  const stored = new Set<string>();
  const attempts = new Map<string, number>();
  const codes = new Map<string, string>();
  const asked = new Map<string, string[]>();
  for (const event of events) {
    if (event.type === 'findings.admitted') for (const { id, code } of event.findings) codes.set(id, code);
    if (event.type === 'step.started') for (const { unit, findings } of event.units) asked.set(unit, findings);
    if (event.type === 'attempt.judged')
      for (const id of Object.keys(event.results)) attempts.set(id, (attempts.get(id) ?? 0) + 1);
    if (event.type !== 'attempt.finished' || event.agent === 'autofix') continue;
    for (const id of asked.get(event.unit) ?? []) stored.add(`${codes.get(id)} ${attempts.get(id) ?? 0}`);
  }
  return stored;
};

export const isFinished = ({ events }: Journal): boolean => events.at(-1)?.type === 'run.finished';
