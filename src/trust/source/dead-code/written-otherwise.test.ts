import { expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../inspect.ts';

const isRefused = (title: string, description = ''): boolean =>
  inspectPatch(
    {
      findings: [{ title, category: 'other', description, file: 'src/a.js', line: 1 }],
      files: [{ path: 'src/a.js', before: 'var a = 1;\n', after: 'let a = 1;\n' }],
      tests: [],
    },
    parse,
  ).some(({ rule, noteOnly }) => rule === 'same-behaviour' && noteOnly !== true);

it('5.5 code that does what it did is no answer to a finding about what it does', () =>
  expect(isRefused('The limit is wrong', 'It should be two')).toBe(true));

it.each(['problem F1', 'fix this line', 'F1'])('5.5 where hardly anything is said, it may be: %s', (title) =>
  expect(isRefused(title, 'about F1')).toBe(false),
);

it('5.5 few words are enough to say that something goes wrong', () => expect(isRefused('It crashes')).toBe(true));
