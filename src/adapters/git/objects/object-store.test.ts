import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openObjectStore, type ObjectStore } from './object-store.ts';
import { objectReader } from '../door/object-reader.ts';
import { type TestRepo, withRepo } from '../../../../test/support/repo.ts';

const texts = Array.from({ length: 300 }, (_, n) => `text ${n} ${'x'.repeat(n)}\n`);
const idOf = (text: string, format = 'sha1'): string =>
  createHash(format).update(`blob ${text.length}\0${text}`).digest('hex');

const scene = (use: (at: { test: TestRepo; store: ObjectStore; objects: string }) => Promise<void>): Promise<void> =>
  withRepo(async (test) => {
    const controlDir = join(test.root, '.git');
    const reader = objectReader({ gitDir: controlDir });
    try {
      await use({
        test,
        store: openObjectStore({ controlDir, format: 'sha1', reader }),
        objects: `${controlDir}/objects`,
      });
    } finally {
      reader.end();
    }
  });

const packsIn = (objects: string): string[] =>
  existsSync(`${objects}/pack`) ? readdirSync(`${objects}/pack`).filter((name) => /\.(?:pack|idx)$/.test(name)) : [];

describe('objects by their ids', () => {
  it('5.6 what was gathered is read here at once, and by git from one pack that it finds to be in order', () =>
    scene(async ({ test, store, objects }) => {
      const before = packsIn(objects).length;
      const ids = texts.map((text) => store.gather('blob', Buffer.from(text)));
      expect(ids).toEqual(texts.map((text) => idOf(text)));
      expect((await store.read(idOf(texts[7] ?? ''), 'blob'))?.toString()).toBe(texts[7]);
      expect(packsIn(objects)).toHaveLength(before);
      store.settle();
      expect(packsIn(objects)).toHaveLength(before + 2);
      for (const [n, id] of ids.entries()) expect(`${test.git('cat-file', 'blob', id)}\n`).toBe(texts[n]);
      for (const name of packsIn(objects).filter((each) => each.endsWith('.idx')))
        test.git('verify-pack', `${objects}/pack/${name}`);
    }));

  it('5.6 a reader that has been asked before finds what was packed since', () =>
    scene(async ({ test, store, objects }) => {
      const reader = objectReader({ gitDir: join(test.root, '.git') });
      expect((await reader.read(test.git('rev-parse', 'HEAD:src/one.ts'), 'blob'))?.length).toBeGreaterThan(0);
      for (const text of texts) store.gather('blob', Buffer.from(text));
      store.settle();
      expect((await reader.read(idOf(texts[9] ?? ''), 'blob'))?.toString()).toBe(texts[9]);
      expect(packsIn(objects).length).toBeGreaterThan(0);
      reader.end();
    }));

  it('what is kept in memory holds on to nothing but itself', () =>
    scene(async ({ store }) => {
      const id = store.write('blob', Buffer.from('a few bytes of a pool that others share'));
      const kept = await store.read(id, 'blob');
      expect(kept?.buffer.byteLength).toBe(kept?.length);
    }));

  it('5.8 what is not what its name says is not read', () =>
    scene(async ({ store, objects }) => {
      const id = idOf('honest\n');
      mkdirSync(`${objects}/${id.slice(0, 2)}`, { recursive: true });
      writeFileSync(`${objects}/${id.slice(0, 2)}/${id.slice(2)}`, deflateSync('blob 7\0forged\n'));
      expect(await store.read(id, 'blob')).toBeNull();
    }));

  it('5.6 few objects are files of their own', () =>
    scene(async ({ test, store, objects }) => {
      const before = packsIn(objects);
      const id = store.gather('blob', Buffer.from('alone\n'));
      store.settle();
      expect(packsIn(objects)).toEqual(before);
      expect(test.git('cat-file', 'blob', id)).toBe('alone');
    }));
});
