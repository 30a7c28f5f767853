import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errnoOf } from './errno.ts';

const thrownBy = (action: () => unknown): unknown => {
  try {
    return action();
  } catch (error) {
    return error;
  }
};

test('reads the code of the system, and of nothing else', () => {
  expect(errnoOf(thrownBy(() => readFileSync('/no/such/file')))).toBe('ENOENT');
  expect(errnoOf(new Error('ENOENT'))).toBeUndefined();
  expect(errnoOf(Object.assign(new Error('x'), { code: 13 }))).toBeUndefined();
  expect(errnoOf({ code: 'ENOENT' })).toBeUndefined();
  expect(errnoOf(null)).toBeUndefined();
});
