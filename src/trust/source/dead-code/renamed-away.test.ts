import { expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../inspect.ts';

const isRefused = (file?: string): boolean =>
  inspectPatch(
    {
      findings: [{ title: 'blanks are kept', category: 'bug', description: '', line: 1, ...(file && { file }) }],
      files: [
        { path: 'src/parse.js', before: 'exports.parse = (x) => x;\n', after: 'exports.parse = (x) => x.trim();\n' },
        {
          path: 'src/show.js',
          before: 'let indent = 2;\nshow(indent);\n',
          after: 'let _indent = 2;\nshow(_indent);\n',
        },
      ],
      tests: [],
    },
    parse,
  ).some(({ rule, noteOnly }) => rule === 'renamed-away' && noteOnly !== true);

it('7.1 a name with an underscore is nothing to a finding in another file', () =>
  expect(isRefused('src/parse.js')).toBe(false));

it.each(['src/show.js', undefined])('7.1 it is where the finding lies, or may lie: %s', (file) =>
  expect(isRefused(file)).toBe(true),
);
