/** What a patch takes out, and what it only moves. */
import { describe, expect, it } from 'vitest';
import { goneLines } from './gone-lines.ts';

const patch = (path: string, ...lines: string[]): string =>
  [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, '@@ -1,9 +1,9 @@', ...lines, ''].join('\n');

describe('lines that are gone', () => {
  it('7.1 are those that come back nowhere', () => {
    expect(goneLines(patch('a.js', '-one', '-two', '+three', ' four'))).toEqual([
      { path: 'a.js', text: 'one' },
      { path: 'a.js', text: 'two' },
    ]);
  });

  it('7.1 are not those that are moved, indented, or put into another file', () => {
    expect(goneLines(patch('a.js', '-one', '+  one'))).toEqual([]);
    expect(goneLines(patch('a.test.js', "-it('x')") + patch('a.old.js', "+it('x')"))).toEqual([]);
  });

  it('7.1 are as many as went: one that comes back once was there twice', () => {
    expect(goneLines(patch('a.js', '-one', '-one', '+one'))).toHaveLength(1);
  });

  it('7.1 are also those that look like the head of a file', () => {
    expect(goneLines(patch('a.sql', '--- all of it', '-'))).toEqual([{ path: 'a.sql', text: '-- all of it' }]);
  });
});
