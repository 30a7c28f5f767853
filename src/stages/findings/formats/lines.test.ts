import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FindingsError } from '../error.ts';
import { type ReadOptions, readFindings } from '../read.ts';

const read = (text: string, options: Partial<ReadOptions> = {}) => readFindings({ name: 'out.txt', text }, { root: '/repo', ...options });

const refusal = async (text: string, options: Partial<ReadOptions> = {}): Promise<FindingsError> => {
  const error: unknown = await read(text, options).catch((cause: unknown) => cause);
  if (!(error instanceof FindingsError)) throw new Error(`refused with a FindingsError was expected, not ${JSON.stringify(error)}`);
  return error;
};

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
  ['Makefile:3: warning: overriding recipe', { file: 'Makefile', line: 3, severity: 'medium', title: 'overriding recipe' }],
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
    { file: 'README.md', line: 3, column: 81, rule: 'MD013/line-length', title: 'Line length [Expected: 80; Actual: 90]' },
  ],
  [
    'README.md:3 MD001/heading-increment Heading levels',
    { file: 'README.md', line: 3, rule: 'MD001/heading-increment', title: 'Heading levels' },
  ],
  [
    'README.md:3:81 error MD013/line-length Line length [Expected: 80]',
    { file: 'README.md', line: 3, column: 81, severity: 'high', rule: 'MD013/line-length', title: 'Line length [Expected: 80]' },
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
  ['a.py:1:8: F401 [*] `os` imported but unused', { file: 'a.py', line: 1, column: 8, rule: 'F401', title: '`os` imported but unused' }],
  [
    'a.py:1:80: E501 line too long (90 > 79 characters)',
    { file: 'a.py', line: 1, column: 80, rule: 'E501', title: 'line too long (90 > 79 characters)' },
  ],
  [
    'a.py:1:0: C0114: Missing module docstring (missing-module-docstring)',
    { file: 'a.py', line: 1, rule: 'C0114', title: 'Missing module docstring (missing-module-docstring)' },
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
  ['\u001B]8;;file:///x\u0007src/a.c\u001B]8;;\u0007:10:5: bad', { file: 'src/a.c', line: 10, column: 5, title: 'bad' }],
];

describe('lines of compilers and linters', () => {
  it.each(rows)('1.2 reads %j', async (line, expected) => {
    const { format, findings, problems } = await read(line, { otherRoots: ['C:\\repo'] });
    expect({ format, problems }).toEqual({ format: 'lines', problems: [] });
    const { severity = 'medium', rule, ...rest } = expected;
    expect(findings).toEqual([
      { severity, category: rule ?? 'general', ...(rule && { rule }), ...rest, description: expect.stringContaining(expected.title) },
    ]);
  });

  it('1.2 reads them together, in order', async () => {
    const { findings } = await read(rows.map(([line]) => line).join('\r\n'), { otherRoots: ['C:\\repo'] });
    expect(findings.map(({ title }) => title)).toEqual(rows.map(([, { title }]) => title));
  });
});

describe('what belongs to a finding', () => {
  it('1.2 gcc: notes and excerpts', async () => {
    const text = `a.c: In function 'main':
a.c:3:5: error: 'x' undeclared (first use in this function)
    3 |     x = 1;
      |     ^
a.c:3:5: note: each undeclared identifier is reported only once
a.c:9:1: warning: control reaches end [-Wreturn-type]
    9 | }
      | ^
1 error generated.
`;
    const { findings, problems } = await read(text);
    expect(findings.map(({ line, rule }) => [line, rule])).toEqual([
      [3, undefined],
      [9, '-Wreturn-type'],
    ]);
    expect(findings[0]?.description).toContain('each undeclared identifier');
    expect(findings[0]?.description).toContain('x = 1;');
    expect(problems).toEqual([
      {
        place: 'line 1',
        message: expect.stringMatching(/^2 lines report no finding and were skipped \(line 1: .* line 9: "1 error generated\."\)$/),
      },
    ]);
  });

  it('1.2 rustc: the place comes a line later', async () => {
    const text = `   Compiling x v0.1.0 (/repo)
error[E0308]: mismatched types
 --> src/main.rs:3:18
  |
3 |     let x: i32 = "a";
  |            ---   ^^^ expected \`i32\`, found \`&str\`

warning: unused variable: \`y\`
  --> src/main.rs:4:9
   |
4  |     let y = 1;
   |         ^ help: if this is intentional, prefix it with an underscore: \`_y\`
   |
   = note: \`#[warn(unused_variables)]\` on by default

error: aborting due to 1 previous error; 1 warning emitted
`;
    const { findings, problems } = await read(text);
    expect(findings).toEqual([
      expect.objectContaining({ file: 'src/main.rs', line: 3, column: 18, severity: 'high', rule: 'E0308', title: 'mismatched types' }),
      expect.objectContaining({
        file: 'src/main.rs',
        line: 4,
        column: 9,
        severity: 'medium',
        rule: 'unused_variables',
        title: 'unused variable: `y`',
      }),
    ]);
    expect(problems).toEqual([{ place: 'line 1', message: expect.stringContaining('2 lines') }]);
  });

  it('1.2 tsc --pretty', async () => {
    const text = `\u001B[96msrc/a.ts\u001B[0m:\u001B[93m3\u001B[0m:\u001B[93m7\u001B[0m - \u001B[91merror\u001B[0m\u001B[90m TS2322: \u001B[0mType 'string' is not assignable to type 'number'.

\u001B[7m3\u001B[0m const x: number = "a";
\u001B[7m \u001B[0m \u001B[91m      ~\u001B[0m

  \u001B[96msrc/b.ts\u001B[0m:\u001B[93m2\u001B[0m:\u001B[93m1\u001B[0m
    \u001B[7m2\u001B[0m export type X = number;
    The expected type comes from here.

Found 1 error in src/a.ts\u001B[90m:3\u001B[0m
`;
    const { findings, problems } = await read(text);
    expect(findings).toEqual([
      expect.objectContaining({
        file: 'src/a.ts',
        line: 3,
        column: 7,
        rule: 'TS2322',
        title: "Type 'string' is not assignable to type 'number'",
      }),
    ]);
    expect(findings[0]?.description).toContain('The expected type comes from here.');
    expect(problems).toEqual([{ place: 'line 10', message: expect.stringContaining('Found 1 error in src/a.ts:3') }]);
  });

  it('1.2 golangci: a line of code that is not indented, above its caret', async () => {
    const { findings, problems } = await read(
      'a.go:3:6: func `f` is unused (unused)\nfunc f() {}\n     ^\na.go:4:6: x (govet)\n\tg()\n\t^\n',
    );
    expect(findings.map(({ rule }) => rule)).toEqual(['unused', 'govet']);
    expect(findings[0]?.description).toContain('func f() {}');
    expect(problems).toEqual([]);
  });

  it('1.2 reads findings that are all indented', async () => {
    expect((await read('Checking:\n  a.py:1: bad\n  b.py:2: worse\n')).findings.map(({ file }) => file)).toEqual(['a.py', 'b.py']);
  });
});

describe('what is no finding', () => {
  const noFindings = [
    '12:30:45: started',
    '2026-01-01T12:30:45: started',
    '2026-01-01 12:30:45: started',
    '[12:30:45] started',
    'http://x:80: y',
    'https://example.com:8080: refused',
    'example.com:443: handshake failed',
    'localhost:3000: listening',
    '127.0.0.1:8080: refused',
    'Found 3 errors.',
    '3 problems (1 error, 2 warnings)',
    'make: *** [Makefile:12: all] Error 2',
    '    at Object.<anonymous> (/repo/a.js:10:5)',
    '/repo/a.js:10',
    'In file included from a.c:3:',
    'The bug is in src/a.py:42: it fails',
    '- src/a.py:42: an item',
    '1. src/a.py:42: an item',
    'a: b',
    'error: something',
  ];

  it.each(noFindings)('1.2 does not take %j for one', async (line) => {
    const { findings, problems } = await read(`${line}\na.c:1:2: error: real\n`, { format: 'lines' });
    expect(findings.map(({ title }) => title)).toEqual(['real']);
    expect(problems).toEqual([{ place: 'line 1', message: expect.stringContaining('1 line reports no finding') }]);
  });

  it('1.2 says in one problem what was skipped, and quotes the first few', async () => {
    const { problems } = await read([...noFindings, 'a.c:1:2: error: real', 'bye'].join('\n'));
    expect(problems).toEqual([
      {
        place: 'line 1',
        message: expect.stringMatching(new RegExp(`^${noFindings.length + 1} lines .* \\(line 1: "12:30:45: started", line 2: .*, …\\)$`)),
      },
    ]);
  });

  it('1.2 leaves out what lies outside the repository, and says so', async () => {
    const { findings, problems } = await read('/usr/include/x.h:3:1: warning: old\na.c:1:1: error: real\n../y.c:1:1: error: out\n');
    expect(findings).toHaveLength(1);
    expect(problems.map(({ place }) => place)).toEqual(['line 1', 'line 3']);
  });

  it('1.2 is not detected without a finding', async () => {
    expect((await refusal('Compiling...\nDone in 3s\n')).kind).toBe('unknown-format');
    expect((await refusal('Segmentation fault\n', { format: 'lines', fromTool: true })).kind).toBe('wrong-format');
  });

  it.each(['', '\n', 'All checks passed!\n', 'Success: no issues found in 1 source file\n', 'Summary: 0 error(s)\n'])(
    '2.7 takes %j for a clean bill where lines are named',
    async (text) => {
      expect((await read(text, { format: 'lines', fromTool: true })).findings).toEqual([]);
      expect((await refusal(text)).kind).toMatch(/^(?:empty|unknown-format)$/);
    },
  );

  it('2.7 prefers JSON in the output of a tool', async () => {
    const json = JSON.stringify({ findings: [{ title: 't', file: 'a.ts' }] });
    expect((await read(`a.c:1:1: note\n${json}\n`, { fromTool: true })).format).toBe('accountability');
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
      fc.asyncProperty(fc.array(piece, { maxLength: 10 }), fc.constantFrom('\n', '', ' ', ':'), async (pieces, glue) => {
        try {
          const { findings } = await read(pieces.join(glue), { format: 'lines' });
          for (const { file } of findings) expect(file ?? 'a').not.toMatch(/^\/|(?:^|\/)(?:\.\.|\.git)(?:\/|$)|\0/);
        } catch (error) {
          if (!(error instanceof FindingsError)) throw error;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['a:', '(', '`', ' ', '1', 'a ', '^', '\u001B[', ':1', '(1', 'a.c:1:1: [', ') [a', '\t^ '])(
    '1.2 is done with a megabyte of %j on one line',
    async (unit) => {
      const long = unit.repeat(1_000_000 / unit.length);
      const { findings } = await read(`a.c:1:1: error: real\n${long}\n  ${long}\nb.c:1:1: ${long}\nc.c:1:1: error: real\n`);
      expect(findings.map(({ file }) => file)).toContain('c.c');
    },
  );

  it('1.2 is done with a million short lines', async () => {
    expect((await read(`${'x:\n'.repeat(1_000_000)}a.c:1: b`)).findings).toHaveLength(1);
  });
});
