import { expect, test } from 'vitest';
import { namedAmong } from './named-files.ts';

const files = ['src/a.ts', 'src/b/a.ts', 'src/b/über uns.ts', 'Makefile', 'lib/c-d.ts'];
const named = namedAmong(files);

test.each([
  ['a path', 'I changed src/a.ts.', ['src/a.ts']],
  ['the end of a path', 'see b/a.ts:12', ['src/b/a.ts']],
  ['a base name, whoever has it', '`a.ts`', ['src/a.ts', 'src/b/a.ts']],
  ['a path of this folder', './Makefile-', ['Makefile']],
  ['a path of another system', 'src\\b\\a.ts', ['src/b/a.ts']],
  ['an absolute path', 'in /home/me/repo/lib/c-d.ts', ['lib/c-d.ts']],
  ['a path with a space', 'now src/b/über uns.ts is right', ['src/b/über uns.ts']],
])('finds %s', (_, text, expected) => {
  expect([...named(text)]).toEqual(expected);
});

test.each(['', 'a', 'src/a', 'xsrc/a.ts', '/src/b', 'other/a.tsx', '/'])('finds nothing in %j', (text) => {
  expect([...named(text)]).toEqual([]);
});

test('stays quick with what was made to be slow', () => {
  expect([...named('/'.repeat(20_000))]).toEqual([]);
  expect([...named('a/'.repeat(10_000))]).toEqual([]);
  expect([...named(`${'x '.repeat(10_001)}src/a.ts`)]).toEqual([]);
});
