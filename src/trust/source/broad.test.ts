import { describe, expect, it } from 'vitest';
import { parse } from '../../adapters/inspector/parse.ts';
import { inspectPatch } from '../inspect.ts';

const many = (count: number, by: string): string =>
  Array.from({ length: count }, (_, n) => `exports.part${n} = (x) => x ${by} ${n + 3};\n`).join('');

const load = `exports.load = (path) => {\n  return open(path);\n};\n`;
const quiet = `exports.load = (path) => {\n  try {\n    return open(path);\n  } catch (error) {}\n};\n`;

/** Whether it is refused that an error is dropped in src/load.js. */
const isRefused = (finding: { file?: string; line?: number }, lines: number): boolean | undefined => {
  const remark = inspectPatch(
    {
      findings: [{ title: 'parts are too small', category: 'bug', description: '', ...finding }],
      files: [
        { path: 'src/parts.js', before: many(lines, '+'), after: many(lines, '*') },
        { path: 'src/load.js', before: load, after: quiet },
      ],
      tests: [],
    },
    parse,
  ).find(({ rule }) => rule === 'error-swallowed');
  return remark === undefined ? undefined : remark.noteOnly !== true;
};

describe('what gates see in code', () => {
  it('7.1 is only noted away from the finding, where a great deal is changed', () =>
    expect(isRefused({ file: 'src/parts.js', line: 2 }, 60)).toBe(false));

  it.each([
    ['little is changed', { file: 'src/parts.js', line: 2 }, 20],
    ['the finding lies there', { file: 'src/load.js', line: 2 }, 60],
    ['the finding is about that file', { file: 'src/load.js' }, 60],
    ['nobody knows where the finding lies', {}, 60],
  ])('7.1 is refused where %s', (_, finding, lines) => expect(isRefused(finding, lines)).toBe(true));
});
