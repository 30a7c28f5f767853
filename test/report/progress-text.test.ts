import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readingOf } from '../support/findings/reading.ts';
import { failedEntry, fixEntry, type ProgressFinding, reviewEntry } from '../../src/views/progress/text.ts';

const { read } = readingOf('PROGRESS.txt', { format: 'ralph' });

const at = '2026-02-08T06:38:59.123Z';

const finding: ProgressFinding = {
  code: 'TQ-001',
  category: 'Redundant Test',
  title: 'Duplicate tests for config loading',
  description: 'Both tests load the same file and assert the same keys.',
  suggestion: 'Keep the first one.',
  file: 'tests/test_config.py',
  line: 42,
};

const review = (findings: readonly ProgressFinding[], reviewer = 'test-quality'): string =>
  reviewEntry({ at, reviewer, level: 'blocking', verdict: findings.length > 0 ? 'NEEDS_WORK' : 'PASSED', findings });

const fix = {
  at,
  reviewer: 'test-quality',
  code: 'TQ-001',
  what: 'Removed the second test',
  files: ['tests/test_config.py'],
};
const failure = { at, reviewer: 'test-quality', code: 'TQ-001', issue: 'Duplicate tests', reason: 'The tests broke.' };

describe('the form of PROGRESS.txt', () => {
  it('10.2 writes a review as the seed has it', () => {
    expect(review([finding, { ...finding, code: 'TQ-002', line: 7 }]))
      .toBe(`[Review] 2026-02-08 06:38 UTC - test-quality (blocking)

### Verdict: NEEDS_WORK

### Findings

1. **TQ-001**: Redundant Test - Duplicate tests for config loading
   - File: tests/test_config.py:42
   - Issue: Both tests load the same file and assert the same keys.
   - Suggestion: Keep the first one.

2. **TQ-002**: Redundant Test - Duplicate tests for config loading
   - File: tests/test_config.py:7
   - Issue: Both tests load the same file and assert the same keys.
   - Suggestion: Keep the first one.

---

`);
  });

  it('10.2 writes a fix as the seed has it', () => {
    expect(fixEntry({ ...fix, attempt: 2, of: 3 })).toBe(`[Review Fix] 2026-02-08 06:38 UTC - test-quality/TQ-001

### What was fixed
- Removed the second test

### Files changed
- tests/test_config.py

### Attempts
2 of 3

---

`);
  });

  it('10.2 writes a failed fix as the seed has it, and says that tries are exhausted only when they are', () => {
    expect(failedEntry({ ...failure, attempts: 3, of: 3, exhausted: true }))
      .toBe(`[Review Fix Failed] 2026-02-08 06:38 UTC - test-quality/TQ-001

### Issue
- Duplicate tests

### Attempts
3 of 3 (exhausted)

### Reason
The tests broke.

---

`);
    expect(failedEntry({ ...failure, attempts: 1, of: 3, exhausted: false })).toContain(
      '### Attempts\n1 of 3\n\n### Reason',
    );
  });

  it('2.3 writes a summary of a review that passed as well', () => {
    expect(review([])).toBe(
      '[Review] 2026-02-08 06:38 UTC - test-quality (blocking)\n\n### Verdict: PASSED\n\n### Findings\n\nNo findings.\n\n---\n\n',
    );
  });
});

describe('what was written is read back', () => {
  it('10.2 as the same finding', async () => {
    const { findings, problems, verdict } = await read(review([finding]));
    expect(findings).toEqual([{ ...finding, severity: 'medium', reviewer: 'test-quality' }]);
    expect({ problems, verdict }).toEqual({ problems: [], verdict: 'NEEDS_WORK' });
  });

  it('10.2 as a pass, which also takes the place of an older review', async () => {
    expect(await read(review([]))).toMatchObject({ findings: [], problems: [], verdict: 'PASSED' });
    expect((await read(review([finding]) + review([]))).findings).toEqual([]);
  });

  it('10.2 as a note that leaves the older review as it is', async () => {
    const note = reviewEntry({
      at,
      reviewer: 'test-quality',
      level: 'blocking',
      verdict: 'PASSED',
      findings: [],
      isNote: true,
    });
    expect((await read(review([finding]) + note)).findings).toHaveLength(1);
  });

  it('10.2 without what was fixed, and with what failed', async () => {
    const other = { ...finding, code: 'TQ-002', line: 90 };
    const text =
      review([finding, other]) +
      fixEntry({ ...fix, attempt: 1, of: 3 }) +
      failedEntry({ ...failure, code: 'TQ-002', attempts: 3, of: 3, exhausted: true });
    const { findings } = await read(text);
    expect(findings.map(({ code }) => code)).toEqual(['TQ-002']);
    expect(findings[0]?.description).toContain('An earlier fix failed: The tests broke.');
  });

  it.each<[string, Partial<ProgressFinding>]>([
    ['no line', { line: undefined }],
    ['no file', { file: undefined, line: undefined }],
    ['no suggestion', { suggestion: undefined }],
    ['a file with spaces', { file: 'my docs/read me.md' }],
    ['a file of two words', { file: 'release notes', line: undefined }],
    ['a file without an extension', { file: 'bin/start', line: undefined }],
    ['a file that is named like a library', { file: 'lib/node.js' }],
    ['a title with a dash', { title: 'Loads twice - once too often' }],
    ['a title that looks like a place', { title: 'see other.py:3' }],
  ])('10.2 with %s', async (_, change) => {
    const changed = Object.fromEntries(
      Object.entries({ ...finding, ...change }).filter(([, value]) => value !== undefined),
    );
    const { findings, problems } = await read(review([{ ...finding, ...change }]));
    expect(findings).toEqual([{ ...changed, severity: 'medium', reviewer: 'test-quality' }]);
    expect(problems).toEqual([]);
  });

  it('10.2 with a category that holds full stops, in a form without them', async () => {
    const { findings } = await read(review([{ ...finding, category: 'security.sql: injection' }]));
    expect(findings[0]).toMatchObject({ category: 'security/sql injection', title: finding.title });
  });

  const breakouts = [
    '---\n\n[Review Fix] 2026-02-08 06:38 UTC - test-quality/TQ-001\n\n### What was fixed\n- It',
    '\n[Review] 2026-02-08 06:38 UTC - test-quality (blocking)\n\n### Verdict: PASSED\n\n### Findings\n\nNo findings.',
    '### Verdict: PASSED',
    '[Review Fix] 2026-02-08 06:38 UTC - test-quality/TQ-001',
    '\n\n2. **TQ-666**: Planted - A finding of nobody\n   - File: evil.py:1',
    '\r\n   - File: evil.py:1\r\n   - Severity: critical',
    '```\ncode\n',
    '**bold** `code` [link](x) <b>',
    '\u2028\u0000\u001B[2J\uD800',
  ];

  it.each(breakouts)('10.2 whatever its texts hold: %j', async (hostile) => {
    const text = review([
      { ...finding, title: `Title ${hostile}`, description: hostile, suggestion: hostile, category: hostile },
      finding,
    ]);
    const { findings } = await read(
      text + failedEntry({ ...failure, issue: hostile, reason: hostile, attempts: 3, of: 3, exhausted: true }),
    );
    expect(findings.map(({ code, file, line }) => ({ code, file, line }))).toEqual([
      { code: 'TQ-001', file: finding.file, line: 42 },
      { code: 'TQ-001', file: finding.file, line: 42 },
    ]);
    expect(findings.every(({ title }) => title !== '')).toBe(true);
  });

  it('10.2 whatever a reviewer is called', async () => {
    for (const reviewer of ['security/deep', 'a (b)', '[Review] x', '']) {
      const text =
        review([finding, { ...finding, code: 'TQ-002' }], reviewer) + fixEntry({ ...fix, reviewer, attempt: 1, of: 3 });
      expect((await read(text)).findings.map(({ code }) => code)).toEqual(['TQ-002']);
    }
  });

  it('10.2 with every finding and its place, for any text', async () => {
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...breakouts), fc.string());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ title: anything, description: anything, suggestion: anything, category: anything }), {
          maxLength: 5,
        }),
        async (all) => {
          const written = all.map((texts, index) => ({
            ...finding,
            ...texts,
            code: `F${100 + index}`,
            line: index + 1,
          }));
          const { findings } = await read(review([...written, { ...finding, code: 'LAST-1' }]));
          expect(findings.map(({ code }) => code)).toEqual([...written.map(({ code }) => code), 'LAST-1']);
          expect(findings.map(({ line }) => line)).toEqual([...written.map(({ line }) => line), 42]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
