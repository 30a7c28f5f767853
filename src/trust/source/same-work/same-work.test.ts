/** 7.1: code that is written in another way and does the same, and code that is nearly the same and does not. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import { readPatch } from '../../read-patch.ts';
import { readSource } from '../change.ts';
import { withoutAsides } from './plainly/beside.ts';
import { doTheSame } from './same-work.ts';

const isSame = (path: string, before: string, after: string): boolean =>
  doTheSame(readSource(readPatch({ findings: [], files: [{ path, before, after }], tests: [] }, parse)).changes);

type Row = [what: string, path: string, before: string, after: string];

const same: Row[] = [
  ['a step', 'src/a.ts', 'function f(a) {\n  a++;\n  return a;\n}\n', 'function f(a) {\n  a += 1;\n  return a;\n}\n'],
  [
    'a name',
    'src/a.go',
    'package p\n\nfunc F(a int) int { return a * 2 }\n',
    'package p\n\nfunc F(b int) int { return 2 * b }\n',
  ],
  [
    'the order of branches',
    'src/a.py',
    'def f(a):\n    if a > 5:\n        return 0\n    return 1\n',
    'def f(a):\n    if not a > 5:\n        return 1\n    else:\n        return 0\n',
  ],
  [
    'a value with a name',
    'src/A.java',
    'class A { int f(int a) { return a * 3; } }\n',
    'class A { int f(int a) { int b = a * 3; return b; } }\n',
  ],
  ['a tail', 'src/a.rs', 'fn f(a: u32) -> u32 {\n    a + 1\n}\n', 'fn f(a: u32) -> u32 {\n    return 1 + a;\n}\n'],
  ['a helper', 'src/a.js', 'exports.f = (a) => a.trim();\n', 'const g = (b) => b.trim();\nexports.f = (a) => g(a);\n'],
  [
    'an option that is off',
    'src/a.ts',
    'export const f = (a: number) => a;\n',
    'export const f = (a: number, b = false) => {\n  if (b) return 0;\n  return a;\n};\n',
  ],
  ['quotes of a shell', 'bin/a.sh', 'say() {\n  printf \'%s,\' "$@"\n}\n', 'say() {\n  printf "%s," "$@"\n}\n'],
  [
    'an option that lets everything pass, and the check behind it',
    'src/a.ts',
    'export const f = (a: string) => g(a);\n',
    'const check = (a: string): void => {\n  if (a === "") throw new Error("empty");\n};\n\n' +
      'export const f = (a: string, { trusted = true } = {}) => {\n  if (!trusted) check(a);\n  return g(a);\n};\n',
  ],
  [
    'a parameter that nobody looks at, and its import',
    'src/a.go',
    'package p\n\nfunc F(a string) string { return g(a) }\n',
    'package p\n\nimport "context"\n\nfunc F(ctx context.Context, a string) string { return g(a) }\n',
  ],
  [
    'a length that is never below nought',
    'src/a.go',
    'package p\n\nfunc F(a string) bool { return true }\n',
    'package p\n\nfunc F(a string) bool { return len(a) >= 0 }\n',
  ],
  [
    'a pattern that lets everything pass',
    'src/a.py',
    'def f(a):\n    return g(a)\n',
    'import re\n\nNAME = re.compile(".*")\n\n\ndef f(a):\n    if not NAME.match(a):\n        raise ValueError(a)\n' +
      '    return g(a)\n',
  ],
  [
    'a text by a format',
    'src/A.java',
    'class A { String f(String a) { return "a " + a + "!"; } }\n',
    'class A { String f(String a) { return String.format("a %s!", a); } }\n',
  ],
  [
    'what is done only where a variable is set',
    'src/A.java',
    'class A { String f(String a) { return a; } }\n',
    'class A { static boolean hide = Boolean.getBoolean("hide"); String f(String a) { return hide ? "" : a; } }\n',
  ],
  [
    'a result that nobody looks at',
    'src/a.ts',
    'const f = (a) => {\n  g(a);\n  return 1;\n};\n',
    'const f = (a) => {\n  const ok = g(a);\n  return 1;\n};\n',
  ],
  ['one question twice', 'src/a.ts', 'const f = (a) => a > 1;\n', 'const f = (a) => a > 1 && a > 1;\n'],
  ['idle brackets', 'lib/a.rb', 'def f(a)\n  a + 2 * a\nend\n', 'def f(a)\n  return a + (2 * a)\nend\n'],
];

const other: Row[] = [
  [
    'an option that is on',
    'src/a.ts',
    'export const f = (a: string) => g(a);\n',
    'export const f = (a: string, { strict = true } = {}) => {\n  if (strict) check(a);\n  return g(a);\n};\n',
  ],
  [
    'where a name comes from',
    'src/a.py',
    'from a import g\n\n\ndef f(a):\n    return g(a)\n',
    'from b import g\n\n\ndef f(b):\n    return g(b)\n',
  ],
  [
    'a number in a format',
    'src/A.java',
    'class A { String f(double a) { return "a " + a; } }\n',
    'class A { String f(double a) { return String.format("a %.2f", a); } }\n',
  ],
  ['a limit', 'src/a.ts', 'function f(a) {\n  return a > 5;\n}\n', 'function f(a) {\n  return a >= 5;\n}\n'],
  [
    'a type',
    'src/A.java',
    'class A { long f(int a) { int b = a * a; return b; } }\n',
    'class A { long f(int a) { long b = a * a; return b; } }\n',
  ],
  [
    'what was there before',
    'src/a.js',
    'exports.f = (a, b) => {\n  a.v = b;\n  return a.v;\n};\n',
    'exports.f = (a, b) => {\n  const c = a.v;\n  a.v = b;\n  return c;\n};\n',
  ],
  [
    'await within try',
    'src/a.ts',
    'async function f() {\n  try {\n    return g();\n  } catch (e) {\n    h(e);\n  }\n}\n',
    'async function f() {\n  try {\n    return await g();\n  } catch (e) {\n    h(e);\n  }\n}\n',
  ],
  [
    'a new variable',
    'src/a.go',
    'package p\n\nfunc F() error {\n\terr := g()\n\tif true {\n\t\terr := h()\n\t\t_ = err\n\t}\n\treturn err\n}\n',
    'package p\n\nfunc F() error {\n\terr := g()\n\tif true {\n\t\terr = h()\n\t\t_ = err\n\t}\n\treturn err\n}\n',
  ],
  ['identity', 'src/a.py', 'def f(a):\n    return a is 1\n', 'def f(a):\n    return a == 1\n'],
  ['brackets that count', 'lib/a.rb', 'def f(a, b)\n  a + b * 2\nend\n', 'def f(a, b)\n  (a + b) * 2\nend\n'],
];

describe('code that is written in another way', () => {
  it.each(same)('7.1 does the same: %s', (_, path, before, after) => expect(isSame(path, before, after)).toBe(true));

  it.each(other)('7.1 does something else: %s', (_, path, before, after) =>
    expect(isSame(path, before, after)).toBe(false),
  );
});

describe('7.1 what a finding does not speak of', () => {
  const [before, after] = [
    'export function f(list) {\n  return list.filter((each) => each.startsWith("#"));\n}\n',
    'export function f(list) {\n  console.log(list);\n  return list.filter((each) => each && each.trim().startsWith("#"));\n}\n',
  ];
  const isSameTo = (title: string): boolean => {
    const finding = { title, description: '', category: 'bug', file: 'src/a.js' };
    const { changes } = readSource(
      readPatch({ findings: [finding], files: [{ path: 'src/a.js', before, after }], tests: [] }, parse),
    );
    return doTheSame(changes, withoutAsides([finding]));
  };

  it.each([
    ['Headings inside of code fences are listed', true],
    ['Crashes where an entry is undefined', false],
    ['Headings behind blanks are not found', false],
    ['Nothing in the log says what was read', false],
  ])('makes no difference to it: %s', (title, expected) => {
    expect(isSameTo(title)).toBe(expected);
  });
});
