import { expect, test } from 'vitest';
import { present } from './present.ts';

test('leaves out what is missing, and keeps what is only empty', () => {
  expect(present(['a', false, '', undefined, null, 'b'])).toEqual(['a', '', 'b']);
  expect(present([0, false])).toEqual([0]);
});
