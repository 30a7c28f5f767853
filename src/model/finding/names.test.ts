import { expect, test } from 'vitest';
import { finderIn } from './names.ts';

const findings = [
  { id: 'Ab12', code: 'BE-001' },
  { id: 'cd34', code: 'be-001' },
  { id: 'BE-003', code: 'FE-001' },
  { id: 'ef56', code: 'BE-003' },
];
const find = finderIn(findings);

test.each([
  ['the exact id', 'cd34', 'cd34'],
  ['the exact code', 'be-001', 'cd34'],
  ['an id before a code that reads the same', 'BE-003', 'BE-003'],
  ['a code in another case, with spaces: the first that has it', ' Be-001 ', 'Ab12'],
  ['a code before an id in another case', 'be-003', 'ef56'],
  ['an id in another case', 'AB12 ', 'Ab12'],
])('finds by %s', (_, name, id) => {
  expect(find(name)?.id).toBe(id);
});

test.each(['', 'BE', 'BE-0010', '__proto__'])('finds nothing by %j', (name) => {
  expect(find(name)).toBeUndefined();
});
