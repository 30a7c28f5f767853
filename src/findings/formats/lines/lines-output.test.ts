import { describe, expect, it } from 'vitest';
import { readingOf } from '../../../../test/support/findings/reading.ts';

const { read, refusal } = readingOf('out.txt');

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
        message: expect.stringMatching(
          /^2 lines report no finding and were skipped \(line 1: .* line 9: "1 error generated\."\)$/,
        ),
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
      expect.objectContaining({
        file: 'src/main.rs',
        line: 3,
        column: 18,
        severity: 'high',
        rule: 'E0308',
        title: 'mismatched types',
      }),
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
    expect((await read('Checking:\n  a.py:1: bad\n  b.py:2: worse\n')).findings.map(({ file }) => file)).toEqual([
      'a.py',
      'b.py',
    ]);
  });
});

describe('what is no finding', () => {
  const noFindings = [
    '12:30:45: started',
    '2026-01-01T12:30:45: started',
    '2026-01-01 12:30:45: started',
    '[12:30:45] started',
    '12:30:45: error: connection lost',
    '2026-01-01T12:30:45: error: connection lost',
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
    ',-[a.ts:1:7]',
    'a.ts:1:7]',
    'a.ts:1:7',
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
        message: expect.stringMatching(
          new RegExp(`^${noFindings.length + 1} lines .* \\(line 1: "12:30:45: started", line 2: .*, …\\)$`),
        ),
      },
    ]);
  });

  it('1.2 leaves out what lies outside the repository, and says so', async () => {
    const { findings, problems } = await read(
      '/usr/include/x.h:3:1: warning: old\na.c:1:1: error: real\n../y.c:1:1: error: out\n',
    );
    expect(findings).toHaveLength(1);
    expect(problems.map(({ place }) => place)).toEqual(['line 1', 'line 3']);
  });

  it('1.2 is not detected without a finding', async () => {
    expect((await refusal('Compiling...\nDone in 3s\n')).fault).toBe('unknown-format');
    expect((await refusal('Segmentation fault\n', { format: 'lines', fromTool: true })).fault).toBe('wrong-format');
  });

  it.each(['', '\n', 'All checks passed!\n', 'Success: no issues found in 1 source file\n', 'Summary: 0 error(s)\n'])(
    '2.7, 1.11 takes %j for a clean bill, whether lines are named or not',
    async (text) => {
      expect((await read(text, { format: 'lines', fromTool: true })).findings).toEqual([]);
      expect((await read(text, { fromTool: true })).findings).toEqual([]);
    },
  );

  it.each([
    'Found 1 warning and 0 errors.\n',
    'x ! bad\n2 problems (0 errors)\n',
    'fatal: no issues found, since it crashed\n',
    '10 errors\n',
  ])('2.7 takes %j for no clean bill', async (text) => {
    expect((await refusal(text, { format: 'lines', fromTool: true })).fault).toBe('wrong-format');
  });

  it('2.7 prefers JSON in the output of a tool', async () => {
    const json = JSON.stringify({ findings: [{ title: 't', file: 'a.ts' }] });
    expect((await read(`a.c:1:1: note\n${json}\n`, { fromTool: true })).format).toBe('accountability');
  });
});
