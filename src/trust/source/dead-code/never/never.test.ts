import { describe, expect, it } from 'vitest';
import { parse } from '../../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../../inspect.ts';

const rulesOf = (path: string, before: string, after: string, title = 'It fails'): string[] =>
  inspectPatch(
    {
      findings: [{ title, category: 'bug', description: '', file: path, line: 1 }],
      files: [{ path, before, after }],
      tests: [],
    },
    parse,
  )
    .filter(({ noteOnly }) => noteOnly !== true)
    .map(({ rule }) => rule);

const guarded = (line: string): [string, string] => ['f(x)\n  use(x)\n', `f(x)\n  ${line}\n  use(x)\n`];

describe('7.1 refuses questions for values that nothing can have', () => {
  it.each([
    ['src/a.js', 'if (x === NaN) return;'],
    ['src/a.py', 'if x is []: return'],
    ['src/A.java', 'if (x == new String("a")) return;'],
    ['src/a.kt', 'if (x === listOf(1)) return'],
    ['src/a.go', 'if err == errors.New("gone") { return }'],
    ['src/a.rb', 'return if x.equal?("a")'],
  ])('%s: %s', (path, line) => expect(rulesOf(path, ...guarded(line))).toContain('never-true'));

  it.each([
    ['src/a.js', 'if (Number.isNaN(x)) return;'],
    ['src/a.py', 'if x is None: return'],
    ['src/A.java', 'if (x == null) return;'],
    ['src/a.go', 'if err == io.EOF { return }'],
    ['src/a.py', 'raise ValueError("what it is given is Wrong(x)")'],
    ['src/a.js', "log('it has to be x === NaN');"],
  ])('but not %s: %s', (path, line) => expect(rulesOf(path, ...guarded(line))).not.toContain('never-true'));

  it.each([
    ['u32', true],
    ['i32', false],
  ])('a number of the type %s below nought', (type, isNever) => {
    const before = `fn at(page: ${type}) -> ${type} {\n    page - 1\n}\n`;
    const after = before.replace('    page', '    if page < 0 {\n        return 0;\n    }\n    page');
    expect(rulesOf('src/a.rs', before, after).includes('never-true')).toBe(isNever);
  });
});

it.each([
  [
    'src/a.rs',
    'fn other(n: usize) -> usize {\n    n\n}\n\nfn at(n: i64) -> i64 {\n',
    '    if n < 0 {\n        return 0;\n    }\n',
  ],
  [
    'src/a.rs',
    'fn other(n: usize) -> usize {\n    n\n}\n\nfn at(a: i64) -> i64 {\n    let n = a - 1;\n',
    '    if n < 0 {\n        return 0;\n    }\n',
  ],
  [
    'src/a.go',
    'func other(n uint) uint {\n\treturn n\n}\n\nfunc at(n int) int {\n',
    '\tif n < 0 {\n\t\treturn 0\n\t}\n',
  ],
  [
    'src/a.c',
    'size_t other(size_t n) {\n    return n;\n}\n\nint at(int n) {\n',
    '    if (n < 0) {\n        return 0;\n    }\n',
  ],
])('7.1 takes a number for what its own function says that it is: %s', (path, head, asking) => {
  const rest = path.endsWith('.c') ? '    return n;\n}\n' : '    n\n}\n';
  expect(rulesOf(path, head + rest, head + asking + rest)).not.toContain('never-true');
});

describe('7.1 refuses a question whether something is there after it was used', () => {
  const before = 'string First(string name)\n{\n    return name.Trim();\n}\n';
  const asking = '    if (name == null)\n    {\n        return "";\n    }\n';

  it('behind the use', () => {
    const after = before.replace('    return name.Trim();\n', `    var own = name.Trim();\n${asking}    return own;\n`);
    expect(rulesOf('src/Names.cs', before, after)).toContain('never-true');
  });

  it.each([
    ['before the use', `${asking}    return name.Trim();\n`],
    ['after it was set', `    name = name.Trim();\n${asking}    return name;\n`],
    ['after a use on a condition', `    var own = ok && name.Any();\n${asking}    return name.Trim();\n`],
  ])('but not %s', (_, body) =>
    expect(rulesOf('src/Names.cs', before, before.replace('    return name.Trim();\n', body))).not.toContain(
      'never-true',
    ),
  );
});

it.each([
  ['filled before', '    names.extend(more)\n', false],
  ['looked into before', '    first = names[0]\n', true],
])('7.1 a list that is asked whether it is empty, %s', (_, above, refused) => {
  const head = 'def f(names, more):\n';
  const after = `${head}${above}    if not names:\n        return None\n    return names\n`;
  expect(rulesOf('src/a.py', `${head}${above}    return names\n`, after).includes('never-true')).toBe(refused);
});
