import { expect, test } from 'vitest';
import { cleanText, shortened, textOr } from './clean-text.ts';

test('takes out what breaks files and terminals', () => {
  expect(cleanText(' a\0b\uD800 ', 10)).toBe('ab\uFFFD');
});

test('says where it cut, and never cuts a character in two', () => {
  expect(cleanText('ab😀cd', 3)).toBe('ab … (cut after 3 characters)');
  expect(cleanText('abc', 3)).toBe('abc');
});

test('takes the other text when there is none', () => {
  expect(textOr(3, 'none', 10)).toBe('none');
  expect(textOr(' three ', 'none', 10)).toBe('three');
});

test('lists the first, and counts the rest', () => {
  expect(shortened(['a', 'b', 'c'], 1, (more) => `${more} more`)).toEqual(['a', '2 more']);
  expect(shortened(['a'], 1, (more) => `${more} more`)).toEqual(['a']);
});
