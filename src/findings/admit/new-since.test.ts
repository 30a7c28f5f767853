import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSince, unchangedLines } from './new-since.ts';

const before = 'one\ntwo\nthree\nfour\n';
const isNew = (
  now: string | null,
  finding: Parameters<ReturnType<typeof newSince>>[0],
  was: string | null = before,
): boolean => newSince(() => ({ before: was, now }))({ file: 'a.ts', ...finding });

describe('what is new since an earlier version', () => {
  it.each([
    ['a line that was there', before, { line: 2 }, false],
    ['a line that moved down', `zero\n${before}`, { line: 3 }, false],
    ['a line that was added', `zero\n${before}`, { line: 1 }, true],
    ['a line that was changed in the middle', 'one\ntw0\nthree\nfour\n', { line: 2 }, true],
    ['a line that grew at its end', 'one\ntwo!\nthree\nfour\n', { line: 2 }, true],
    ['a line that grew at its start', 'one\n!two\nthree\nfour\n', { line: 2 }, true],
    ['a neighbour of a changed line', 'one\ntw0\nthree\nfour\n', { line: 3 }, false],
    ['a range with a changed line in it', 'one\ntwo\nthr33\nfour\n', { line: 2, endLine: 4 }, true],
    ['a range without one', 'one\ntwo\nthree\nfour\nfive\n', { line: 2, endLine: 4 }, false],
    ['the file as a whole, unchanged', before, {}, false],
    ['the file as a whole, changed', `${before}five\n`, {}, true],
  ])('1.9 %s', (_, now, finding, expected) => {
    expect(isNew(now, finding)).toBe(expected);
  });

  it('1.9 all of a file that was not there', () => {
    expect(isNew(before, { line: 1 }, null)).toBe(true);
  });

  it('1.9 a reviewer that saw both versions knows better', () => {
    expect(isNew(before, { line: 2, baseline: 'new' })).toBe(true);
    expect(isNew(`zero\n${before}`, { line: 1, baseline: 'unchanged' })).toBe(false);
    expect(isNew(`zero\n${before}`, { line: 1, baseline: 'updated' })).toBe(false);
  });

  it('1.9 findings about no file are not held back', () => {
    expect(newSince(() => ({ before, now: before }))({})).toBe(true);
  });

  it('1.9 lines that are called unchanged stand in both versions', () => {
    const text = fc
      .array(fc.constantFrom('', 'a', 'b', 'ab', '  a', '}', '\t'), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (old, now) => {
        const oldLines = new Set(old.split('\n'));
        const lines = now.split('\n');
        for (const number of unchangedLines(old, now)) expect(oldLines.has(lines[number - 1] ?? '?')).toBe(true);
        if (old === now) expect(unchangedLines(old, now).size).toBe(lines.length);
      }),
      { numRuns: 500 },
    );
  });
});
