/** Which lines are new, and which were only moved, indented or copied. */
import { expect, it } from 'vitest';
import { linesWritten } from './lines-written.ts';

const old = ['one()', '  two()', 'three()'];

it('7.7 tells lines that were written from those that were there', () => {
  expect(linesWritten(old, ['one()', 'new()', '  two()', '', 'three(4)'], old)).toEqual([
    false,
    true,
    false,
    null,
    true,
  ]);
});

it('7.7 takes what was moved, indented or copied from another file for what it was', () => {
  expect(linesWritten(old, ['three()', '    one()', 'two( )'], old)).toEqual([false, false, false]);
  expect(linesWritten([], ['five()', 'six()'], ['if (x) {', '\tfive()'])).toEqual([false, true]);
});
