import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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
