import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../adapters/journal/sqlite-journal.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import type { Journal } from '../../ports/journal.ts';
import { rememberFindings } from './remember.ts';

let folder: string;
let file: string;
let open: Journal[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-remember-'));
  file = join(folder, 'journal.db');
});
afterEach(async () => {
  for (const journal of open.splice(0)) await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const journal = (): Journal => {
  const opened = openJournal(file);
  open.push(opened);
  return opened;
};

describe('what is remembered', () => {
  const finding = (id: string, line: number): Finding => ({
    id,
    code: id.toUpperCase(),
    severity: 'low',
    category: 'c',
    title: 't',
    description: 'd',
    reviewer: 'r',
    level: 'blocking',
    line,
  });
  const admitted = (...findings: Finding[]): RunEvent => ({
    type: 'findings.admitted',
    findings,
    leftOut: 0,
    problems: [],
  });

  it('1.5 are the findings of the newest runs of the repository, each as it was seen last', async () => {
    const times = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map((day) => new Date(day));
    const opened = openJournal(file, { clock: { now: () => times.shift() ?? new Date('2026-02-01') } });
    open.push(opened);
    const runs = [admitted(finding('a', 1)), admitted(finding('a', 2), finding('b', 2)), admitted(finding('b', 3))];
    for (const [index, event] of runs.entries()) {
      const writer = await opened.create(`r${index}`, 'repo');
      await writer.append([
        { ...event, at: '2026-01-09' },
        { type: 'warning', message: 'later' },
      ]);
    }
    await (await opened.create('other', 'another repo')).append([admitted(finding('z', 1))]);
    const lines = async (count: number): Promise<unknown> =>
      (await rememberFindings(opened, 'repo', count)).map(({ id, line }) => [id, line]);
    expect(await lines(1)).toEqual([['b', 3]]);
    expect(await lines(9)).toEqual([
      ['b', 3],
      ['a', 2],
    ]);
  });

  it('1.5 are forgotten where they cannot be read, and nothing fails', async () => {
    await (await journal().create('r1', 'repo')).append([admitted(finding('a', 1))]);
    const database = new DatabaseSync(file);
    database.exec(`UPDATE events SET body = '{"type":"findings.admitted","findings":[{"id":7}]}'`);
    database.close();
    expect(await rememberFindings(journal(), 'repo', 9)).toEqual([]);
  });
});
