/** Cutting without leaving a part of a word that would give something away. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutEnd, cutStart, withoutFirstWord, withoutLastWord } from './cut.ts';

const token = `ghp_${'A1b2C3d4E5'.repeat(4)}`;

describe('cutting a text', () => {
  it.each([
    ['leaves what is short enough', cutEnd('a text', 6), 'a text'],
    ['cuts between words', cutEnd('one two three', 8), 'one two '],
    ['cuts a short word', cutEnd('abcdefg', 3), 'abc'],
    ['cuts what repeats itself', cutEnd('x'.repeat(50), 10), 'x'.repeat(10)],
    ['leaves a long word out', cutEnd(`see ${token} there`, 20), 'see '],
    ['leaves it out at the other end', cutStart(`see ${token} there`, 20), ' there'],
    ['keeps a word that ends at the cut', cutEnd(`see ${token} there`, 4 + token.length), `see ${token}`],
    ['cuts data that is no word', cutEnd('a1B2c3D4'.repeat(2_000), 9_000).length, 9_000],
    ['knows no words in other scripts', cutEnd('一二三四五六七八九十', 5), '一二三四五'],
    ['drops a word whose end is gone', withoutLastWord(`see ${token.slice(0, 20)}`), 'see '],
    ['drops a word whose beginning is gone', withoutFirstWord(`${token.slice(-20)} there`), ' there'],
  ])('%s', (_, cut, expected) => {
    expect(cut).toEqual(expected);
  });

  it('never makes it longer than was asked', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.nat(60), (text, length) => {
        expect(cutEnd(text, length).length).toBeLessThanOrEqual(Math.max(length, 0));
        expect(text.startsWith(cutEnd(text, length))).toBe(true);
        expect(text.endsWith(cutStart(text, length))).toBe(true);
      }),
    );
  });
});
