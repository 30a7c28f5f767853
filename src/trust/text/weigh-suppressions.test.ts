import { expect, it } from 'vitest';
import { parse } from '../../adapters/inspector/parse.ts';
import type { Asking } from '../../model/patch.ts';
import { inspectPatch } from '../inspect.ts';

const before = `export function load(id: string): string {
  return id.trim();
}

export function store(id: string): void {
  write(id);
}
`;

const finding = { title: 'load keeps blanks inside', category: 'bug', description: '', file: 'src/load.ts', line: 2 };

const refusalOf = (after: string, other: Partial<Asking> = {}): boolean | undefined => {
  const found = inspectPatch(
    {
      findings: [{ ...finding, ...other }],
      files: [{ path: 'src/load.ts', before, after }],
      tests: [],
    },
    parse,
  ).find(({ gate }) => gate === 'suppressions');
  return found === undefined ? undefined : found.noteOnly !== true;
};

const fixed = before.replace('id.trim()', "id.replaceAll(' ', '')");
const helper = (words: string): string => `${fixed}
${words}
export function both(a: string, b: string): string {
  return load(a) + load(b);
}
`;

const uncovered = fixed.replace('  return', "  /* c8 ignore next */\n  if (id === undefined) return '';\n  return");

const overOld = fixed.replace('  write(id)', '  // eslint-disable-next-line no-undef\n  write(id)');

it.each([
  ['of a named rule on new code', helper('// eslint-disable-next-line max-params'), {}],
  ['of a named rule over code that was there, away from the finding', overOld, {}],
  ['on new code at the finding that no test runs', uncovered, {}],
  [
    'of a named rule for a whole file in which no finding lies',
    `/* eslint no-proto: 0 */\n${fixed}`,
    { file: 'src/other.ts' },
  ],
])('7.1 a suppression %s is noted', (_, after, other) => expect(refusalOf(after, other)).toBe(false));

it.each([
  ['of no named rule', helper('// eslint-disable-next-line'), {}],
  ['for the whole file of the finding', `/* eslint-disable max-params */\n${helper('')}`, {}],
  ['of what a finding about tests wants', uncovered, { title: 'load is not tested' }],
  ['of the rule of the finding', helper('// eslint-disable-next-line max-params'), { rule: 'max-params' }],
  ['over code that was there, of a finding about the whole file', overOld, { line: undefined }],
  ['at the finding', fixed.replace('  return', '  // eslint-disable-next-line no-undef\n  return'), {}],
])('7.1 a suppression %s is refused', (_, after, other) => expect(refusalOf(after, other)).toBe(true));

const blank = "it('keeps none', () => expect(load(' a ')).toBe('a')); // eslint-disable-line\n";

/** Of a file beside the fix. */
const refusalIn = (path: string, old: string, now: string): boolean | undefined => {
  const found = inspectPatch(
    {
      findings: [finding],
      files: [
        { path: 'src/load.ts', before, after: fixed },
        { path, before: old, after: now },
      ],
      tests: [],
    },
    parse,
  ).find(({ gate }) => gate === 'suppressions');
  return found === undefined ? undefined : found.noteOnly !== true;
};

const others = "it('loads', () => expect(load('a')).toBe('a'));\n";

it('7.1 a suppression on a line of tests that came with the patch is noted', () =>
  expect(refusalIn('test/load.test.ts', others, others + blank)).toBe(false));

it.each([
  ['on a test that was there', 'test/load.test.ts', others, others.replace(';\n', '; // eslint-disable-line\n')],
  ['of types', 'test/load.test.ts', others, `${others}// @ts-nocheck\n`],
  ['on new code of the product', 'src/more.ts', 'export {};\n', `export {};\n${blank}`],
])('7.1 a suppression %s is refused', (_, path, old, now) => expect(refusalIn(path, old, now)).toBe(true));
