import { expect, it } from 'vitest';
import { inspectPatch } from '../../../inspect.ts';
import { parse } from '../../../../adapters/inspector/parse.ts';

const rulesOf = (before: string, after: string): string[] =>
  inspectPatch(
    {
      findings: [{ title: 'Large values are cut', category: 'bug', description: '', file: 'src/a.ts' }],
      files: [
        { path: 'src/a.ts', before: 'export const f = 1;\n', after: 'export const f = 1 % 7;\n' },
        { path: 'test/a.test.ts', before, after },
      ],
      tests: [],
    },
    parse,
  ).map(({ rule }) => rule);

const property = (options: string): string =>
  `import fc from 'fast-check';\nit('holds', () => {\n  fc.assert(fc.property(fc.nat(), (n) => f(n) === n)${options});\n});\n`;

it.each([
  [', { numRuns: 1000 }', ', { numRuns: 1 }', true],
  ['', ', { numRuns: 2 }', true],
  [', { numRuns: 100 }', ', { numRuns: 1000 }', false],
  [', { numRuns: 100 }', ', { numRuns: 100 }', false],
])('7.1 a property that tries fewer cases says less: %s, %s', (before, after, isLess) =>
  expect(rulesOf(property(before), property(after)).includes('assertion-loosened')).toBe(isLess),
);
