/** What becomes of things that gates notice away from the finding, in a patch that brings much else. */
import { describe, expect, it } from 'vitest';
import { parse } from '../adapters/inspector/parse.ts';
import type { Asking, ChangedFile } from '../model/patch.ts';
import { inspectPatch } from './inspect.ts';

const words =
  'amber basil cedar delta ember fennel garnet hazel indigo jasper kelp lemon maple nettle olive pepper quartz rowan ' +
  'sable thyme umber violet walnut yarrow';

const parts = words
  .split(' ')
  .map((word) => `exports.${word} = (x) => x.${word}();\n`)
  .join('');
const head = 'exports.first = (x) => x.head;\n';
const mended = 'exports.first = (x) => x.head ?? null;\n';

const finding: Asking = {
  title: 'a head may be missing',
  category: 'bug',
  description: '',
  file: 'src/parts.js',
  line: 1,
};

/** Whether the patch is refused: by itself, and with much else. */
const refusals = (file: ChangedFile, other: Partial<Asking> = {}): { small: boolean; rich: boolean } => {
  const isRefused = (more: string): boolean =>
    inspectPatch(
      {
        findings: [{ ...finding, ...other }],
        files: [{ path: 'src/parts.js', before: head, after: mended + more }, file],
        tests: [],
      },
      parse,
    ).some(({ noteOnly, gate }) => noteOnly !== true && gate !== 'durable');
  return { small: isRefused(''), rich: isRefused(parts) };
};

const tests = (body: string, options = ''): string =>
  `const test = require('node:test');\nconst assert = require('node:assert');\nconst { load } = require('../src/load');\n\ntest('loads', ${options}() => {\n${body}});\n`;

const checks = (names: string): string =>
  names
    .split(' ')
    .map((name) => `  assert.equal(load('${name}'), '${name.toUpperCase()}');\n`)
    .join('');

const ofTests = (before: string, after: string): ChangedFile => ({ path: 'test/load.test.js', before, after });

const all = 'ash birch cherry elm fir gum hemlock ivy juniper larch';
const ten = tests(checks(all));

const load = 'exports.load = (path) => {\n  return open(path);\n};\n';
const quiet = 'exports.load = (path) => {\n  try {\n    return open(path);\n  } catch {}\n};\n';
const isQuiet = load.replace('  return', '  // eslint-disable-next-line\n  return');

describe('a patch that brings much else', () => {
  it.each<[string, ChangedFile]>([
    ['an error that is dropped elsewhere', { path: 'src/load.js', before: load, after: quiet }],
    ['a check that is gone, of ten', ofTests(ten, tests(checks(all.replace(' larch', ''))))],
    ['a test that is left out on a condition', ofTests(ten, tests(checks(all), '{ skip: !open.isReady }, '))],
    ['a suppression elsewhere', { path: 'src/load.js', before: load, after: isQuiet }],
    [
      'what tests are given, and compares by itself',
      ofTests(ten, ten.replace('  assert', "  const odd = { [Symbol.toPrimitive]: () => 'x' };\n  assert")),
    ],
  ])('7.1 is not refused for %s, which is noted', (_, file) =>
    expect(refusals(file)).toEqual({ small: true, rich: false }),
  );

  it.each<[string, ChangedFile, Partial<Asking>]>([
    ['a test that is skipped', ofTests(ten, tests(checks(all), '{ skip: true }, ')), {}],
    ['a test that is skipped for a reason in words', ofTests(ten, tests(checks(all), "{ skip: 'flaky' }, ")), {}],
    ['a test that a variable leaves out', ofTests(ten, tests(checks(all), '{ skip: !process.env.SLOW }, ')), {}],
    ['half of the checks', ofTests(ten, tests(checks('ash birch cherry elm fir'))), {}],
    [
      'a check of what the finding names',
      ofTests(ten, tests(checks(all.replace(' larch', '')))),
      { title: 'see `load`' },
    ],
    [
      'an error that is dropped at the finding',
      { path: 'src/load.js', before: load, after: quiet },
      { file: 'src/load.js' },
    ],
    [
      'a suppression at the finding',
      { path: 'src/load.js', before: load, after: isQuiet },
      { file: 'src/load.js', line: 2 },
    ],
    [
      'a suppression of security',
      { path: 'src/load.js', before: load, after: load.replace('open(path);', 'open(path); // nosemgrep') },
      {},
    ],
  ])('7.1 is refused for %s all the same', (_, file, other) => expect(refusals(file, other).rich).toBe(true));
});
