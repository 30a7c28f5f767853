import { expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import type { ChangedFile } from '../../../model/patch.ts';
import { inspectPatch } from '../../inspect.ts';

const isRefused = (files: readonly ChangedFile[], line = 2): boolean =>
  inspectPatch(
    {
      findings: [{ title: 'ports are wrong', category: 'bug', description: '', file: 'src/port.js', line }],
      files,
      tests: [],
    },
    parse,
  ).some(({ gate, noteOnly }) => gate === 'deletions' && noteOnly !== true);

const longest = 'function longest(all) {\n  return Math.max(...all.map((each) => each.length));\n}\n';
const port = 'exports.port = (text) => {\n  return Number(text);\n};\n';

it('7.1 a function of its file alone that nothing speaks of may go', () =>
  expect(isRefused([{ path: 'src/port.js', before: `${port}\n${longest}`, after: port }], 6)).toBe(false));

it.each([
  ['is used', `exports.port = (text) => {\n  return longest([text]);\n};\n`, ''],
  ['others can use', port, 'exports.longest = longest;\n'],
])('7.1 a function that %s may not', (_, own, more) => {
  const before = `${own}\n${longest}${more}`;
  expect(isRefused([{ path: 'src/port.js', before, after: own }], 6)).toBe(true);
});

const checked = 'exports.port = (text) => {\n  if (text < 1024) store(text);\n  return Number(text);\n};\n';
const shown = (names: string): string =>
  `const { port } = require('../src/port');\n${names
    .split(' ')
    .map((name) => `test('${name}', () => assert.equal(port(${name}), wanted.${name}));\n`)
    .join('')}`;

it('7.1 less code is only noted where tests come that show what it does now', () => {
  const code = { path: 'src/port.js', before: checked, after: port };
  const names = 'low high zero negative blank large odd even';
  expect(isRefused([code])).toBe(true);
  expect(isRefused([code, { path: 'test/port.js', before: null, after: shown(names) }])).toBe(false);
  expect(isRefused([code, { path: 'test/port.js', before: shown('usual taken free'), after: shown(names) }])).toBe(
    true,
  );
});

it('7.1 what an editor left behind is not missed', () => {
  const kept = { path: 'src/port.js', before: port, after: port.replace('Number(text)', 'Number(text) || null') };
  const left = { before: `${checked}${longest}`.replaceAll('port', 'other'), after: null };
  expect(isRefused([kept, { path: ';', ...left }])).toBe(false);
});

const spelled = (text: string): string => `exports.port = (text) => {\n  return known.has(${text});\n};\n`;

it('7.1 a value that is only looked at in another way may be looked at as it is', () => {
  expect(isRefused([{ path: 'src/port.js', before: spelled('text.toUpperCase()'), after: spelled('text') }])).toBe(
    false,
  );
  expect(isRefused([{ path: 'src/port.js', before: spelled('verify(text)'), after: spelled('text') }])).toBe(true);
});
