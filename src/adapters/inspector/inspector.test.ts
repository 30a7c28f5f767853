import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Patch } from '../../model/patch.ts';
import { makeInspector } from './inspector.ts';

const patch = (path: string, after: string): Patch => ({
  findings: [{ title: 'The sum is wrong', category: 'bug', description: '', file: path }],
  files: [{ path, before: 'x\n', after }],
  tests: [],
});

const inspector = makeInspector();
afterAll(() => inspector.close());

const megabytes = (count: number, line: string): string =>
  line.repeat(Math.ceil((count * 1_024 * 1_024) / line.length));

const refused = [expect.objectContaining({ gate: 'unreadable', rule: 'unreadable' })];

describe('hostile input', () => {
  it.each([
    ['brackets, 100,000 deep', 'src/a.ts', `${'['.repeat(100_000)}${']'.repeat(100_000)}\n`],
    ['brackets that nobody closes', 'src/a.js', '('.repeat(100_000)],
    ['blocks of Rust, 100,000 deep', 'src/a.rs', `fn f() ${'{'.repeat(100_000)}${'}'.repeat(100_000)}`],
    [
      'calls of Python, 100,000 deep',
      'tests/test_a.py',
      `assert ${'f('.repeat(100_000)}1${')'.repeat(100_000)} == 1\n`,
    ],
    ['one line of 5 MB', 'src/a.java', megabytes(5, 'int a; ')],
    ['50 MB', 'src/a.go', megabytes(50, 'var a = 1\n')],
  ])('7.1 is refused before a parser sees it: %s', async (_, path, after) => {
    expect(await inspector.inspect(patch(path, after))).toEqual(refused);
  });

  it.each([
    ['zero bytes', 'src/a.py', 'a = "\0\0\0"\n\0'],
    ['what is no text', 'src/a.ts', Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 256)).toString('latin1')],
    ['half of a character', 'test/a.test.ts', `expect('\uD800').toBe('\uDFFF')\n`],
  ])('7.1 is read, and the next patch as if nothing had been: %s', async (_, path, after) => {
    expect(Array.isArray(await inspector.inspect(patch(path, after)))).toBe(true);
    const remarks = await inspector.inspect(patch('src/a.ts', '// eslint-disable-next-line no-eval\neval("x");\n'));
    expect(remarks).toContainEqual(expect.objectContaining({ gate: 'suppressions' }));
  });
});

describe('a reader that cannot be loaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
  const broken = join(folder, 'broken.mjs');
  writeFileSync(broken, 'import "./nowhere.mjs";\n');

  it.each([broken, join(folder, 'none.mjs')])('7.1 refuses every patch at once and says why: %#', async (path) => {
    const reader = makeInspector(path);
    for (let round = 0; round < 50; round += 1)
      expect(await reader.inspect(patch('src/a.ts', 'y\n'))).toEqual([
        expect.objectContaining({ rule: 'unreadable', message: expect.stringContaining('cannot be loaded') }),
      ]);
    await reader.close();
  });
});

const good = patch('src/a.ts', 'let a = 1;\n');

/** How many threads are started meanwhile. */
const startsIn = async (work: () => Promise<void> | void): Promise<number> => {
  const onStart = vi.fn<() => void>();
  process.on('worker', onStart);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
  await setImmediate();
  process.off('worker', onStart);
  return onStart.mock.calls.length;
};

describe('a reader that will be needed', () => {
  it.each([
    [0, 0],
    [1_000, 1],
  ])('is loaded once for all agents, when they are under way: after %i ms %i times', async (ms, times) => {
    const reader = makeInspector();
    const starts = await startsIn(() => {
      for (let agent = 0; agent < 8; agent += 1) reader.getReady();
      vi.advanceTimersByTime(ms);
    });
    expect(starts).toBe(times);
    expect(await reader.inspect(good)).toEqual([]);
    await reader.close();
  });
});

describe('a reader that nobody needs any more', () => {
  it('4.10 does not keep the program from ending, though nobody closes it', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'inspector-')), 'program.mjs');
    const program = `
      import { makeInspector } from ${JSON.stringify(new URL('./inspector.ts', import.meta.url))};
      const inspector = makeInspector();
      inspector.getReady();
      console.log(JSON.stringify(await inspector.inspect(${JSON.stringify(good)})));
    `;
    writeFileSync(file, program);
    const { status, stdout } = spawnSync(process.execPath, [file], { timeout: 60_000, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '[]\n' });
  });

  it('7.1 is not started again after it was closed, and what it is asked then is refused', async () => {
    const reader = makeInspector();
    const asked = reader.inspect(good);
    await reader.close();
    expect(await asked).toEqual([]);
    const starts = await startsIn(async () => {
      reader.getReady();
      expect(await reader.inspect(good)).toEqual(refused);
      vi.advanceTimersByTime(60_000);
    });
    expect(starts).toBe(0);
  });
});
