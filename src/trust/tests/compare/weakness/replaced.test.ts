/** 7.1: tests that are gone, and what may stand in their place. */
import { expect, it } from 'vitest';
import { parse } from '../../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../../inspect.ts';

const head = "import { expect, it } from 'vitest';\nimport { load } from './load';\n\n";
const gone = "it('stops', async () => {\n  await expect(load('a')).rejects.toThrow('no');\n});\n";
const before = 'export const load = async (name: string) => {\n  await save(name);\n  return 1;\n};\n';
const mended =
  'export const load = async (name: string) => {\n  try {\n    await save(name);\n    return 1;\n' +
  '  } catch (error) {\n    report(error);\n    return 0;\n  }\n};\n';

const refusals = (code: string, test: string, title = 'One failure ends the import'): string[] =>
  inspectPatch(
    {
      findings: [{ title, description: '', category: 'bug', file: 'src/load.ts', line: 1 }],
      files: [
        { path: 'src/load.ts', before, after: code },
        { path: 'src/load.test.ts', before: head + gone, after: head + test },
      ],
      tests: [],
    },
    parse,
  ).flatMap(({ gate, rule, noteOnly }) => (gate === 'tests' && noteOnly !== true ? [rule] : []));

it.each([
  [
    'one that asks as much of what is mended',
    mended,
    "it('goes on', async () => {\n  expect(await load('a')).toBe(0);\n});\n",
    [],
  ],
  ['nothing', mended, '', ['test-deleted']],
  [
    'one that asks little',
    mended,
    "it('goes on', async () => {\n  expect(await load('a')).toBeDefined();\n});\n",
    ['assertion-loosened'],
  ],
  ['one of something else', mended, "it('adds', () => {\n  expect(1 + two()).toBe(3);\n});\n", ['test-deleted']],
])('7.1 in the place of a test stands %s', (_, code, test, expected) => {
  expect(refusals(code, test)).toEqual(expected);
});

it.each([
  ['The name is read as a number', ['assertion-loosened']],
  ['load throws for a missing name', []],
])('7.1 a value in the place of an error is refused unless the finding speaks of errors: %s', (title, expected) => {
  const value = "it('stops', async () => {\n  expect(await load('a')).toBe(0);\n});\n";
  expect(refusals(mended, value, title)).toEqual(expected);
});
