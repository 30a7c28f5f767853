import { expect, it } from 'vitest';
import { parse } from '../../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../../inspect.ts';

const text = '#include <assert.h>\nint main(void) { assert(copy(3) == 3); return 0; }\n';

const isHidden = (was: string, path: string, others: readonly string[]): boolean =>
  inspectPatch(
    {
      findings: [{ title: 'copy forgets the end', category: 'bug', description: '', file: 'core/copy.c', line: 1 }],
      files: [
        {
          path: 'core/copy.c',
          before: 'int copy(int n) { return n; }\n',
          after: 'int copy(int n) { return n + 0; }\n',
        },
        { path, was, before: text, after: text },
      ],
      tests: others.map((each) => ({ path: each, text })),
    },
    parse,
  ).some(({ rule }) => rule === 'test-not-run');

it.each([
  ['check/t_copy.c', 'check/off_copy.c', []],
  ['check/own_copy.c', 'check/off_copy.c', ['check/own_sum.c']],
  ['tests/copy.check.js', 'tests/copy.old.js', ['tests/sum.check.js']],
])('7.1 refuses a test file that is no longer called like the others: %s → %s', (was, path, others) =>
  expect(isHidden(was, path, others)).toBe(true),
);

it.each([
  ['check/t_copy.c', 'check/t_duplicate.c', ['check/t_sum.c']],
  ['check/own_copy.c', 'check/new_copy.c', ['check/new_sum.c']],
  ['check/copy.spec.js', 'check/copy.test.js', ['check/sum.spec.js']],
])('but not one that is called like them still: %s → %s', (was, path, others) =>
  expect(isHidden(was, path, others)).toBe(false),
);
