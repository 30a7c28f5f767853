/** 7.1: what a library gives is not replaced for everybody in order to make one caller right. */
import { expect, it } from 'vitest';
import { parse } from '../../src/adapters/inspector/parse.ts';
import { inspectPatch } from '../../src/trust/inspect.ts';

const rulesOf = (file: string, before: string, added: string, title = 'The wait is too long'): string[] =>
  inspectPatch(
    {
      findings: [{ title, description: '', category: 'bug', file }],
      files: [{ path: file, before, after: `${before}\n${added}\n` }],
      tests: [],
    },
    parse,
  ).flatMap(({ rule }) => (rule === 'library-replaced' ? [rule] : []));

const python = 'import shop.clock as c\n\n\ndef wait(n):\n    return c.span(n + 1)\n';
const script = "import wires from 'wires';\nexport const send = (text) => wires.post(text);\n";
const common = "const wires = require('wires');\nexports.send = (text) => wires.post(text);\n";

it.each([
  ['src/wait.py', python, 'c.span = lambda n: n - 1'],
  ['src/wait.py', python, 'def shorter(n):\n    return n - 1\n\n\nc.span = shorter'],
  ['src/wait.py', python, 'setattr(c, "span", lambda n: n - 1)'],
  ['src/wait.py', `from shop import a, b\n${python}`, 'b.span = lambda n: n - 1'],
  ['src/send.mjs', script, 'wires.post = (text) => text.trim();'],
  ['src/send.ts', script, 'const quiet = () => null;\nwires.post = quiet;'],
  ['src/send.cjs', common, "wires['post'] = function () {};"],
  ['src/send.cjs', common, "Object.defineProperty(wires, 'post', { value: () => null });"],
])('7.1 refuses in %s what replaces a function of a library: %#', (file, before, added) => {
  expect(rulesOf(file, before, added)).toEqual(['library-replaced']);
});

it.each([
  ['a hook that nobody calls', 'src/wait.py', python, 'c.on_error = lambda error: None'],
  ['a setting', 'src/send.mjs', script, 'wires.timeout = 5_000;'],
  ['an object of its own', 'src/send.mjs', script, 'const own = {};\nown.post = () => null;'],
])('7.1 lets pass %s', (_, file, before, added) => {
  expect(rulesOf(file, before, added)).toEqual([]);
});

it('7.1 lets pass what was asked for', () => {
  expect(rulesOf('src/send.mjs', script, 'wires.post = () => null;', 'Old wires need a polyfill of post')).toEqual([]);
});
