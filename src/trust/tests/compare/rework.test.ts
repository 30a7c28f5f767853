import { describe, expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../inspect.ts';

const code = (name: string): string => `exports.list = function (all) {\n  return all.${name}();\n};\n`;

const test = (title: string, checks: readonly string[]): string =>
  `test('${title}', function (t) {\n${checks.map((check) => `  ${check}\n`).join('')}  t.end();\n});\n`;

const head = "var test = require('tape');\nvar list = require('../lib/list').list;\n\n";
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `t.deepEqual(list([${n}, ${n + 1}]), [${n + 1}, ${n}]);`);

/** Whether it is refused that the first of two checks is gone. */
const isRefused = (checks: readonly string[], description = ''): boolean | undefined => {
  const kept = "t.deepEqual(list(['a', 'b']), ['b', 'a']);";
  const before = head + test('order', ["t.deepEqual(list(['x', 'y', 'z'], 'up'), 'none of these');", kept]);
  const remark = inspectPatch(
    {
      findings: [{ title: 'the order is wrong', category: 'bug', description, file: 'lib/list.js', line: 2 }],
      files: [
        { path: 'lib/list.js', before: code('slice'), after: code('toReversed') },
        { path: 'test/list.js', before, after: head + test('order', [kept]) + test('numbers', checks) },
      ],
      tests: [],
    },
    parse,
  ).find(({ rule }) => rule === 'assertion-removed');
  return remark === undefined ? undefined : remark.noteOnly !== true;
};

describe('a check that is gone', () => {
  it('7.1 is only noted where the tests were reworked, and more is checked than before', () =>
    expect(isRefused(numbered(6))).toBe(false));

  it.each([
    ['few checks come', numbered(4), ''],
    ['the same check comes many times', Array.from({ length: 8 }, () => numbered(1)[0] ?? ''), ''],
    ['what comes holds anyway', Array.from({ length: 8 }, (_, n) => `t.equal(${n}, ${n});`), ''],
    ['the finding names what it is about', numbered(8), '`list` gives them as they are.'],
  ])('7.1 is refused where %s', (_, checks, description) => expect(isRefused(checks, description)).toBe(true));
});
