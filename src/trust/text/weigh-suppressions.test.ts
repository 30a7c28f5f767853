import { expect, it } from 'vitest';
import { parse } from '../../adapters/inspector/parse.ts';
import { inspectPatch } from '../inspect.ts';

const before = `export function load(id: string): string {
  return id.trim();
}

export function store(id: string): void {
  write(id);
}
`;

const refusalOf = (after: string, rule?: string): boolean | undefined => {
  const finding = { title: 'load keeps blanks inside', category: 'bug', description: '', file: 'src/load.ts', line: 2 };
  const found = inspectPatch(
    {
      findings: [{ ...finding, ...(rule !== undefined && { rule }) }],
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

it('7.1 a suppression of a named rule on new code is noted', () =>
  expect(refusalOf(helper('// eslint-disable-next-line max-params'))).toBe(false));

it.each([
  ['of no named rule', helper('// eslint-disable-next-line'), undefined],
  ['for the whole file', `/* eslint-disable max-params */\n${helper('')}`, undefined],
  ['of the rule of the finding', helper('// eslint-disable-next-line max-params'), 'max-params'],
  [
    'over code that was there',
    fixed.replace('  write(id)', '  // eslint-disable-next-line no-undef\n  write(id)'),
    undefined,
  ],
  ['at the finding', fixed.replace('  return', '  // eslint-disable-next-line no-undef\n  return'), undefined],
])('7.1 a suppression %s is refused', (_, after, rule) => expect(refusalOf(after, rule)).toBe(true));
