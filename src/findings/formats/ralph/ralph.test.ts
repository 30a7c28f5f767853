import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FindingsError } from '../../read/error.ts';
import { outside, readingOf } from '../../../../test/support/findings/reading.ts';

const { read, refusal } = readingOf('PROGRESS.txt');

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
    expect(
      findings.filter((each) => each.file && each.suggestion && each.reviewer && each.description.length > 60),
    ).toHaveLength(12);
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

describe('fixes', () => {
  const both = review('r (blocking)', 'NEEDS_WORK', item('X-1') + item('X-2'));

  it('1.2 leaves out what a later entry says is fixed, and says so', async () => {
    const { findings, problems, verdict } = await read(both + fix('r/X-1'));
    expect(codes(findings)).toEqual(['X-2']);
    expect(verdict).toBe('NEEDS_WORK');
    expect(problems).toEqual([
      { place: 'line 19', message: 'left out: the source says that it is fixed: X-1 Title of X-1' },
    ]);
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
    const { findings, problems } = await read(
      both + review('q', 'NEEDS_WORK', item('X-1')) + fix('q/X-1') + fix('q/X-7') + fix('q'),
    );
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
      expect(await read(review('r', 'PASSED', body))).toEqual({
        format: 'ralph',
        findings: [],
        problems: [],
        verdict: 'PASSED',
      });
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
    expect(error.fault).toBe('no-verdict');
    expect(error.message).toContain('of r at line 1 says NEEDS_WORK');
  });

  it('1.3 a review without verdict and findings is an error', async () => {
    expect((await refusal(`${head('r')}\n\nIt went well.\n`)).fault).toBe('no-verdict');
    expect((await refusal(`${head('r')}\n\n### Verdict: {PASSED|NEEDS_WORK}\n`)).message).toContain(
      'neither a verdict nor findings',
    );
  });

  it('1.3 findings of which none can be read are an error', async () => {
    const error = await refusal(review('r', 'PASSED', 'There is a bug in the parser, and it is a bad one.'));
    expect(error.fault).toBe('no-verdict');
    expect(error.message).toContain('line 7');
  });

  it('1.3 a reviewer whose findings are missing is said beside the findings of another', async () => {
    const { findings, problems } = await read(
      `${head('r')}\n### Verdict: NEEDS_WORK\n\n${review('q', 'NEEDS_WORK', item('Q-1'))}`,
    );
    expect(codes(findings)).toEqual(['Q-1']);
    expect(problems).toEqual([{ place: 'line 1', message: expect.stringContaining('of r at line 1 says NEEDS_WORK') }]);
  });

  it('1.2 a log without a review is not in this format', async () => {
    expect((await refusal('# Log\n\n## 2026-02-08 - US-001\n\n- words\n', { format: 'ralph' })).fault).toBe(
      'wrong-format',
    );
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
          for (const { file } of findings) expect(file ?? 'a').not.toMatch(outside);
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
