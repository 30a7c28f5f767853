import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { LooseObjects } from './loose-objects.ts';

const id = (digit: string): string => digit.repeat(38);

const objects = mkdtempSync(join(tmpdir(), 'fixpoint-objects-'));
afterAll(() => rmSync(objects, { recursive: true }));

it('5.8 sees every loose object, also one that comes when a folder was quiet, or under a time of before', async () => {
  const folder = join(objects, 'ab');
  mkdirSync(folder);
  mkdirSync(join(objects, 'pack'));
  const loose = new LooseObjects();
  const put = (name: string): void => writeFileSync(join(folder, name), '');
  const seen = (): string[] => loose.in(objects).map((path) => path.slice(folder.length + 1, folder.length + 2));

  put(id('1'));
  put('tmp_obj_1');
  expect(seen()).toEqual(['1']);
  put(id('2'));
  expect(seen().toSorted()).toEqual(['1', '2']);
  await delay(150);
  expect(seen().toSorted()).toEqual(['1', '2']);
  put(id('3'));
  utimesSync(folder, 1, 1);
  expect(seen().toSorted()).toEqual(['1', '2', '3']);
  await delay(150);
  expect(seen()).toHaveLength(3);
  rmSync(join(folder, id('1')));
  expect(seen().toSorted()).toEqual(['2', '3']);
});
