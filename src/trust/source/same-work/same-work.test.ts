/** 7.1: code that is written in another way and does the same, and code that is nearly the same and does not. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import { readPatch } from '../../read-patch.ts';
import { readSource } from '../change.ts';
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
  ['idle brackets', 'lib/a.rb', 'def f(a)\n  a + 2 * a\nend\n', 'def f(a)\n  return a + (2 * a)\nend\n'],
];

const other: Row[] = [
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
