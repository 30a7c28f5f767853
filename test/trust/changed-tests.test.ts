/** 7.1, 7.4: lines of existing tests that a patch changes, in languages that are read as text, are noted. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/adapters/inspector/parse.ts';
import { inspectPatch } from '../../src/trust/inspect.ts';
import type { Remark } from '../../src/model/remark.ts';

const code = {
  path: 'src/fare.c',
  before: 'int fare(int n) {\n  return n;\n}\n',
  after: 'int fare(int n) {\n  return 2 * n;\n}\n',
};
const tests = '#include "small.h"\n\nint main(void) {\n  VERIFY(fare(3) == 6, "three zones");\n  return done();\n}\n';

const notedIn = (after: string, { path = 'tests/fare.c', before = tests, about = code.path } = {}): Remark[] =>
  inspectPatch(
    {
      findings: [{ title: 'Zones are not counted', description: '', category: 'bug', file: about, line: 1 }],
      files: [code, { path, before, after }],
      tests: [],
    },
    parse,
  ).filter(({ gate }) => gate === 'tests');

describe('tests in a language that is read as text', () => {
  it.each([
    ['a check of a name that nobody knows', tests.replace('fare(3) == 6', '1')],
    ['a line behind which nothing counts', tests.replace('return done();', 'return 0;')],
    ['a line that is a comment now', tests.replace('  VERIFY', '  // VERIFY')],
  ])('7.4 are noted with a line that is another one: %s', (_, after) => {
    const noted = { rule: 'test-changed', file: 'tests/fare.c', before: true, noteOnly: true };
    expect(notedIn(after)).toContainEqual(expect.objectContaining(noted));
  });

  it.each([
    ['with a check that calls nothing any more', tests.replace('fare(3) == 6', '1')],
    ['without it', tests.replace(/  VERIFY.*\n/, '')],
  ])('7.1 are refused %s', (_, after) => {
    expect(notedIn(after).filter(({ noteOnly }) => noteOnly !== true)).toMatchObject([{ rule: 'assertion-removed' }]);
  });

  it.each([
    ['by the preprocessor', tests.replace('#include', '#define NDEBUG\n#include')],
    ['behind the end', tests.replace('  VERIFY', '  return 0; VERIFY')],
  ])('7.1 are refused where checks are switched off %s', (_, after) => {
    expect(notedIn(after)).toContainEqual(expect.objectContaining({ rule: 'assertion-unreachable' }));
  });

  it.each([
    ['with another argument', tests.replace('fare(3) == 6', 'fare(4) == 8')],
    ['with another name of the check', tests.replace('VERIFY(fare(3) == 6, "three', 'EXPECT(fare(3) == 6, "3')],
  ])('7.1 are not refused for being written otherwise: %s', (_, after) => {
    expect(notedIn(after).filter(({ noteOnly }) => noteOnly !== true)).toEqual([]);
  });

  it.each([
    ['lines that are new', tests.replace('  return done', '  VERIFY(fare(0) == 0, "none");\n  return done')],
    ['lines that are indented', tests.replace('  VERIFY', '    VERIFY')],
    ['a comment that is another one', tests.replace('int main', '/* all */\nint main')],
  ])('7.4 are not noted for %s', (_, after) => {
    expect(notedIn(after)).toEqual([]);
  });

  it('7.4 are not noted where the finding is about them, nor where a syntax tree tells what changed', () => {
    expect(notedIn(tests.replace('fare(3) == 6', '1'), { about: 'tests/fare.c' })).toEqual([]);
    const python = 'def test_fare():\n    assert fare(3) == 6\n';
    expect(notedIn(python.replace('6', '7'), { path: 'tests/test_fare.py', before: python })).toEqual([]);
  });
});
