import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FindingsError } from '../../read/error.ts';
import { outside, readingOf } from '../../../../test/support/findings/reading.ts';

const { read } = readingOf('answer', { format: 'answer' });

const finding = { severity: 'major', title: 'Title', description: 'Words, "quoted" {1}', file: 'src/a.py', line: 1 };
const a = JSON.stringify({ findings: [finding, finding], summary: 'Two.' }, null, 2);
const U = { groups: [{ description: 'first', findings: [finding] }] };

describe('any answer', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      a,
      JSON.stringify(U),
      '```json',
      '```',
      '{"findings": [',
      '{"title": "',
      ']}',
      '### Verdict: PASSED',
      'Verdict: NEEDS_WORK',
      '1. src/a.py:3 x',
      '- `../../x.py:1`',
      '- .git/config.ini:3',
      '## High',
      'File: ',
      '/etc/passwd.txt:1',
      '\0',
      '__proto__',
      '{"__proto__": {"polluted": 1}, "findings": [{"title": "x"}]}',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );

  it('1.3 is read or refused, with paths inside the repository, and no prototype touched', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 10 }),
        fc.constantFrom('\n', '', ' ', '\n\n'),
        async (pieces, glue) => {
          try {
            const { findings, verdict } = await read(pieces.join(glue));
            expect(verdict).toBe(findings.length > 0 ? 'NEEDS_WORK' : 'PASSED');
            for (const { file } of findings) expect(file ?? 'a').not.toMatch(outside);
          } catch (error) {
            if (!(error instanceof FindingsError)) throw error;
          }
          expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each(['a:', '(', '`', ' ', '1', '{', '[', '{"a":', '"', '**', '- ', '# ', 'a.b ', 'Verdict'])(
    '1.3 is done with a megabyte of %j on one line',
    async (unit) => {
      const long = unit.repeat(1_000_000 / unit.length);
      const text = `Verdict: NEEDS_WORK\n\n- src/a.py:3 leaks\n\n${long}\n\n- ${long}\n`;
      expect((await read(text)).findings.map(({ file }) => file)).toContain('src/a.py');
    },
  );

  it.each(['- a\n', '\n', '# a\n', 'a.py:1\n', '```\n', 'a\n'])('1.3 is done with a megabyte of %j', async (unit) => {
    const text = `Verdict: NEEDS_WORK\n\n- src/a.py:3 leaks\n\n${unit.repeat(1_000_000 / unit.length)}`;
    expect((await read(text)).findings.map(({ file }) => file)).toContain('src/a.py');
  });
});
