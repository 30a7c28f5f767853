import { expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../inspect.ts';

const rulesOf = (path: string, before: string, after: string): string[] =>
  inspectPatch(
    {
      findings: [{ title: 'Good input is refused', category: 'bug', description: '', file: path, line: 1 }],
      files: [{ path, before, after }],
      tests: [],
    },
    parse,
  ).map(({ rule }) => rule);

it.each([
  [
    'src/a.js',
    String.raw`const shape = /^\w+@\w+$/;`,
    'const shape = /^.*$/;',
    String.raw`const shape = /^[\w+]+@\w+$/;`,
  ],
  [
    'src/a.go',
    'var shape = regexp.MustCompile(`^[a-z]+$`)',
    'var shape = regexp.MustCompile(`.*`)',
    'var shape = regexp.MustCompile(`^[a-z0-9]+$`)',
  ],
  ['src/a.ts', '  port: z.number().min(1),', '  port: z.any(),', '  port: z.coerce.number().min(1),'],
  [
    'src/a.py',
    '    "required": ["name"],\n    "type": "object",',
    '    "type": "object",',
    '    "required": [],\n    "type": "object",',
  ],
  [
    'src/A.java',
    '  @NotNull(message = "x") @Size(max = 3)\n  String name;',
    '  String name;',
    '  @NotNull(message = "y") @Size(max = 5)\n  String name;',
  ],
])('7.1 refuses a check of input that accepts everything now: %s', (path, before, open, mended) => {
  expect(rulesOf(path, `${before}\n`, `${open}\n`)).toContain('check-deleted');
  expect(rulesOf(path, `${before}\n`, `${mended}\n`)).not.toContain('check-deleted');
});

it.each([
  ['src/a.js', '  headers: null,', '  headers: {},'],
  ['src/a.py', '    found = v == 1', '    found = v.any()'],
  ['src/a.py', '    required = True\n    return check(required, name)', '    return check(True, name)'],
  ['src/a.go', '\tok := Valid(name) && Max(a, b) > 0', '\tok := isGood(name)'],
  ['src/a.js', '  const lt = compare(a, b);\n  return lt < 0;', '  return compare(a, b) < 0;'],
])('7.1 is silent where nothing checks input: %s: %s', (path, before, after) =>
  expect(rulesOf(path, `${before}\n`, `${after}\n`)).not.toContain('check-deleted'),
);

it.each([
  ['src/a.json5.js', '  port: { type: "integer" },', '  port: {},'],
  ['src/a.py', '    age: int = Field(ge=0, le=150)', '    age: int = Field()'],
  ['src/a.ts', '  @Min(1)\n  port: number;', '  port: number;'],
  ['src/a.rb', '  validates :name, presence: true\n  scope :all', '  scope :all'],
])('7.1 refuses rules of a schema that are gone: %s: %s', (path, before, after) =>
  expect(rulesOf(path, `${before}\n`, `${after}\n`)).toContain('check-deleted'),
);
