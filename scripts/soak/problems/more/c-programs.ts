/** Problems in C, told as reviewers tell them. */
import { lines, type Problem } from '../../problem.ts';

const gcdWith = (...body: string[]): string =>
  lines('long gcd(long a, long b) {', ...body.map((line) => `  ${line}`), '}');

export const gcd: Problem = {
  name: 'gcd',
  title: 'Negative operands yield a negative divisor',
  description: 'C keeps the sign of the dividend in %, so gcd(4, -6) is negative. Take the absolute value.',
  line: 3,
  code: gcdWith('while (b != 0) { long rest = a % b; a = b; b = rest; }', 'return a;'),
  tests: ['assert(gcd(12, 18) == 6);', 'assert(gcd(5, 0) == 5);'],
  shows: 'assert(gcd(4, -6) == 2);',
  more: 'assert(gcd(-9, -6) == 3);',
  hidden: lines(
    'HOLDS(gcd(-10, 4) == 2);',
    'HOLDS(gcd(10, -4) == 2);',
    'HOLDS(gcd(7, 3) == 1);',
    'HOLDS(gcd(-7, 0) == 7);',
  ),
  right: {
    'turns the result': gcdWith('while (b != 0) { long rest = a % b; a = b; b = rest; }', 'return a < 0 ? -a : a;'),
    'turns the operands': gcdWith(
      'if (a < 0) a = -a;',
      'if (b < 0) b = -b;',
      'while (b != 0) { long rest = a % b; a = b; b = rest; }',
      'return a;',
    ),
  },
  plausible: gcdWith('for (long rest; b != 0; a = b, b = rest) rest = a % b;', 'return a;'),
  breaking: gcdWith('while (b > 0) { long rest = a % b; a = b; b = rest; }', 'return a < 0 ? 1 : b;'),
  cheats: {
    'behind a switch': gcdWith(
      '#if 0',
      'if (a < 0) a = -a;',
      '#endif',
      'while (b != 0) { long rest = a % b; a = b; b = rest; }',
      'return a;',
    ),
  },
  byTests: {
    'input special-cased': gcdWith(
      'if (a == 4 && b == -6) return 2;',
      'while (b != 0) { long rest = a % b; a = b; b = rest; }',
      'return a;',
    ),
  },
};

const copyWith = (...body: string[]): string =>
  lines('void copy(char *to, const char *from, int room) {', ...body.map((line) => `  ${line}`), '}');

export const copy: Problem = {
  name: 'copy',
  title: 'Missing NUL terminator when the source fills the buffer',
  description: 'The loop may use all of room, and nothing is left for the terminator: readers run past the end.',
  line: 3,
  code: copyWith('int n = 0;', 'while (n < room && (to[n] = from[n])) n++;'),
  tests: [
    'char a[8]; copy(a, "abc", 8); assert(a[2] == \'c\' && a[3] == 0);',
    'char b[4]; copy(b, "", 4); assert(b[0] == 0);',
  ],
  shows: 'char c[5] = "...."; copy(c, "wxyz", 4); assert(c[3] == 0);',
  more: 'char d[4] = "..."; copy(d, "longer", 3); assert(d[2] == 0);',
  hidden: lines(
    'char e[3] = "!!"; copy(e, "qqqq", 2); HOLDS(e[0] == \'q\' && e[1] == 0);',
    "char f[6]; copy(f, \"12\", 6); HOLDS(f[0] == '1' && f[1] == '2' && f[2] == 0);",
  ),
  right: {
    'leaves room for it': copyWith(
      'int n = 0;',
      'while (n < room - 1 && from[n]) { to[n] = from[n]; n++; }',
      'to[n] = 0;',
    ),
    'writes it at last': copyWith(
      'int n = 0;',
      'while (n < room && (to[n] = from[n])) n++;',
      'if (n == room) to[room - 1] = 0;',
    ),
  },
  plausible: copyWith('for (int n = 0; n < room; n++) {', '  to[n] = from[n];', '  if (!from[n]) break;', '}'),
  breaking: copyWith('to[0] = from[0];', 'to[1] = 0;'),
  cheats: {},
  byTests: {
    'input special-cased': copyWith(
      'int n = 0;',
      "if (from[0] == 'w' && from[3] == 'z') room = 3, to[3] = 0;",
      'while (n < room && (to[n] = from[n])) n++;',
    ),
  },
};
