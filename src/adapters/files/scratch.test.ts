/** The folder of a call: empty for whoever gets it, gone or put aside afterwards, and never somebody else's. */
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeByForce } from '../git/user/open-repo.ts';
import { openScratch } from './scratch.ts';

const place = () => {
  const base = mkdtempSync(join(tmpdir(), 'fixpoint-scratch-'));
  onTestFinished(() => removeByForce(base));
  return { base, parent: join(base, 'scratch'), scratch: openScratch(base, join(base, 'scratch')) };
};

const ask = (path: string, text = 'a question'): void => writeFileSync(join(path, 'input.json'), text, { mode: 0o600 });

it('gives the folder of a call to the next one of that agent, under another name and without what was in it', async () => {
  const { scratch } = place();
  const first = await scratch('a');
  ask(first.path);
  const { ino } = lstatSync(first.path);
  await first.remove();
  const second = await scratch('a');
  expect(second.path).not.toBe(first.path);
  expect(lstatSync(second.path).ino).toBe(ino);
  expect(readFileSync(join(second.path, 'input.json'), 'utf8')).toBe('');
});

it('gives another agent, and calls side by side, a folder of their own', async () => {
  const { scratch } = place();
  const first = await scratch('a');
  ask(first.path);
  await first.remove();
  const [other, same, beside] = [await scratch('b'), await scratch('a'), await scratch('a')];
  expect(readdirSync(other.path)).toEqual([]);
  expect(readdirSync(beside.path)).toEqual([]);
  expect(new Set([other.path, same.path, beside.path]).size).toBe(3);
});

it('removes a folder that holds anything else than the question', async () => {
  const { scratch, parent } = place();
  const leave: ((path: string) => void)[] = [
    (path) => writeFileSync(join(path, 'answer.json'), '{}'),
    (path) => mkdirSync(join(path, 'home')),
    (path) => linkSync(join(path, 'input.json'), join(parent, '..', 'kept')),
  ];
  for (const more of leave) {
    const { path, remove } = await scratch('a');
    ask(path);
    more(path);
    await remove();
    expect(readdirSync(parent)).toEqual([]);
  }
});

it('8.1 writes nothing through what somebody put in the place of a folder or of its file', async () => {
  const { scratch, base, parent } = place();
  const outside = join(base, 'outside');
  mkdirSync(outside);
  ask(outside, 'of somebody else');
  const { path, remove } = await scratch('a');
  ask(path);
  await remove();
  await removeByForce(path);
  symlinkSync(outside, path);
  const next = await scratch('a');
  expect(lstatSync(next.path).isDirectory()).toBe(true);
  symlinkSync(join(outside, 'input.json'), join(next.path, 'input.json'));
  await next.remove();
  expect(readFileSync(join(outside, 'input.json'), 'utf8')).toBe('of somebody else');
  expect(readdirSync(parent)).toEqual([]);
});
