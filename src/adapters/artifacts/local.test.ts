import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets } from '../../secrets/secrets.ts';
import { localArtifacts } from './local.ts';

const { clean: text } = createSecrets({});

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fixpoint-artifacts-'));
  folder = join(root, 'run', 'artifacts');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('4.9 local artifacts', () => {
  it('give back what was put, text or bytes', async () => {
    const artifacts = localArtifacts(folder);
    expect(await artifacts.put('attempts/u1/prompt.md', text('héllo'))).toBe('attempts/u1/prompt.md');
    expect(Buffer.from((await artifacts.get('attempts/u1/prompt.md')) ?? []).toString()).toBe(text('héllo'));
    await artifacts.put('attempts/u1/prompt.md', Uint8Array.of(0, 255));
    expect(readFileSync(artifacts.locate('attempts/u1/prompt.md'))).toEqual(Buffer.from([0, 255]));
    expect(readdirSync(join(folder, 'attempts/u1'))).toEqual(['prompt.md']);
    expect(await artifacts.get('nothing')).toBeNull();
    expect(await artifacts.get('attempts')).toBeNull();
  });

  it.each(['../../out', '/etc/out', 'a/../../../out', '..', '', '.', 'a\\..\\..\\out', 'a\0b', 'x'.repeat(300)])(
    'never leave their folder: %j',
    async (name) => {
      const artifacts = localArtifacts(folder);
      const stored = await artifacts.put(name, text('text'));
      expect(artifacts.locate(name).startsWith(`${folder}/`)).toBe(true);
      expect(Buffer.from((await artifacts.get(name)) ?? []).toString()).toBe('text');
      expect(Buffer.from((await artifacts.get(stored)) ?? []).toString()).toBe('text');
      expect(readdirSync(root)).toEqual(['run']);
    },
  );

  it('keep names apart that differ only in what is not allowed', async () => {
    const artifacts = localArtifacts(folder);
    await artifacts.put('a b', text('1'));
    await artifacts.put('a?b', text('2'));
    expect(readFileSync(artifacts.locate('a b'), 'utf8')).toBe('1');
  });

  it('are for their owner only', async () => {
    const artifacts = localArtifacts(folder);
    await artifacts.put('x', text('text'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(artifacts.locate('x')).mode & 0o777).toBe(0o600);
  });
});
