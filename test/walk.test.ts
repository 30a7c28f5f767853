/** The way of one finding, as docs/walk.md tells it, held to the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { complaintsAbout } from './support/walk/check.ts';
import { readPage, readWalk, roomChanges } from './support/walk/walk.ts';

/** Issue 12, acceptance 5. */
const limits = { hops: 120, rooms: 40 };

const root = join(import.meta.dirname, '..');
const page = readPage();
const { hops, legs, stated } = readWalk(page);

it('every hop of the walk exists, and the hop it comes from leads to it', () => {
  expect(hops.length).toBeGreaterThan(80);
  expect(complaintsAbout(hops)).toEqual([]);
});

it('no function is counted twice, and none is left out of the numbers', () => {
  const names = hops.map(({ file, name }) => `${file} ${name}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(hops.map(({ n }) => n)).toEqual(hops.map((_, index) => index + 1));
  expect([...legs.keys()].join('')).toBe('ABCDEFGHIJ');
  for (const [leg, count] of legs) expect([leg, hops.filter((hop) => hop.leg === leg).length]).toEqual([leg, count]);
});

it('the walk is as short as it says', () => {
  expect({ hops: hops.length, rooms: roomChanges(hops) }).toEqual(stated);
  expect(stated.hops).toBeLessThanOrEqual(limits.hops);
  expect(stated.rooms).toBeLessThanOrEqual(limits.rooms);
});

it('every file that the page names is there', () => {
  const named = [...page.matchAll(/`((?:src|docs|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('architecture.md names every room, and no other', () => {
  const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
  const named = [...text.matchAll(/^\| `src\/(\w+)\/` \|/gm)].map(([, room = '']) => room);
  const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(named.toSorted()).toEqual(rooms.map(({ name }) => name).toSorted());
});
