import { expect, it } from 'vitest';
import { reordered } from './order.ts';

it.each([
  ['f"{day:%Y-%d-%m}"', 'f"{day:%Y-%m-%d}"', true],
  ['"yyyy-dd-MM"', '"yyyy-MM-dd"', true],
  ['"first last"', '"last first"', true],
  ['"a b"', '"a" + " b"', false],
  ['f"{day:%Y-%m-%d}"', 'day.strftime("%Y-%m-%d")', false],
])('7.1 parts of a text in another order are another behaviour: %s, %s', (gone, fresh, isOther) =>
  expect(reordered(gone, fresh).length > 0).toBe(isOther),
);
