import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FindingsError } from '../../read/error.ts';
import { outside, readingOf } from '../../../../test/support/findings/reading.ts';

const { read } = readingOf('out.txt');

type Row = readonly [
  line: string,
  expected: { file: string; line?: number; column?: number; severity?: string; rule?: string; title: string },
];

const rows: Row[] = [
  ['src/a.c:10:5: something is wrong', { file: 'src/a.c', line: 10, column: 5, title: 'something is wrong' }],
  ['src/a.c:10: something is wrong', { file: 'src/a.c', line: 10, title: 'something is wrong' }],
  ['./src/a.c:10: something is wrong', { file: 'src/a.c', line: 10, title: 'something is wrong' }],
  ['/repo/src/a.c:10: something is wrong', { file: 'src/a.c', line: 10, title: 'something is wrong' }],
  ['C:\\repo\\a b\\x.c:10:5: error: bad', { file: 'a b/x.c', line: 10, column: 5, severity: 'high', title: 'bad' }],
  ['src\\a.c:10:5: error: bad', { file: 'src/a.c', line: 10, column: 5, severity: 'high', title: 'bad' }],
  ['my dir/a b.c:10:5: warning: bad', { file: 'my dir/a b.c', line: 10, column: 5, severity: 'medium', title: 'bad' }],
  [
    'Makefile:3: warning: overriding recipe',
    { file: 'Makefile', line: 3, severity: 'medium', title: 'overriding recipe' },
  ],
  [
    "a.ts(3,5): error TS2304: Cannot find name 'x'.",
    { file: 'a.ts', line: 3, column: 5, severity: 'high', rule: 'TS2304', title: "Cannot find name 'x'" },
  ],
  [
    'app/(group)/page.tsx(3,5): error TS1: No.',
    { file: 'app/(group)/page.tsx', line: 3, column: 5, severity: 'high', rule: 'TS1', title: 'No' },
  ],
  [
    "a.ts:3:5 - error TS2304: Cannot find name 'x'.",
    { file: 'a.ts', line: 3, column: 5, severity: 'high', rule: 'TS2304', title: "Cannot find name 'x'" },
  ],
  [
    "C:\\repo\\a.cpp(3): warning C4996: 'gets': unsafe [C:\\repo\\a.vcxproj]",
    { file: 'a.cpp', line: 3, severity: 'medium', rule: 'C4996', title: "'gets': unsafe" },
  ],
  [
    '1>C:\\repo\\a.cpp(3,9): fatal error C1083: no file',
    { file: 'a.cpp', line: 3, column: 9, severity: 'high', rule: 'C1083', title: 'no file' },
  ],
  [
    'README.md:3:81 MD013/line-length Line length [Expected: 80; Actual: 90]',
    {
      file: 'README.md',
      line: 3,
      column: 81,
      rule: 'MD013/line-length',
      title: 'Line length [Expected: 80; Actual: 90]',
    },
  ],
  [
    'README.md:3 MD001/heading-increment Heading levels',
    { file: 'README.md', line: 3, rule: 'MD001/heading-increment', title: 'Heading levels' },
  ],
  [
    'a.md:1 error MD041/first-line-heading/first-line-h1 First line [Context: "#Title"]',
    {
      file: 'a.md',
      line: 1,
      severity: 'high',
      rule: 'MD041/first-line-heading/first-line-h1',
      title: 'First line [Context: "#Title"]',
    },
  ],
  [
    "a.ts:1:7: Variable 'x' is never used. Use it. [Warning/eslint(no-unused-vars)]",
    {
      file: 'a.ts',
      line: 1,
      column: 7,
      severity: 'medium',
      rule: 'eslint(no-unused-vars)',
      title: "Variable 'x' is never used",
    },
  ],
  [
    'README.md:3:81 error MD013/line-length Line length [Expected: 80]',
    {
      file: 'README.md',
      line: 3,
      column: 81,
      severity: 'high',
      rule: 'MD013/line-length',
      title: 'Line length [Expected: 80]',
    },
  ],
  [
    'a.c:1:2: warning: unused variable [-Wunused-variable]',
    { file: 'a.c', line: 1, column: 2, severity: 'medium', rule: '-Wunused-variable', title: 'unused variable' },
  ],
  [
    'a.c:1:2: fatal error: x.h: No such file or directory',
    { file: 'a.c', line: 1, column: 2, severity: 'high', title: 'x.h: No such file or directory' },
  ],
  [
    'a.cpp:1:2: warning: use nullptr [modernize-use-nullptr]',
    { file: 'a.cpp', line: 1, column: 2, severity: 'medium', rule: 'modernize-use-nullptr', title: 'use nullptr' },
  ],
  [
    'a.go:10:5: Error return value is not checked (errcheck)',
    { file: 'a.go', line: 10, column: 5, rule: 'errcheck', title: 'Error return value is not checked' },
  ],
  [
    '/repo/a.js:1:1: Unexpected var, use let. [Error/no-var]',
    { file: 'a.js', line: 1, column: 1, severity: 'high', rule: 'no-var', title: 'Unexpected var, use let' },
  ],
  [
    'a.js:1:1: Use it. [Warning/@scope/some-rule]',
    { file: 'a.js', line: 1, column: 1, severity: 'medium', rule: '@scope/some-rule', title: 'Use it' },
  ],
  [
    'a.css:3:5: Unexpected empty block (block-no-empty) [error]',
    { file: 'a.css', line: 3, column: 5, severity: 'high', rule: 'block-no-empty', title: 'Unexpected empty block' },
  ],
  [
    'a.css: line 3, col 5, error - Unexpected empty block (block-no-empty)',
    { file: 'a.css', line: 3, column: 5, severity: 'high', rule: 'block-no-empty', title: 'Unexpected empty block' },
  ],
  [
    'a.py:1:8: F401 [*] `os` imported but unused',
    { file: 'a.py', line: 1, column: 8, rule: 'F401', title: '`os` imported but unused' },
  ],
  [
    'a.py:1:80: E501 line too long (90 > 79 characters)',
    { file: 'a.py', line: 1, column: 80, rule: 'E501', title: 'line too long (90 > 79 characters)' },
  ],
  [
    'a.py:1:0: C0114: Missing module docstring (missing-module-docstring)',
    {
      file: 'a.py',
      line: 1,
      severity: 'low',
      rule: 'C0114',
      title: 'Missing module docstring (missing-module-docstring)',
    },
  ],
  [
    'a.py:3: error: Incompatible types in assignment  [assignment]',
    { file: 'a.py', line: 3, severity: 'high', rule: 'assignment', title: 'Incompatible types in assignment' },
  ],
  [
    'a.sh:3:5: note: Double quote to prevent globbing. [SC2086]',
    { file: 'a.sh', line: 3, column: 5, severity: 'low', rule: 'SC2086', title: 'Double quote to prevent globbing' },
  ],
  ['a.py:0: error: whole file', { file: 'a.py', severity: 'high', title: 'whole file' }],
  [
    '\u001B[1m\u001B[Ksrc/a.c:10:5:\u001B[m\u001B[K \u001B[01;31m\u001B[Kerror: \u001B[m\u001B[Kbad',
    { file: 'src/a.c', line: 10, column: 5, severity: 'high', title: 'bad' },
  ],
  [
    '\u001B]8;;file:///x\u0007src/a.c\u001B]8;;\u0007:10:5: bad',
    { file: 'src/a.c', line: 10, column: 5, title: 'bad' },
  ],
];

describe('lines of compilers and linters', () => {
  it.each(rows)('1.2 reads %j', async (line, expected) => {
    const { format, findings, problems } = await read(line, { otherRoots: ['C:\\repo'] });
    expect({ format, problems }).toEqual({ format: 'lines', problems: [] });
    const { severity = 'medium', rule, ...rest } = expected;
    expect(findings).toEqual([
      {
        severity,
        category: rule ?? 'general',
        ...(rule && { rule }),
        ...rest,
        description: expect.stringContaining(expected.title),
      },
    ]);
  });

  it('1.2 reads them together, in order', async () => {
    const { findings } = await read(rows.map(([line]) => line).join('\r\n'), { otherRoots: ['C:\\repo'] });
    expect(findings.map(({ title }) => title)).toEqual(rows.map(([, { title }]) => title));
  });
});

describe('any output', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...rows.map(([line]) => line),
      ' --> a.rs:1:2',
      'error: x',
      '../../x.c:1: y',
      '.git/config:1: y',
      '/etc/passwd:1: y',
      '   ^',
      '\u001B[',
      ':',
      '(1,2):',
      '\0',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );

  it('1.2 is read or refused, with paths inside the repository', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 10 }),
        fc.constantFrom('\n', '', ' ', ':'),
        async (pieces, glue) => {
          try {
            const { findings } = await read(pieces.join(glue), { format: 'lines' });
            for (const { file } of findings) expect(file ?? 'a').not.toMatch(outside);
          } catch (error) {
            if (!(error instanceof FindingsError)) throw error;
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each(['a:', '(', '`', ' ', '1', 'a ', '^', '\u001B[', ':1', '(1', 'a.c:1:1: [', ') [a', '\t^ '])(
    '1.2 is done with a megabyte of %j on one line',
    async (unit) => {
      const long = unit.repeat(1_000_000 / unit.length);
      const { findings } = await read(
        `a.c:1:1: error: real\n${long}\n  ${long}\nb.c:1:1: ${long}\nc.c:1:1: error: real\n`,
      );
      expect(findings.map(({ file }) => file)).toContain('c.c');
    },
  );

  it('1.2 is done with a million short lines', async () => {
    expect((await read(`${'x:\n'.repeat(1_000_000)}a.c:1: b`)).findings).toHaveLength(1);
  });
});
