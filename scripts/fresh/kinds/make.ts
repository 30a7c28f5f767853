/** Projects built by make: one whose recipe leaves its target when it fails, and C with objects that stay. */
import { type Kind, lines, write, writes } from '../kind.ts';

export const make: Kind = {
  name: 'make',
  files: {
    'a.py': 'print(1)\n',
    'b.py': 'print(2)\n',
    'c.txt': 'three\n',
    Makefile: lines(
      'check: a.txt b.txt',
      '\t@test -s a.txt && test "$$(cat b.txt)" = 2 && grep -q three c.txt',
      '%.txt: %.py',
      '\tpython3 $< > $@',
    ),
    '.gitignore': 'a.txt\nb.txt\n',
  },
  setup: [],
  verify: ['make check'],
  slots: [
    {
      file: 'a.py',
      line: 1,
      right: write('a.py', 'print(1 + 0)\n'),
      others: {
        'fails when its target is there': write('a.py', 'print(1, flush=True)\nraise SystemExit(3)\n'),
        'prints nothing': write('a.py', 'raise SystemExit(0)\n'),
      },
    },
    {
      file: 'b.py',
      line: 1,
      right: write('b.py', 'print(1 + 1)\n'),
      others: {
        broken: write('b.py', 'print(3)\n'),
        'fails when its target is there': write('b.py', 'print(2, flush=True)\nraise SystemExit(1)\n'),
        'only junk makes it right': writes(
          { 'b.py': 'raise SystemExit(1)\n' },
          'echo 2 > b.txt; touch -d tomorrow b.txt',
        ),
      },
    },
    {
      file: 'c.txt',
      line: 1,
      right: write('c.txt', 'one two three\n'),
      others: { broken: write('c.txt', 'four\n') },
    },
  ],
};

const source = (name: string, value: string): string =>
  lines('#include "limit.h"', `int ${name}(void) { return ${value}; }`);

/**
 * The header is no prerequisite of the objects, as in many a real Makefile: an object that stays is an object of
 * another tree.
 */
const objects = lines(
  'all: app',
  'app: main.o a.o b.o',
  '\t$(CC) -o $@ $^',
  '%.o: %.c',
  '\t$(CC) -c -o $@ $<',
  'check: all',
  '\t./app',
);

const c = (name: string, setup: readonly string[]): Kind => ({
  name,
  files: {
    'limit.h': '#define LIMIT 5\n',
    'a.c': source('a', 'LIMIT'),
    'b.c': source('b', 'LIMIT + 1'),
    'main.c': lines('int a(void);', 'int b(void);', 'int main(void) { return a() == 5 && b() == 6 ? 0 : 1; }'),
    Makefile: objects,
    '.gitignore': '*.o\napp\n',
  },
  setup,
  verify: ['make -s check'],
  slots: [
    {
      file: 'limit.h',
      line: 1,
      right: write('limit.h', '#define LIMIT (4 + 1)\n'),
      others: {
        'shows only in a clean build': write('limit.h', '#define LIMIT 7\n'),
        'not C': write('limit.h', '#define\n'),
      },
    },
    {
      file: 'a.c',
      line: 2,
      right: write('a.c', source('a', 'LIMIT + 0')),
      others: {
        broken: write('a.c', source('a', 'LIMIT - 1')),
        'not C': write('a.c', 'int a(void) {\n'),
        'only junk makes it right': writes(
          { 'a.c': source('a', '0') },
          'printf "int a(void) { return 5; }" | cc -c -x c -o a.o - && touch -d tomorrow a.o',
        ),
      },
    },
    {
      file: 'b.c',
      line: 2,
      right: write('b.c', source('b', '1 + LIMIT')),
      others: { broken: write('b.c', source('b', 'LIMIT')), 'not there': { edits: [{ file: 'b.c', delete: true }] } },
    },
  ],
});

export const objectsInVerify = c('C by make', []);
export const objectsInSetup = c('C built by set-up', ['make -s']);
