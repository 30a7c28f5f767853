import { expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../inspect.ts';

const isRefused = (path: string, more: string): boolean =>
  inspectPatch(
    {
      findings: [{ title: 'blanks are kept', category: 'bug', description: '', file: 'src/parse.js', line: 1 }],
      files: [
        { path: 'src/parse.js', before: 'exports.parse = (x) => x;\n', after: 'exports.parse = (x) => x.trim();\n' },
        { path, before: 'let at = 0;\n', after: `let at = 0;\n${more}` },
      ],
      tests: [],
    },
    parse,
  ).some(({ rule, noteOnly }) => rule === 'equality-overloaded' && noteOnly !== true);

const own = 'function expect(token) {\n  if (peek() !== token) throw new SyntaxError(token);\n  at += 1;\n}\n';

it('7.1 a parser may expect something', () => expect(isRefused('src/tokens.js', own)).toBe(false));

it.each([
  ['tests have', 'test/parse.test.js', own],
  ['is given to all', 'src/tokens.js', `${own}globalThis.expect = expect;\n`],
  ['is given to others', 'src/tokens.js', `${own}module.exports = { expect };\n`],
])('7.1 what %s under the name of an assertion is refused', (_, path, more) =>
  expect(isRefused(path, more)).toBe(true),
);
