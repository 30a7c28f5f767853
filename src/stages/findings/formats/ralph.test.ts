import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FindingsError } from '../error.ts';
import { type ReadOptions, readFindings } from '../read.ts';

const read = (text: string, options: Partial<ReadOptions> = {}) =>
  readFindings({ name: 'PROGRESS.txt', text }, { root: '/repo', ...options });

const refusal = async (text: string, options: Partial<ReadOptions> = {}): Promise<FindingsError> => {
  const error: unknown = await read(text, options).catch((cause: unknown) => cause);
  if (!(error instanceof FindingsError)) throw new Error(`refused with a FindingsError was expected, not ${JSON.stringify(error)}`);
  return error;
};

const head = (reviewer: string) => `[Review] 2026-02-08 06:38 UTC - ${reviewer}`;
const review = (reviewer: string, verdict: string, body: string) =>
  `${head(reviewer)}\n\n### Verdict: ${verdict}\n\n### Findings\n\n${body}\n\n---\n\n`;
const item = (id: string, file = 'a.py:4') =>
  `1. **${id}**: Redundant Code - Title of ${id}\n   - File: ${file}\n   - Issue: Words of ${id}.\n   - Suggestion: Mend ${id}\n`;
const fix = (what: string) =>
  `[Review Fix] 2026-02-08 07:00 UTC - ${what}\n\n### What was fixed\n- It.\n\n### Files changed\n- b.py\n\n### Attempts\n1 of 3\n\n---\n`;
const failed = (what: string) =>
  `[Review Fix Failed] 2026-02-08 07:00 UTC - ${what}\n\n### Issue\n- It.\n\n### Attempts\n3 of 3 (exhausted)\n\n### Reason\nThe tests broke.\n\n---\n`;

const codes = (findings: readonly { code?: string | undefined }[]) => findings.map(({ code }) => code);

describe('a real PROGRESS.txt', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../../test/fixtures/ralph/PROGRESS.txt'), 'utf8');

  it('1.2 is read without losing one of its findings', async () => {
    const { format, findings, verdict } = await read(file);
    expect({ format, verdict }).toEqual({ format: 'ralph', verdict: 'NEEDS_WORK' });
    const inTheFile = [...file.matchAll(/^\d+\. \*\*([A-Z]+-\d+)\*\*/gm)].map((match) => match[1]);
    expect(inTheFile).toHaveLength(12);
    expect(codes(findings)).toEqual(inTheFile);
    expect(findings.filter((each) => each.file && each.suggestion && each.reviewer && each.description.length > 60)).toHaveLength(12);
  });

  it('1.2 keeps what each part says', async () => {
    const { findings } = await read(file);
    expect(findings[7]).toEqual({
      code: 'CS-001',
      reviewer: 'code-simplifier',
      severity: 'medium',
      category: 'Redundant Code',
      title: 'Duplicate guard clauses in should_run_reviewer',
      description: expect.stringMatching(/^Two consecutive checks .* falsy in Python\.$/),
      suggestion: expect.stringMatching(/^Consolidate .* redundant branch\.$/),
      file: 'src/ralph/services/review_loop.py',
      line: 78,
    });
  });

  it('1.2 takes line 0 for none', async () => {
    const [dirty] = (await read(file)).findings.filter(({ code }) => code === 'RL-001');
    expect(dirty).toMatchObject({ file: 'plans/PROGRESS.txt', category: 'Dirty Working Directory' });
    expect(dirty).not.toHaveProperty('line');
  });

  it('1.3 flags every PASSED that stands over findings, also where a note of the verdict comes later', async () => {
    const { problems } = await read(file);
    expect(problems.map(({ place }) => place)).toEqual(['line 359', 'line 433', 'line 440', 'line 461', 'line 540']);
    expect(problems[0]?.message).toContain('"PASSED (all findings fixed)", yet lists 7 findings');
  });
});

describe('deviations', () => {
  it.each([
    ['as the seed has it', '1. **X-1**: Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    ['bold labels', '1. **X-1**: Naming - Bad name\n   - **File**: a.py:4\n   - **Issue**: Words.\n   - **Suggestion**: Rename'],
    [
      'bold labels with the colon inside',
      '1. **X-1**: Naming - Bad name\n   - **File:** a.py:4\n   - **Issue:** Words.\n   - **Suggestion:** Rename',
    ],
    ['labels in italics', '1. **X-1**: Naming - Bad name\n   - *File:* a.py:4\n   - _Issue:_ Words.\n   - _Suggestion_: Rename'],
    ['stars for bullets', '1. **X-1**: Naming - Bad name\n   * File: a.py:4\n   * Issue: Words.\n   * Suggestion: Rename'],
    ['labels without bullets', '1. **X-1**: Naming - Bad name\n   File: a.py:4\n   Issue: Words.\n   Suggestion: Rename'],
    ['labels without indentation', '1. **X-1**: Naming - Bad name\n- File: a.py:4\n- Issue: Words.\n- Suggestion: Rename'],
    ['tabs', '1.\t**X-1**: Naming - Bad name\n\t- File: a.py:4\n\t- Issue: Words.\n\t- Suggestion: Rename'],
    ['no number', '**X-1**: Naming - Bad name\n- File: a.py:4\n- Issue: Words.\n- Suggestion: Rename'],
    ['a bullet for the number', '- **X-1**: Naming - Bad name\n  - File: a.py:4\n  - Issue: Words.\n  - Suggestion: Rename'],
    ['a heading for the number', '#### X-1: Naming - Bad name\n\n- File: a.py:4\n- Issue: Words.\n- Suggestion: Rename'],
    ['a heading with a number', '### 1. X-1: Naming - Bad name\n\n- File: a.py:4\n- Issue: Words.\n- Suggestion: Rename'],
    ['a parenthesis behind the number', '1) **X-1**: Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    ['an id that is not bold', '1. X-1: Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    ['an id in brackets', '1. [X-1] Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    ['the whole head bold', '1. **X-1: Naming - Bad name**\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    ['the number bold as well', '**1. X-1**: Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    ['a dash behind the id', '1. **X-1** - Naming - Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    ['long dashes', '1. **X-1**: Naming — Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    ['a colon behind the category', '1. **X-1**: Naming: Bad name\n   - File: a.py:4\n   - Issue: Words.\n   - Suggestion: Rename'],
    ['blank lines between', '1. **X-1**: Naming - Bad name\n\n   - File: a.py:4\n\n   - Issue: Words.\n\n   - Suggestion: Rename'],
    [
      'other names of the labels',
      '1. **X-1**: Naming - Bad name\n   - Location: a.py:4\n   - Problem: Words.\n   - Recommendation: Rename',
    ],
    ['the line apart', '1. **X-1**: Naming - Bad name\n   - File: a.py\n   - Line: 4\n   - Issue: Words.\n   - Fix: Rename'],
    ['Windows line ends', '1. **X-1**: Naming - Bad name\r\n   - File: a.py:4\r\n   - Issue: Words.\r\n   - Suggestion: Rename\r'],
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
    const { findings, problems } = await read(review('r', 'NEEDS_WORK', item('X-1', place)), { otherRoots: ['C:\\repo'] });
    expect(problems).toEqual([]);
    expect(findings).toEqual([expect.objectContaining({ ...expected, description: 'Words of X-1.' })]);
    expect(Object.keys(findings[0] ?? {}).filter((key) => /line|column/i.test(key))).toEqual(Object.keys(expected).slice(1));
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
      expect(findings[0]).toMatchObject({ file: 'a.py', line: 42, description: `Words of X-1.\n\nReported at: ${place}` });
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
    const { findings } = await read(review('r', 'NEEDS_WORK', `1. **X-1**: ${words}\n   - File: a.py:1\n   - Issue: i\n`));
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
    expect((await read(`${heading}\n\n### Verdict: NEEDS_WORK\n\n${item('X-1')}`)).findings[0]).toMatchObject({ code: 'X-1', reviewer });
  });

  it('2.7 leaves naming the reviewer to the configuration', async () => {
    expect((await read(review('r', 'NEEDS_WORK', item('X-1')), { fromTool: true })).findings[0]).not.toHaveProperty('reviewer');
  });
});

describe('fixes', () => {
  const both = review('r (blocking)', 'NEEDS_WORK', item('X-1') + item('X-2'));

  it('1.2 leaves out what a later entry says is fixed, and says so', async () => {
    const { findings, problems, verdict } = await read(both + fix('r/X-1'));
    expect(codes(findings)).toEqual(['X-2']);
    expect(verdict).toBe('NEEDS_WORK');
    expect(problems).toEqual([{ place: 'line 19', message: 'left out: the source says that it is fixed: X-1 Title of X-1' }]);
  });

  it('1.2 reads a fix of several findings; all fixed is PASSED', async () => {
    const { findings, problems, verdict } = await read(both + fix('r/X-1, X-2'));
    expect(findings).toEqual([]);
    expect(problems).toHaveLength(2);
    expect(verdict).toBe('PASSED');
  });

  it('1.2 leaves a finding open whose fix failed, with the reason', async () => {
    const { findings, problems } = await read(both + failed('r/X-2'));
    expect(codes(findings)).toEqual(['X-1', 'X-2']);
    expect(findings[1]?.description).toBe('Words of X-2.\n\nAn earlier fix failed: The tests broke.');
    expect(problems).toEqual([]);
  });

  it('1.2 takes the last word of fixed and failed', async () => {
    expect(codes((await read(both + fix('r/X-1') + failed('r/X-1'))).findings)).toEqual(['X-1', 'X-2']);
    expect(codes((await read(both + failed('r/X-1') + fix('r/X-1'))).findings)).toEqual(['X-2']);
  });

  it('1.2 does not take the fix of one reviewer for that of another, and says which it does not know', async () => {
    const { findings, problems } = await read(both + review('q', 'NEEDS_WORK', item('X-1')) + fix('q/X-1') + fix('q/X-7') + fix('q'));
    expect(findings.map(({ code, reviewer }) => [code, reviewer])).toEqual([
      ['X-1', 'r'],
      ['X-2', 'r'],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('q/X-7'),
      expect.stringContaining('names no finding'),
      expect.stringContaining('fixed: X-1'),
    ]);
  });

  it('1.2 lets a newer review replace the older one, and says so', async () => {
    const { findings, problems } = await read(both + fix('r/X-1') + review('R', 'NEEDS_WORK', item('X-1')));
    expect(codes(findings)).toEqual(['X-1']);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('2 findings of R; its newer review (line'),
      expect.stringContaining('fixed: X-1'),
    ]);
    const none = await read(both + review('r', 'PASSED', '(No issues found)'));
    expect(none).toMatchObject({ findings: [], verdict: 'PASSED' });
    expect(none.problems[0]?.message).toContain('2 findings of r; its newer review (line 19) has 0');
  });
});

describe('verdicts', () => {
  it.each(['(No issues found)', 'None', 'None.', 'No findings.', '- No issues were found', 'N/A', '', '**None**'])(
    '1.3 PASSED with %j is a pass',
    async (body) => {
      expect(await read(review('r', 'PASSED', body))).toEqual({ format: 'ralph', findings: [], problems: [], verdict: 'PASSED' });
    },
  );

  it.each(['PASSED', '**PASSED**', '✅ PASSED', 'Passed', 'PASS', 'PASSED (all findings fixed)', '`PASSED`'])(
    '1.3 %s over a finding is NEEDS_WORK, and flagged',
    async (words) => {
      const { verdict, findings, problems } = await read(review('r', words, item('X-1')));
      expect({ verdict, count: findings.length }).toEqual({ verdict: 'NEEDS_WORK', count: 1 });
      expect(problems).toEqual([{ place: 'line 3', message: expect.stringContaining('yet lists 1 finding') }]);
    },
  );

  it.each([
    '### Verdict: NEEDS_WORK',
    '**Verdict:** NEEDS_WORK',
    '### Verdict\n\nNEEDS WORK',
    'Verdict: ❌ **NEEDS_WORK**',
    '### Verdict - needs_work (2 issues)',
  ])('1.3 %j with no finding that can be read is an error', async (verdict) => {
    const error = await refusal(`${head('r')}\n\n${verdict}\n\n---\n`);
    expect(error.kind).toBe('no-verdict');
    expect(error.message).toContain('of r at line 1 says NEEDS_WORK');
  });

  it('1.3 a review without verdict and findings is an error', async () => {
    expect((await refusal(`${head('r')}\n\nIt went well.\n`)).kind).toBe('no-verdict');
    expect((await refusal(`${head('r')}\n\n### Verdict: {PASSED|NEEDS_WORK}\n`)).message).toContain('neither a verdict nor findings');
  });

  it('1.3 findings of which none can be read are an error', async () => {
    const error = await refusal(review('r', 'PASSED', 'There is a bug in the parser, and it is a bad one.'));
    expect(error.kind).toBe('no-verdict');
    expect(error.message).toContain('line 7');
  });

  it('1.3 a reviewer whose findings are missing is said beside the findings of another', async () => {
    const { findings, problems } = await read(`${head('r')}\n### Verdict: NEEDS_WORK\n\n${review('q', 'NEEDS_WORK', item('Q-1'))}`);
    expect(codes(findings)).toEqual(['Q-1']);
    expect(problems).toEqual([{ place: 'line 1', message: expect.stringContaining('of r at line 1 says NEEDS_WORK') }]);
  });

  it('1.2 a log without a review is not in this format', async () => {
    expect((await refusal('# Log\n\n## 2026-02-08 - US-001\n\n- words\n', { format: 'ralph' })).kind).toBe('wrong-format');
  });
});

describe('any log', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      review('r', 'NEEDS_WORK', item('X-1')),
      fix('r/X-1'),
      failed('r/X-1'),
      head('q'),
      '### Findings',
      '---',
      '```',
      '1. **',
      '- File: ',
      '   - Issue: x',
      '### Verdict: PASSED',
      '../../x.py:1',
      '.git/config:3',
      '\0',
      '\r',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );

  it('1.2 is read or refused, with paths inside the repository', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.constantFrom('\n', '', ' '), async (pieces, glue) => {
        try {
          const { findings } = await read(pieces.join(glue), { format: 'ralph' });
          for (const { file } of findings) expect(file ?? 'a').not.toMatch(/^\/|(?:^|\/)(?:\.\.|\.git)(?:\/|$)|\0/);
        } catch (error) {
          if (!(error instanceof FindingsError)) throw error;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['a:', '(', '`', ' ', '1', '#', '*', '- ', '[', 'no ', '1. ', 'a-'])(
    '1.2 is done with a megabyte of %j on one line',
    async (unit) => {
      const long = unit.repeat(1_000_000 / unit.length);
      const { findings } = await read(
        `${head(long)}\n### Verdict: ${long}\n### Findings\n${long}\n1. ${long}\n${item('X-1', long)}${fix(long)}${review('q', 'NEEDS_WORK', item('Q-1'))}`,
      );
      expect(codes(findings)).toContain('Q-1');
    },
  );
});
