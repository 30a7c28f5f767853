/**
 * Strings and values that break readers: paths that lead out, keys that reach for the prototype, sizes beyond reason.
 */
import type { Random } from '../loop/random.ts';

/** Marks what a document type declares; it must never come out multiplied. */
export const expandedMark = 'ZZEXPANDEDZZ';

const paths = [
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\x',
  'file:///etc/passwd',
  'file://host/share/x',
  '%2e%2e%2fx',
  '%2e%2e/%2e%2e/x',
  'a/../../b',
  '.git/config',
  'src/.GIT/hooks/x',
  '.git\\config',
  '%2egit/config',
  '`../x`',
  '`.git/x`',
  '\\\\wsl$\\d\\etc',
  '//wsl.localhost/d/repo/../../x',
  '/repo/../x',
  '/repo/.git/x',
  'file:///repo/%2e%2e/x',
  'javascript:alert(1)',
  '~/x',
  'a\0b',
  'a\nb',
  '\uD800',
  '',
];

const texts = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '{0}',
  '{{{0}',
  '\u202E',
  '\uFEFF',
  '&lol;',
  ']]>',
  '<![CDATA[',
  '```',
  '\u001B[2J',
  '1e999',
  '-0',
  'NaN',
  'null',
];

/**
 * What makes a reader take long when it comes often: regular expressions that go back, brackets that stay open, text
 * that is read again.
 */
const characters = Array.from('a \t\n([{-*_`.:\\/&#<"\'01^~=>})|,\u2028\u000B\uFFFDé😀');
const inProse = [
  '[a](',
  '![',
  ' - ',
  '**',
  ': ',
  'a.',
  'a ',
  '1. ',
  '- \n',
  'a-',
  'a/',
  '](1)',
  '\r\n',
  '**a**',
  '## a\n',
  '- a\n',
  '1) a\n',
  'e.g. ',
  '`a` ',
];
const inJson = [
  '{"',
  '\\"',
  '"a":',
  '[]',
  '{}',
  '{"a":',
  '[{',
  '"a",',
  '{"findings":[',
  '"a"b',
  "'a'",
  'a\n"',
  ',,',
  '/*a*/',
  '```\n',
  '```json\n',
];
const inXml = ['<a ', '&#', '%25', '<a>', '<a/>', '&lt;', 'a="b" ', '<!--', '<![CDATA['];
const inLines = [
  'a:1:',
  'src/a.ts:1 ',
  'src/a.ts:1:1: ',
  'line 1 ',
  '(1,2)',
  '--> ',
  '  --> a:1\n',
  'error: ',
  'warning: a\n',
  '| ',
  'C:\\',
  'file:///',
  '\u001B[0m',
  'error TS1: ',
  'a(1,2): ',
  '@@ ',
];
const inReviews = ['[Review] ', 'Verdict: ', '- **File**: ', 'File: a\n'];
const units = [...characters, ...inProse, ...inJson, ...inXml, ...inLines, ...inReviews];

const often = (random: Random): string => {
  const unit = random.pick(units) + (random.chance(0.2) ? random.pick(units) : '');
  return unit.repeat(
    Math.ceil(
      random.weighted([
        [6, 100],
        [4, 1_000],
        [3, 8_000],
        [1, 40_000],
      ]) / unit.length,
    ),
  );
};

export const nastyText = (random: Random): string =>
  random.weighted([
    [12, () => random.pick(paths)],
    [8, () => random.pick(texts)],
    [5, () => often(random)],
    [2, () => `${often(random)}${random.pick(units)}!`],
    [1, () => `src/${'x'.repeat(random.pick([300, 5_000]))}.ts`],
  ])();

const numbers = [-1, 0, 1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, Number.MIN_VALUE, 1_000_000_007];

export const nested = (depth: number): unknown => {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

export const nastyValue = (random: Random): unknown =>
  random.weighted<() => unknown>([
    [6, () => nastyText(random)],
    [3, () => random.pick(numbers)],
    [2, () => random.pick([null, true, false, [], {}, [[]], [null], { length: 5 }, { text: 1 }])],
    [1, () => nested(random.pick([3, 50, 2_000]))],
    [1, () => Array.from({ length: random.pick([10, 1_000]) }, () => random.pick(numbers))],
  ])();
