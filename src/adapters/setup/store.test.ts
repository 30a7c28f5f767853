/** What set-up made, as it is kept: sealed, found again, and tied to a place where it holds its path. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from './lock.ts';
import { openStore, type Store } from './store.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): Store => openStore(folder, join(folder, 'setup'));

const keep = async (store: Store, at = '/here', text = 'made'): Promise<string> => {
  const building = store.begin();
  mkdirSync(join(building, 'files/node_modules/dep'), { recursive: true });
  writeFileSync(join(building, 'files/node_modules/dep/index.js'), text);
  symlinkSync('dep', join(building, 'files/node_modules/link'));
  return (await store.keep(building, 'key', { at, outputs: ['node_modules'] })).files;
};

describe('5.3 what set-up made', () => {
  it('is found again by another run', async () => {
    const files = await keep(open());
    expect(await open().find('key', '/here')).toMatchObject({ files, outputs: ['node_modules'] });
    expect(await open().find('other', '/here')).toBeNull();
  });

  it.each<[string, (files: string) => void]>([
    ['changed', (files) => appendFileSync(join(files, 'node_modules/dep/index.js'), 'x')],
    ['added', (files) => writeFileSync(join(files, 'node_modules/dep/new.js'), '')],
    ['removed', (files) => rmSync(join(files, 'node_modules/dep/index.js'))],
    [
      'replaced by another of the same size',
      (files) => writeFileSync(join(files, 'node_modules/dep/index.js'), 'evil'),
    ],
    ['given another mode', (files) => chmodSync(join(files, 'node_modules/dep/index.js'), 0o755)],
    [
      'changed and given its old time again',
      (files) => {
        const file = join(files, 'node_modules/dep/index.js');
        const old = new Date(0);
        writeFileSync(file, 'evil');
        utimesSync(file, old, old);
      },
    ],
  ])('is made again when a file was %s', async (_, change) => {
    const files = await keep(open());
    change(files);
    expect(await open().find('key', '/here')).toBeNull();
    expect(existsSync(files)).toBe(false);
  });

  it('is used elsewhere only if it does not lead back to where it was made', async () => {
    await keep(open(), '/made/here', 'exports.path = "/somewhere/else"');
    expect(await open().find('key', '/other')).not.toBeNull();
    const store = open();
    store.remove('key');
    await keep(store, '/made/here', 'exports.path = "/made/here/src"');
    expect(await open().find('key', '/other')).toBeNull();
    expect(await open().find('key', '/made/here')).not.toBeNull();
  });
});

describe('5.3 a lock between processes', () => {
  it('is waited for, and free when its holder lets go', async () => {
    const file = join(folder, 'key.lock');
    const first = await takeLock(file);
    const order: string[] = [];
    const second = takeLock(file).then((lock) => {
      order.push('second');
      return lock;
    });
    await delay(120);
    order.push('first lets go');
    first?.release();
    (await second)?.release();
    expect(order).toEqual(['first lets go', 'second']);
  });

  it('is not waited for any longer when the run is cancelled', async () => {
    const file = join(folder, 'key.lock');
    const first = await takeLock(file);
    const cancel = new AbortController();
    const second = takeLock(file, cancel.signal);
    cancel.abort();
    expect(await second).toBeNull();
    first?.release();
  });
});
