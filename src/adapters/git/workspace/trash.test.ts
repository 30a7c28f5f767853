import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openTrash } from './trash.ts';

const base = mkdtempSync(join(tmpdir(), 'fixpoint-trash-'));
afterAll(() => rmSync(base, { recursive: true }));

const scene = (name: string): { root: string; trash: string; outside: string } => {
  const root = join(base, name, 'work');
  const outside = join(base, name, 'outside');
  for (const folder of [`${root}/deps/a`, outside]) mkdirSync(folder, { recursive: true });
  writeFileSync(`${root}/deps/a/one`, '1');
  writeFileSync(`${outside}/precious`, 'mine');
  return { root, outside, trash: join(base, name, 'trash') };
};

it('5.8 takes a folder away at once, and has nothing of it left in the end', async () => {
  const { root, trash } = scene('folder');
  const { take, emptied } = openTrash(trash);
  take(root, 'deps');
  expect(existsSync(`${root}/deps`)).toBe(false);
  mkdirSync(`${root}/deps`);
  take(root, 'deps');
  take(root, 'never/there');
  await emptied();
  expect(readdirSync(root)).toEqual([]);
  expect(readdirSync(trash)).toEqual([]);
});

it('5.8 takes a link and not what it leads to, and nothing that is reached through one', async () => {
  const { root, outside, trash } = scene('link');
  symlinkSync(outside, `${root}/link`);
  symlinkSync(outside, `${root}/deps/a/inner`);
  const { take, emptied } = openTrash(trash);
  take(root, 'link/precious');
  take(root, 'link');
  take(root, 'deps');
  await emptied();
  expect(readdirSync(root)).toEqual([]);
  expect(readFileSync(`${outside}/precious`, 'utf8')).toBe('mine');
});

it('5.8 removes on the spot what cannot be moved', async () => {
  const { root, trash } = scene('elsewhere');
  writeFileSync(trash, 'no folder can be made here');
  const { take, emptied } = openTrash(trash);
  take(root, 'deps');
  expect(readdirSync(root)).toEqual([]);
  await emptied();
});
