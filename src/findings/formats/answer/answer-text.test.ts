import { describe, expect, it } from 'vitest';
import { readingOf } from '../../../../test/support/findings/reading.ts';

const { read, refusal } = readingOf('answer', { format: 'answer' });

const item = (n: number) => ({
  id: `F${n}`,
  severity: 'major',
  category: 'c',
  title: `Title ${n}`,
  description: `Words, "quoted" {${n}}`,
  file: `src/a${n}.py`,
  line: n,
});
const A = { findings: [item(1), item(2)], summary: 'Two.' };
const a = JSON.stringify(A, null, 2);

describe("an answer in Ralph's markdown", () => {
  it('1.3 is read, with or without its heading', async () => {
    const body =
      '### Verdict: NEEDS_WORK\n\n### Findings\n\n1. **TQ-1**: Error-Handling - Swallowed\n   - File: `a.py:4`\n   - Issue: i\n';
    for (const text of [body, `[Review] 2026-02-08 06:38 UTC - r (blocking)\n\n${body}`, `Here you go:\n\n${body}`]) {
      expect(await read(text)).toMatchObject({
        verdict: 'NEEDS_WORK',
        findings: [{ code: 'TQ-1', category: 'Error-Handling', file: 'a.py', line: 4 }],
      });
    }
  });
});

describe('an answer without structure', () => {
  it('1.3 is read as far as it goes, and what could not be read is said with its line', async () => {
    const text = `I reviewed the change. Overall it is solid work.

## Critical issues

1. **SQL injection** in \`src/db.py:42\`: the query is built from input.
   Use parameters.
2. src/api/users.py (line 7) - the token is logged

## Minor

- \`lib/util.ts\`: unused import
- The naming could be better.

## What is good

- src/fine.py is well tested

The loop in src/loop.go:12 never ends.

Bye.
`;
    const { findings, problems, verdict } = await read(text);
    expect(verdict).toBe('NEEDS_WORK');
    expect(findings.map(({ file, line, severity }) => [file, line, severity])).toEqual([
      ['src/db.py', 42, 'critical'],
      ['src/api/users.py', 7, 'critical'],
      ['lib/util.ts', undefined, 'low'],
    ]);
    expect(findings[0]).toMatchObject({
      title: expect.stringContaining('SQL injection'),
      description: expect.stringContaining('Use parameters.'),
    });
    expect(findings[1]?.title).toBe('the token is logged');
    expect(problems).toEqual([
      {
        place: 'line 1',
        message: expect.stringMatching(
          /^\d parts of the answer .*line 1: "I reviewed.*line 12: "The naming could be better\."/,
        ),
      },
    ]);
  });

  it.each([
    [
      'labels below a heading',
      '### SQL injection\n\n- **Severity:** High\n- **File:** `src/db.py:42`\n- **Description:** Built from input.\n- **Recommendation:** Use parameters.',
      { title: 'SQL injection', severity: 'high', suggestion: 'Use parameters.' },
    ],
    [
      'labels below a numbered heading',
      '### 1. SQL injection\n**File**: src/db.py:42\n**Issue**: Built from input.',
      { title: 'SQL injection' },
    ],
    [
      'a heading that names the place',
      '### `src/db.py:42` - SQL injection\n\nBuilt from input.',
      { title: 'SQL injection' },
    ],
    ['a severity in front', '- [HIGH] src/db.py:42 - SQL injection', { title: 'SQL injection', severity: 'high' }],
    [
      'a bold severity in front',
      '* **Critical**: `src/db.py:42` SQL injection',
      { title: 'SQL injection', severity: 'critical' },
    ],
    [
      'a paragraph',
      'There is an SQL injection at src/db.py:42 that has to go.',
      { title: 'There is an SQL injection at src/db.py:42 that has to go' },
    ],
    ['labels alone', 'File: src/db.py\nLine: 42\nIssue: SQL injection', { title: 'SQL injection' }],
  ])('1.3 is read with %s', async (_, text, expected) => {
    const { findings } = await read(`Verdict: NEEDS_WORK\n\n${text}\n`);
    expect(findings).toEqual([expect.objectContaining({ file: 'src/db.py', line: 42, ...expected })]);
  });

  it.each([
    'Verdict: NEEDS_WORK\n\n- Use Node.js and/or TCP/IP at 12:30:45\n- e.g. version 2.1.0, see https://example.com/a.py:3\n',
    'Verdict: NEEDS_WORK\n\nThe file a.py is long. So is b.py.\n',
    'Verdict: NEEDS_WORK\n\n## Files reviewed\n\n- src/a.py:1\n- src/b.py:2\n',
  ])('1.3 does not turn %j into findings', async (text) => {
    expect((await refusal(text)).fault).toBe('no-verdict');
  });

  it('1.3 over a pass, files that are merely named are no findings', async () => {
    expect(await read('Verdict: PASSED\n\n- src/a.py reads well\n- I like lib/b.ts\n')).toMatchObject({
      findings: [],
      verdict: 'PASSED',
    });
  });
});

describe('lines of a person that begin with their places', () => {
  it('1.2 are told apart, with L8 for a line, and names in backticks stay whole', async () => {
    const text = '`a.ts:2`: `unused` is never used\na.ts L8: bad name\n`b.ts` (L4-L6): too long\n';
    const { findings } = await read(text, { format: undefined });
    expect(findings.map(({ file, line, endLine, title }) => [file, line, endLine, title])).toEqual([
      ['a.ts', 2, undefined, '`unused` is never used'],
      ['a.ts', 8, undefined, 'bad name'],
      ['b.ts', 4, 6, 'too long'],
    ]);
  });
});

describe('detection', () => {
  const fenced = `Review:\n\n\`\`\`json\n${a}\n\`\`\`\n`;

  it.each([
    fenced,
    'Verdict: NEEDS_WORK\n\n- src/a.py:3 leaks',
    '1. src/a.py:3 leaks\n',
    '### Leak\n\n**File:** src/a.py:3\n',
  ])('1.2 finds an answer in %j', async (text) => {
    expect((await read(text, { format: undefined })).format).toBe('answer');
  });

  it('1.2 never takes the output of a tool for one, unless it is named', async () => {
    expect(
      (await refusal('Verdict: NEEDS_WORK\n\n- src/a.py:3 leaks', { format: undefined, fromTool: true })).fault,
    ).toBe('unknown-format');
    expect((await read('Verdict: NEEDS_WORK\n\n- src/a.py:3 leaks', { fromTool: true })).findings).toHaveLength(1);
  });

  it('1.2 does not take broken JSON for one, unless it is named', async () => {
    expect((await refusal(a.slice(0, -9), { format: undefined })).fault).toBe('not-json');
    expect((await read(a.slice(0, -9))).findings).toHaveLength(2);
  });

  it.each(['# Title\n\nSome text about a thing.\n', '- one\n- two\n', 'a\n'])(
    '1.2 does not take %j for one',
    async (text) => {
      expect((await refusal(text, { format: undefined })).fault).toBe('unknown-format');
    },
  );

  it('1.2 leaves lines of a compiler to their own format', async () => {
    expect((await read('a.c:1:2: error: real\n- a.c:3: no\n', { format: undefined })).format).toBe('lines');
  });
});
