/** A journal that the version before wrote, opened by this one (test/fixtures/version-1). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { oldJournal } from '../../../test/support/version-1.ts';
import type { Standing } from '../../model/run/standing.ts';
import { type Journal, NotTheWriterError } from '../../ports/journal.ts';
import { ownIdentity } from '../process/identity.ts';
import { openJournal } from './sqlite-journal.ts';

let folder: string;
let file: string;
let opened: Journal[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-version-1-'));
  file = oldJournal(folder);
});
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const finished: Standing = {
  command: 'fix',
  root: '/repo',
  startedAt: '',
  lastAt: '',
  status: 'clean',
  totals: { total: 0, fixed: 0, notRechecked: 0, blocked: 0, dismissed: 0, open: 0 },
  branch: null,
};
let standingsMade = 0;
const open = (): Journal => {
  const journal = openJournal(file, {
    standingOf: async (events) => {
      standingsMade += 1;
      return { ...finished, root: `${events.length} events` };
    },
  });
  opened.push(journal);
  return journal;
};

const inFile = <T>(work: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
};
const numberIn = (sql: string): number =>
  inFile((database) => Number(Object.values(database.prepare(sql).get() ?? {})[0]));

it('11.1 keeps every run and event, in their order, and gets the new schema once', async () => {
  const [runs, events] = ['runs', 'events'].map((table) => numberIn(`SELECT count(*) FROM ${table}`));
  expect(numberIn('PRAGMA user_version')).toBe(1);
  const listed = await open().list();
  expect([listed.length, numberIn('SELECT count(*) FROM events')]).toEqual([runs, events]);
  expect(numberIn('PRAGMA user_version')).toBe(2);
  for (const { run, lastSeq } of listed)
    expect((await open().read(run)).map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, n) => n + 1));
});

it('11.1 says how its runs stand, from their events, which are read for that once', async () => {
  standingsMade = 0;
  const listed = await open().list();
  expect(listed.map(({ lastSeq, standing }) => standing?.root === `${lastSeq} events`)).toEqual(listed.map(() => true));
  expect(standingsMade).toBe(listed.length);
  expect(await open().list()).toEqual(listed);
  expect(standingsMade).toBe(listed.length);
});

it('11.1 has runs that can be claimed, gone on with, and sent commands', async () => {
  const journal = open();
  const [summary] = await journal.list();
  if (!summary) throw new Error('the fixture has runs');
  const { run, lastSeq } = summary;
  const writer = await journal.claim(run);
  expect(await writer.append([{ type: 'warning', message: 'new' }])).toMatchObject([{ seq: lastSeq + 1 }]);
  await journal.send(run, { do: 'cancel', id: 'm1' });
  expect(await open().commands(run)).toMatchObject([{ n: 1, do: 'cancel' }]);
});

it('11.1 leaves a run to a process of the version before that still has it', async () => {
  const { pid, startTime, host } = ownIdentity();
  inFile((database) =>
    database.prepare('UPDATE runs SET owner_pid = ?, owner_start = ?, owner_host = ?').run(pid, startTime, host),
  );
  const journal = open();
  const [summary] = await journal.list();
  expect(summary?.holder).toEqual({ pid, host });
  await expect(journal.claim(summary?.run ?? '')).rejects.toThrow(NotTheWriterError);
});
