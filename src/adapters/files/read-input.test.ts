import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputError } from '../../model/expected.ts';
import type { Input } from '../../ports/files.ts';
import { openInput, readInputFile } from './read-input.ts';

const limits = { large: 1_000, maxBytes: 5_000, patienceMs: 5_000 };
const sarif = (size: number): string => `{"version":"2.1.0","runs":[],"properties":{"x":"${'x'.repeat(size)}"}}`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-read-input-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const large = (input: Input) => {
  if (!('bytes' in input)) throw new Error('it was read whole');
  return input.bytes;
};

/** A named pipe that a shell line writes to. */
const pipe = (name: string, line: string): string => {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  spawn('sh', ['-c', `{ ${line}; } > "$0"`, path], { stdio: 'ignore' });
  return path;
};

describe('openInput', () => {
  it('1.2 reads a small file whole', async () => {
    expect(await openInput('a', file('a', 'words'), limits)).toEqual({ text: Buffer.from('words') });
  });

  it('1.2 reads a large file where it lies, at any place', async () => {
    const content = sarif(2_000);
    const bytes = large(await openInput('b', file('b', content), limits));
    const part = new Uint8Array(10);
    expect(bytes.size).toBe(content.length);
    expect(await bytes.read(part, 3)).toBe(10);
    expect(Buffer.from(part).toString()).toBe(content.slice(3, 13));
    expect(await bytes.read(part, content.length - 4)).toBe(4);
    expect((await bytes.whole()).toString()).toBe(content);
    await bytes.close();
  });

  it('1.2 refuses to take more into memory than it may, with the remedy', async () => {
    const path = file('c', sarif(9_000));
    const bytes = large(await openInput('c', path, limits));
    await expect(bytes.whole()).rejects.toThrow(
      new InputError(
        'c cannot be read: it is larger than 0.005 MB; split it, or leave out what is not needed. Only SARIF in UTF-8 may be larger.',
      ),
    );
    await bytes.close();
    await expect(readInputFile('c', path, limits)).rejects.toThrow(InputError);
  });

  it('1.2 keeps a large pipe in a file that nobody else sees, and that does not stay', async () => {
    const left = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('fixpoint-input-'));
    const before = left();
    const content = sarif(300_000);
    const bytes = large(await openInput('p', pipe('p', `cat '${file('content', content)}'`), limits));
    expect(bytes.size).toBe(content.length);
    const copy = new Uint8Array(content.length);
    await bytes.read(copy, 0);
    expect(Buffer.from(copy).toString()).toBe(content);
    expect(left()).toEqual(before);
    await bytes.close();
  });

  it('1.2 takes a pipe of another kind up to what may be in memory', async () => {
    const path = pipe('q', `head -c 4000 /dev/zero | tr '\\0' x`);
    expect((await readInputFile('q', path, limits)).toString()).toBe('x'.repeat(4_000));
  });

  it('1.2 does not fill the disk with a pipe that never ends', async () => {
    await expect(openInput('r', pipe('r', `yes '{'`), limits)).rejects.toThrow('r cannot be read: it is larger than');
  });
});
