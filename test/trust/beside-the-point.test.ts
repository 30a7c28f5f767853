/** 7.1: a change that leaves all code alone while its finding is about code. */
import { expect, it } from 'vitest';
import { parse } from '../../src/adapters/inspector/parse.ts';
import { inspectPatch } from '../../src/trust/inspect.ts';

const rulesOf = (title: string, paths: readonly string[], file = 'src/pages.py'): string[] =>
  inspectPatch(
    {
      findings: [{ title, description: '', category: 'bug', file }],
      files: paths.map((path) => ({ path, before: 'x = 1\n', after: 'x = 2\n' })),
      tests: [],
    },
    parse,
  ).flatMap(({ gate, rule }) => (gate === 'beside-the-point' ? [rule] : []));

it.each([
  ['one page too many', ['tests/data.json']],
  ['one page too many', ['setup.cfg', '.github/workflows/ci.yml', 'Makefile']],
  ['one page too many', ['tests/helpers.rb']],
])('7.1 refuses for “%s” a change of %j only', (title, paths) => {
  expect(rulesOf(title, paths)).toEqual(['finding-untouched']);
});

it.each([
  ['one page too many', ['src/pages.py', 'tests/data.json'], 'src/pages.py'],
  ['one page too many', ['src/sizes.rb', 'tests/data.json'], 'src/pages.py'],
  ['one page too many', ['templates/pages.html'], 'src/pages.py'],
  ['page_count has no tests', ['tests/data.json'], 'src/pages.py'],
  ['the settings of pages are not documented', ['README.md'], 'src/pages.py'],
  ['the threshold is wrong', ['setup.cfg'], 'setup.cfg'],
])('7.1 lets pass for “%s” a change of %j', (title, paths, file) => {
  expect(rulesOf(title, paths, file)).toEqual([]);
});
