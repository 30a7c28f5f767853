import { describe, expect, it } from 'vitest';
import { readingOf } from '../../../../test/support/findings/reading.ts';

const { read } = readingOf('PROGRESS.txt');

const head = (reviewer: string) => `[Review] 2026-02-08 06:38 UTC - ${reviewer}`;
const review = (reviewer: string, verdict: string, body: string) =>
  `${head(reviewer)}\n\n### Verdict: ${verdict}\n\n### Findings\n\n${body}\n\n---\n\n`;
const item = (id: string, file = 'a.py:4') =>
  `1. **${id}**: Redundant Code - Title of ${id}\n   - File: ${file}\n   - Issue: Words of ${id}.\n   - Suggestion: Mend ${id}\n`;

const codes = (findings: readonly { code?: string | undefined }[]) => findings.map(({ code }) => code);

describe('deviations', () => {
  it.each([
    [
      'as the seed has it',
      '1. **X-1**: Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename',
    ],
    [
      'bold labels',
      '1. **X-1**: Naming - Bad name\n   - **File**: a.py:4\n   - **Issue**: Words.\n   - **Suggestion**: Rename',
    ],
    [
      'bold labels with the colon inside',
      '1. **X-1**: Naming - Bad name\n   - **File:** a.py:4\n   - **Issue:** Words.\n   - **Suggestion:** Rename',
    ],
    [
      'labels in italics',
      '1. **X-1**: Naming - Bad name\n   - *File:* a.py:4\n   - _Issue:_ Words.\n   - _Suggestion_: Rename',
    ],
    [
      'stars for bullets',
      '1. **X-1**: Naming - Bad name\n   * File: a.py:4\n   * Issue: Words.\n   * Suggestion: Rename',
    ],
    [
      'labels without bullets',
      '1. **X-1**: Naming - Bad name\n   File: a.py:4\n   Issue: Words.\n   Suggestion: Rename',
    ],
    [
      'labels without indentation',
      '1. **X-1**: Naming - Bad name\n- File: a.py:4\n- Issue: Words.\n- Suggestion: Rename',
    ],
    ['tabs', '1.\t**X-1**: Naming - Bad name\n\t- File: a.py:4\n\t- Issue: Words.\n\t- Suggestion: Rename'],
    ['no number', '**X-1**: Naming - Bad name\n- File: a.py:4\n- Issue: Words.\n- Suggestion: Rename'],
    [
      'a bullet for the number',
      '- **X-1**: Naming - Bad name\n  - File: a.py:4\n  - Issue: Words.\n  - Suggestion: Rename',
    ],
    [
      'a heading for the number',
      '#### X-1: Naming - Bad name\n\n- File: a.py:4\n- Issue: Words.\n- Suggestion: Rename',
    ],
    [
      'a heading with a number',
      '### 1. X-1: Naming - Bad name\n\n- File: a.py:4\n- Issue: Words.\n- Suggestion: Rename',
    ],
    [
      'a parenthesis behind the number',
      '1) **X-1**: Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename',
    ],
    [
      'an id that is not bold',
      '1. X-1: Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename',
    ],
    ['an id in brackets', '1. [X-1] Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    [
      'the whole head bold',
      '1. **X-1: Naming - Bad name**\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename',
    ],
    [
      'the number bold as well',
      '**1. X-1**: Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename',
    ],
    [
      'a dash behind the id',
      '1. **X-1** - Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename',
    ],
    ['long dashes', '1. **X-1**: Naming — Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    [
      'a colon behind the category',
      '1. **X-1**: Naming: Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename',
    ],
    [
      'blank lines between',
      '1. **X-1**: Naming - Bad name\n\n   - File: a.py:4\n\n   - Issue: Words.\n\n   - Suggestion: Rename',
    ],
    [
      'other names of the labels',
      '1. **X-1**: Naming - Bad name\n   - Location: a.py:4\n   - Problem: Words.\n   - Recommendation: Rename',
    ],
    [
      'the line apart',
      '1. **X-1**: Naming - Bad name\n   - File: a.py\n   - Line: 4\n   - Issue: Words.\n   - Fix: Rename',
    ],
    [
      'Windows line ends',
      '1. **X-1**: Naming - Bad name\r\n   - File: a.py:4\r\n   - Issue: Words.\r\n   - Suggestion: Rename\r',
    ],
  ])('1.2 reads %s', async (_, text) => {
    const { findings, problems } = await read(review('r (blocking)', 'NEEDS_WORK', text));
    expect(problems).toEqual([]);
    expect(findings).toEqual([
      {
        code: 'X-1',
        severity: 'medium',
        category: 'Naming',
        title: 'Bad name',
        description: 'Words.',
        suggestion: 'Rename',
        file: 'a.py',
        line: 4,
        reviewer: 'r',
      },
    ]);
  });

  it.each([
    ['a.py:42-50', { file: 'a.py', line: 42, endLine: 50 }],
    ['`a.py:42`', { file: 'a.py', line: 42 }],
    ['`a.py` line 42', { file: 'a.py', line: 42 }],
    ['a.py (line 42)', { file: 'a.py', line: 42 }],
    ['src\\a.py:42', { file: 'src/a.py', line: 42 }],
    ['C:\\repo\\src\\a.py:42', { file: 'src/a.py', line: 42 }],
    ['/repo/src/a.py:42', { file: 'src/a.py', line: 42 }],
    ['a.py:42:7', { file: 'a.py', line: 42, column: 7 }],
    ['a.py#L42-L50', { file: 'a.py', line: 42, endLine: 50 }],
  ])('1.2 reads the place %s', async (place, expected) => {
    const { findings, problems } = await read(review('r', 'NEEDS_WORK', item('X-1', place)), {
      otherRoots: ['C:\\repo'],
    });
    expect(problems).toEqual([]);
    expect(findings).toEqual([expect.objectContaining({ ...expected, description: 'Words of X-1.' })]);
    expect(Object.keys(findings[0] ?? {}).filter((key) => /line|column/i.test(key))).toEqual(
      Object.keys(expected).slice(1),
    );
  });

  it('1.2 keeps a finding without a line', async () => {
    const { findings } = await read(review('r', 'NEEDS_WORK', item('X-1', 'a.py')));
    expect(findings[0]).toMatchObject({ file: 'a.py' });
    expect(findings[0]).not.toHaveProperty('line');
  });

  it.each(['a.py:42 (in foo)', 'a.py:42, b.py:7', '`a.py:42`, `b.py:7`', 'a.py:42 and everything below'])(
    '1.2 keeps in the description what stands behind the place in %s',
    async (place) => {
      const { findings } = await read(review('r', 'NEEDS_WORK', item('X-1', place)));
      expect(findings[0]).toMatchObject({
        file: 'a.py',
        line: 42,
        description: `Words of X-1.\n\nReported at: ${place}`,
      });
    },
  );

  it.each([
    ['Error-Handling - Swallowed error', 'Error-Handling', 'Swallowed error'],
    ['error-handling: Swallowed error', 'error-handling', 'Swallowed error'],
    ['Dead Code — never called', 'Dead Code', 'never called'],
    ['Redundant Test - Duplicate --no-fix tests - twice', 'Redundant Test', 'Duplicate --no-fix tests - twice'],
    ['The whole thing is written in a way - unclear', 'general', 'The whole thing is written in a way - unclear'],
    ['Swallowed error', 'general', 'Swallowed error'],
  ])('1.2 splits %j into category and title', async (words, category, title) => {
    const { findings } = await read(
      review('r', 'NEEDS_WORK', `1. **X-1**: ${words}\n   - File: a.py:1\n   - Issue: i\n`),
    );
    expect(findings[0]).toMatchObject({ category, title });
  });

  it('1.2 keeps several lines, lists and code below a label', async () => {
    const body =
      '1. **X-1**: C - T\n   - File: a.py:1\n   - Issue: First.\n     Second.\n     - a\n     ```py\n     1. **Z-9**: no finding\n     ```\n   - Suggestion: S\n';
    const { findings } = await read(review('r', 'NEEDS_WORK', body));
    expect(codes(findings)).toEqual(['X-1']);
    expect(findings[0]?.description).toContain('Second.');
    expect(findings[0]?.description).toContain('Z-9');
    expect(findings[0]?.suggestion).toBe('S');
  });

  it('1.1 takes severities where a reviewer gives them', async () => {
    const body = `### High\n\n${item('X-1')}\n### Low severity\n\n${item('X-2')}\n   - Severity: critical\n\n3. [Minor] **X-3**: C - T\n   - File: a.py`;
    const { findings } = await read(review('r', 'NEEDS_WORK', body));
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['X-1', 'high'],
      ['X-2', 'critical'],
      ['X-3', 'low'],
    ]);
  });

  it('1.2 says what cannot be read, with its line', async () => {
    const body = `${item('X-1')}\n2. **X-2**: C - Outside\n   - File: ../../etc/passwd:1\n\n3. **X-3**: C - Nowhere\n   - Issue: i\n\n4. **X-4**: C - Vague\n   - File: in many parts of it\n`;
    const { findings, problems } = await read(review('r', 'NEEDS_WORK', `Some words first.\n\n${body}`));
    expect(codes(findings)).toEqual(['X-1', 'X-3', 'X-4']);
    expect(problems).toEqual([
      { place: 'line 14', message: expect.stringContaining('outside the repository') },
      { place: 'line 17', message: expect.stringContaining('names no file') },
      { place: 'line 20', message: expect.stringContaining('no file can be read in "in many parts of it"') },
      { place: 'line 7', message: expect.stringContaining('Some words first.') },
    ]);
  });

  it('1.2 leaves other parts of a review and other entries alone', async () => {
    const text = `# Log\n\n## 2026-02-08 - US-001\n\n### Files changed\n- \`a.py\` - new\n\n---\n\n${head('r (warning)')}\n\n### Verdict: NEEDS_WORK\n\n### Workflow Coverage\n\n| Type | File |\n|---|---|\n| Lint | ci.yml |\n\n- b.py is fine\n\n### Findings\n\n${item('X-1')}\n[Ralph Loop] 2026-02-08 06:50 UTC - Iteration 1: US-001 completed\n\n1. **Y-1**: C - T\n   - File: a.py:1\n`;
    const { findings, problems } = await read(text);
    expect(codes(findings)).toEqual(['X-1']);
    expect(problems).toEqual([]);
  });

  it('1.2 reads on behind a rule between two findings, and up to an entry that cuts it off', async () => {
    const text = `${head('r')}\n\n### Verdict: NEEDS_WORK\n\n### Findings\n\n${item('X-1')}\n---\n\n${item('X-2')}\n${head('q')}\n### Verdict: NEEDS_WORK\n### Findings\n${item('Q-1')}`;
    expect((await read(text)).findings.map(({ code, reviewer }) => [code, reviewer])).toEqual([
      ['X-1', 'r'],
      ['X-2', 'r'],
      ['Q-1', 'q'],
    ]);
  });

  it.each([
    ['[Review] 2026-02-08 06:38 UTC - my-reviewer (blocking)', 'my-reviewer'],
    ['[Review] 2026-02-08 - my-reviewer', 'my-reviewer'],
    ['[Review] my-reviewer (warning)', 'my-reviewer'],
    ['## [Review] 2026-02-08T06:38:00Z — my-reviewer (blocking)', 'my-reviewer'],
    ['**[Review]** 2026-02-08 06:38 UTC - my-reviewer (blocking)', 'my-reviewer'],
  ])('1.2 knows the reviewer of %j', async (heading, reviewer) => {
    expect((await read(`${heading}\n\n### Verdict: NEEDS_WORK\n\n${item('X-1')}`)).findings[0]).toMatchObject({
      code: 'X-1',
      reviewer,
    });
  });

  it('2.7 leaves naming the reviewer to the configuration', async () => {
    expect((await read(review('r', 'NEEDS_WORK', item('X-1')), { fromTool: true })).findings[0]).not.toHaveProperty(
      'reviewer',
    );
  });
});
