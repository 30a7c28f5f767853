import { expect, expectTypeOf, test } from 'vitest';
import { given } from './given.ts';

test('leaves out what is undefined, and nothing else', () => {
  const fields = { line: undefined, column: 0, text: '', flag: false, none: null };
  expect(Object.entries(given(fields))).toEqual([
    ['column', 0],
    ['text', ''],
    ['flag', false],
    ['none', null],
  ]);
});

test('is a plain object that can be compared and changed', () => {
  expect(given({ a: 1, b: undefined })).toStrictEqual({ a: 1 });
});

test('makes optional what may be undefined', () => {
  const maybe = (line: number | undefined, file: string): { file: string; line?: number } => given({ file, line });
  expectTypeOf(given<{ line: number | undefined; file: string }>).returns.toEqualTypeOf<
    { file: string } & { line?: number }
  >();
  expect(maybe(undefined, 'a')).toStrictEqual({ file: 'a' });
});
