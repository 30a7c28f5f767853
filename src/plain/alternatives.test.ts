import { expect, it } from 'vitest';
import { anyLineOf, anyWordOf } from './alternatives.ts';

it('makes alternatives of words, and of lines', () => {
  const words = new RegExp(
    `^(?:${anyWordOf(`
      one two
      three
    `)})$`,
  );
  expect(['one', 'three', 'one two', '', 'four'].filter((text) => words.test(text))).toEqual(['one', 'three']);
  const lines = new RegExp(
    `^(?:${anyLineOf(`
      out of credits
      spend(?:ing)? limit
    `)})$`,
  );
  expect(['out of credits', 'spend limit', 'credits', ''].filter((text) => lines.test(text))).toEqual([
    'out of credits',
    'spend limit',
  ]);
});
