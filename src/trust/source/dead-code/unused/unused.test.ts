import { expect, it } from 'vitest';
import { parse } from '../../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../../inspect.ts';

const rulesOf = (before: string, after: string, title: string, test = ''): string[] =>
  inspectPatch(
    {
      findings: [{ title, category: 'bug', description: '', file: 'src/clean.ts', line: 1 }],
      files: [{ path: 'src/clean.ts', before, after }],
      tests: [{ path: 'test/clean.test.ts', text: test }],
    },
    parse,
  ).map(({ rule }) => rule);

const clean = 'export function clean(path: string): string {\n  return path.trim();\n}\n';
const safe = '\nexport function safe(path: string): string {\n  return path.replaceAll("..", "");\n}\n';

it('7.1 refuses a function that nothing calls, beside what was complained of', () =>
  expect(rulesOf(clean, clean + safe, 'Parent folders get through')).toContain('only-touched'));

it.each([
  ['that is called', clean.replace('path.trim()', 'safe(path).trim()') + safe, 'Parent folders get through', ''],
  ['that a test calls', clean + safe, 'Parent folders get through', "safe('..');"],
  ['that is missing', clean + safe, 'A function that makes paths safe is missing', ''],
])('7.1 but not one %s', (_, after, title, test) =>
  expect(rulesOf(clean, after, title, test)).not.toContain('only-touched'),
);

it('7.1 refuses values that only other new values use', () => {
  const after = clean.replace('  return', '  const depth = path.length;\n  const most = depth + 1;\n  return');
  expect(rulesOf(clean, after, 'Deep paths get through')).toContain('only-touched');
  expect(rulesOf(clean, after.replace('path.trim()', 'path.slice(0, most)'), 'Deep paths get through')).not.toContain(
    'only-touched',
  );
});
