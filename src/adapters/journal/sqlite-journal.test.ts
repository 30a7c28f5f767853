import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../model/event.ts';
import { NotTheWriterError, type Journal } from '../../ports/journal.ts';
import { runProcess } from '../process/run-process.ts';
import { openJournal } from './sqlite-journal.ts';

let folder: string;
let file: string;
let open: Journal[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-journal-'));
  file = join(folder, 'state', 'journal.db');
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
const warning = (message: string): RunEvent => ({ type: 'warning', message });

/** Runs code in another process that has the journal open as `journal`; gives what it printed. */
const elsewhere = (code: string): { output: Promise<string>; kill: () => void } => {
  const source = `import { openJournal } from ${JSON.stringify(new URL('sqlite-journal.ts', import.meta.url).href)};
    const journal = openJournal(${JSON.stringify(file)}); ${code}`;
  const command = [process.execPath, '--input-type=module', '-e', source];
  let pid = 0;
  const ended = runProcess({
    command,
    cwd: folder,
    timeoutMs: 60_000,
    marker: 'journal-test',
    onStart: (started) => (pid = started.pid),
  });
  return { output: ended.then(({ stdout, stderr }) => stdout + stderr), kill: () => void process.kill(pid, 'SIGKILL') };
};

const addHundred = (run: string): Promise<string> =>
  elsewhere(`const writer = await journal.create('${run}', 'repo');
    for (let i = 0; i < 100; i += 1) await writer.append([{ type: 'warning', message: 'm' + i }]); journal.close();`)
    .output;

describe('events', () => {
  it('11.1 are kept in order, with numbers and times', async () => {
    const writer = await journal().create('r1', 'repo');
    const stored = await writer.append([warning('a'), warning('b')]);
    expect(stored.map(({ run, seq, type }) => [run, seq, type])).toEqual([
      ['r1', 1, 'warning'],
      ['r1', 2, 'warning'],
    ]);
    await writer.append([warning('c "quoted" \0 🙂 \ud800')]);
    expect((await journal().read('r1')).map((event) => 'message' in event && event.message)).toEqual([
      'a',
      'b',
      'c "quoted" \0 🙂 \ud800',
    ]);
    expect((await journal().read('r1', { after: 2 })).map(({ seq }) => seq)).toEqual([3]);
    expect(await journal().read('other')).toEqual([]);
  });

  it('carry the time of the given clock', async () => {
    const opened = openJournal(file, { clock: { now: () => new Date('2026-01-02T03:04:05.678Z') } });
    open.push(opened);
    const [event] = await (await opened.create('r1', 'repo')).append([warning('a')]);
    expect(event?.at).toBe('2026-01-02T03:04:05.678Z');
    expect((await opened.find('r1'))?.startedAt).toBe('2026-01-02T03:04:05.678Z');
  });

  it('keep the time that they say they happened at', async () => {
    const writer = await journal().create('r1', 'repo');
    await writer.append([{ ...warning('a'), at: '2026-01-01T00:00:00.000Z' }, warning('b')]);
    const [first, second] = await journal().read('r1');
    expect(first?.at).toBe('2026-01-01T00:00:00.000Z');
    expect(second?.at).not.toBe(first?.at);
  });

  it('11.1 survive a SIGKILL right after they were added', async () => {
    const other = elsewhere(`const writer = await journal.create('r1', 'repo');
      for (let i = 1; i <= 20; i += 1) await writer.append([{ type: 'warning', message: String(i) }]);
      process.kill(process.pid, 'SIGKILL');`);
    await other.output;
    expect((await journal().read('r1')).map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it('of two runs are added by two processes at once', async () => {
    expect(await Promise.all([addHundred('r1'), addHundred('r2')])).toEqual(['', '']);
    const opened = journal();
    expect((await opened.read('r1')).map((event) => 'message' in event && event.message)).toEqual(
      Array.from({ length: 100 }, (_, i) => `m${i}`),
    );
    expect(await opened.read('r2')).toHaveLength(100);
  });

  it('keep fields that this version does not know from getting in the way', async () => {
    await (await journal().create('r1', 'repo')).append([warning('a')]);
    tamper(`UPDATE events SET body = '{"type":"warning","message":"a","later":1}'`);
    expect(await journal().read('r1')).toMatchObject([{ type: 'warning', message: 'a', seq: 1 }]);
  });

  it.each([`{"type":"warning"}`, `{"type":"unheard.of"}`, `{"type":"warn`])(
    'that cannot be read are named: %s',
    async (body) => {
      await (await journal().create('r1', 'repo')).append([warning('a'), warning('b')]);
      tamper(`UPDATE events SET body = '${body}' WHERE seq = 2`);
      await expect(journal().read('r1')).rejects.toThrow(
        /event 2 of run r1 in the journal .*journal\.db cannot be read/,
      );
    },
  );
});

describe('the right to write', () => {
  it('11.1 ends when another process takes the run over', async () => {
    const opened = journal();
    const first = await opened.create('r1', 'repo');
    await first.append([warning('a')]);
    await first.release();
    const second = await opened.claim('r1');
    expect(second.epoch).toBe(first.epoch + 1);
    await expect(first.append([warning('late')])).rejects.toThrow(NotTheWriterError);
    expect(await second.append([warning('b')])).toMatchObject([{ seq: 2 }]);
    expect(await opened.read('r1')).toHaveLength(2);
  });

  it('11.1 is refused while its owner lives, given once it was killed', async () => {
    const other =
      elsewhere(`const writer = await journal.create('r1', 'repo'); await writer.append([{ type: 'warning', message: 'a' }]);
      console.log('ready'); setInterval(() => {}, 1000);`);
    const opened = journal();
    await expect.poll(async () => (await opened.find('r1'))?.lastSeq, { timeout: 30_000 }).toBe(1);
    await expect(opened.claim('r1')).rejects.toThrow(/the run r1 is written by process \d+ on .*fixpoint cancel r1/);
    expect((await opened.find('r1'))?.holder).not.toBeNull();
    other.kill();
    await other.output;
    expect((await opened.find('r1'))?.holder).toBeNull();
    expect(await (await opened.claim('r1')).append([warning('b')])).toMatchObject([{ seq: 2 }]);
  });

  it('is refused within the process that has it', async () => {
    const opened = journal();
    await opened.create('r1', 'repo');
    await expect(opened.claim('r1')).rejects.toThrow(NotTheWriterError);
  });

  it('adds all events or none', async () => {
    const writer = await journal().create('r1', 'repo');
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const broken: RunEvent = { type: 'warning', message: 'x', ...cyclic };
    await expect(writer.append([warning('a'), broken])).rejects.toThrow(TypeError);
    expect(await writer.append([warning('b')])).toMatchObject([{ seq: 1 }]);
    expect(await journal().read('r1')).toHaveLength(1);
  });

  it('adds events in the order of the calls, awaited or not', async () => {
    const writer = await journal().create('r1', 'repo');
    const stored = await Promise.all(['a', 'b', 'c'].map((message) => writer.append([warning(message)])));
    expect(stored.flat().map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('is not given for a run that is there, or is not', async () => {
    const opened = journal();
    await opened.create('r1', 'repo');
    await expect(opened.create('r1', 'repo')).rejects.toThrow(/r1 is in the journal .* already/);
    await expect(opened.claim('r2')).rejects.toThrow(/there is no run r2/);
  });
});

describe('runs', () => {
  it('are listed newest first, by repository', async () => {
    const opened = journal();
    await opened.create('r1', 'a');
    await opened.create('r2', 'b');
    await opened.create('r3', 'a');
    expect((await opened.list()).map(({ run }) => run)).toEqual(['r3', 'r2', 'r1']);
    expect((await opened.list({ repo: 'a' })).map(({ run }) => run)).toEqual(['r3', 'r1']);
    expect(await opened.find('r9')).toBeNull();
  });
});

describe('the file', () => {
  it('is in a folder that only its owner may enter', () => {
    journal();
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
  });

  it('may be created by several processes at once', async () => {
    const outputs = Array.from(
      { length: 4 },
      (_, i) => elsewhere(`await journal.create('r${i}', 'repo'); console.log('ok')`).output,
    );
    expect(await Promise.all(outputs)).toEqual(['ok\n', 'ok\n', 'ok\n', 'ok\n']);
  });

  it('of a newer version is refused', async () => {
    journal();
    tamper('PRAGMA user_version = 99');
    expect(() => openJournal(file)).toThrow(/journal\.db was written by a newer Fixpoint \(schema 99.*update Fixpoint/);
  });

  it('that is no database is refused', () => {
    const plain = join(folder, 'plain.db');
    writeFileSync(plain, 'this is not a database at all, but long enough to look at'.repeat(20));
    expect(() => openJournal(plain)).toThrow(/plain\.db is damaged .*move it away/);
  });

  it('that cannot be opened is named', () => {
    expect(() => openJournal(folder)).toThrow(new RegExp(`the journal ${folder} cannot be opened`));
  });
});

const tamper = (sql: string): void => {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
};
