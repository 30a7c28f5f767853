/** What a list of ten thousand runs costs, against reading ten thousand rows from the same file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '../src/adapters/journal/sqlite-journal.ts';
import type { Standing } from '../src/model/run/standing.ts';
import { median, ms, type Result } from './measure.ts';

const count = 10_000;

const standing: Standing = {
  command: 'fix',
  root: '/home/somebody/repository',
  startedAt: '2026-01-01T00:00:00.000Z',
  lastAt: '2026-01-01T00:10:00.000Z',
  status: 'leftovers',
  totals: { total: 30, fixed: 20, notRechecked: 3, blocked: 8, dismissed: 2, open: 0 },
  branch: 'fixpoint/20260101-000000-abcd',
};

/** The journal makes its file; the rows are copies of the one of a real run. */
const fill = async (file: string): Promise<void> => {
  const journal = openJournal(file);
  const writer = await journal.create('first', 'repo');
  await writer.append([{ type: 'warning', message: 'a' }], standing);
  await journal.close();
  const database = new DatabaseSync(file);
  const columns = database.prepare(`SELECT name FROM pragma_table_info('runs') WHERE name <> 'run'`).all();
  const names = columns.map(({ name }) => String(name)).join(', ');
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO runs (run, ${names}) SELECT 'run ' || i, ${names} FROM n, runs WHERE run = 'first'`);
  database.close();
};

const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

export const journalList = async (): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-bench-journal-'));
  const file = join(folder, 'journal.db');
  await fill(file);
  const journal = openJournal(file);
  const database = new DatabaseSync(file);
  const rows = database.prepare('SELECT * FROM runs ORDER BY created DESC, rowid DESC');
  const pairs: { ours: number; theirs: number }[] = [];
  for (let n = 0; n < 21; n += 1)
    pairs.push({ theirs: await timed(() => rows.all()), ours: await timed(() => journal.list()) });
  await journal.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    name: 'a list of 10,000 runs',
    value: median(pairs.map(({ ours, theirs }) => ours / theirs)),
    limit: 2,
    detail: `${ms(median(pairs.map(({ ours }) => ours)))} against ${ms(median(pairs.map(({ theirs }) => theirs)))} of 10,000 rows`,
  };
};
