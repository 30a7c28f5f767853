/** What was changed between two versions of a text. */
import { describe, expect, it } from 'vitest';
import { array, assert, constantFrom, property } from 'fast-check';
import { changedLines } from './changed-lines.ts';

const shown = (old: string[], now: string[]): string[] =>
  changedLines(old, now).map(({ sign, old: then, now: at, text }) => `${sign}${then},${at} ${text}`);

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

describe('changedLines', () => {
  it('4.16 shows what was there and what is there now, with three lines around it', () => {
    const now = [...numbered(1, 9), 'new', ...numbered(11, 20)];
    expect(shown(numbered(1, 20), now)).toEqual([
      ' 7,7 line 7',
      ' 8,8 line 8',
      ' 9,9 line 9',
      '-10,10 line 10',
      '+11,10 new',
      ' 11,11 line 11',
      ' 12,12 line 12',
      ' 13,13 line 13',
    ]);
  });

  it('4.16 shows each line once where two changes are near each other', () => {
    const now = ['a', ...numbered(2, 4), 'b', ...numbered(6, 20)];
    expect(shown(numbered(1, 20), now)).toEqual([
      '-1,1 line 1',
      '+2,1 a',
      ' 2,2 line 2',
      ' 3,3 line 3',
      ' 4,4 line 4',
      '-5,5 line 5',
      '+6,5 b',
      ' 6,6 line 6',
      ' 7,7 line 7',
      ' 8,8 line 8',
    ]);
  });

  it('4.16 counts another indentation as a change', () => {
    expect(shown(['if', 'a', 'b'], ['if', '  a', 'b'])).toContain('+3,2   a');
  });

  it('4.16 is all of a new text, and nothing where nothing changed', () => {
    expect(shown([], ['a', 'b'])).toEqual(['+1,1 a', '+1,2 b']);
    expect(shown(['a'], ['a'])).toEqual([]);
  });

  it('4.16 whatever was changed: both versions can be read from it', () => {
    const text = array(constantFrom('a', 'b', ' a', 'c', '}', ''), { maxLength: 40 });
    assert(
      property(text, text, (old, now) => {
        const lines = changedLines(old, now);
        expect(lines.filter(({ sign }) => sign !== '+').every((each) => old[each.old - 1] === each.text)).toBe(true);
        expect(lines.filter(({ sign }) => sign !== '-').every((each) => now[each.now - 1] === each.text)).toBe(true);
        expect(new Set(lines.map((each) => JSON.stringify(each))).size).toBe(lines.length);
        const removed = lines.filter(({ sign }) => sign === '-').length;
        const added = lines.filter(({ sign }) => sign === '+').length;
        expect(now.length - old.length).toBe(added - removed);
      }),
    );
  });
});
