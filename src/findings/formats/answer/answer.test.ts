import { describe, expect, it } from 'vitest';
import { FindingsError } from '../../read/error.ts';
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
const U = {
  groups: [
    { description: 'first', findings: [item(1)] },
    { description: 'second', findings: [item(2)] },
  ],
};
const a = JSON.stringify(A, null, 2);

const codes = (findings: readonly { code?: string | undefined }[]) => findings.map(({ code }) => code);

describe('an answer in JSON', () => {
  it.each([
    ['alone', a],
    ['on one line', JSON.stringify(A)],
    ['in a fence', `Here is my review.\n\n\`\`\`json\n${a}\n\`\`\`\n\nLet me know!`],
    ['in a fence without a language', `\`\`\`\n${a}\n\`\`\``],
    ['in prose', `I looked at {all} of it: ${a} That is "it".`],
    ['with groups', JSON.stringify(U)],
    ['as a bare list', JSON.stringify(A.findings)],
    ['as a bare list in a fence', `Sure:\n\`\`\`json\n${JSON.stringify(A.findings)}\n\`\`\``],
    ['as "issues"', JSON.stringify({ issues: A.findings })],
    ['with a verdict', JSON.stringify({ verdict: 'NEEDS_WORK', ...A })],
    ['behind JSON of another kind', `{"tool":"grep"}\n[1]\n${a}`],
  ])('1.3 is read %s', async (_, text) => {
    const { format, findings, problems, verdict } = await read(text);
    expect({ format, verdict, problems, codes: codes(findings) }).toEqual({
      format: 'answer',
      verdict: 'NEEDS_WORK',
      problems: [],
      codes: ['F1', 'F2'],
    });
    expect(findings[1]).toMatchObject({
      severity: 'high',
      title: 'Title 2',
      file: 'src/a2.py',
      line: 2,
      description: 'Words, "quoted" {2}',
    });
  });

  it.each([
    ['single quotes', `{'findings': [{'title': 'Title 1', 'file': 'src/a1.py', 'severity': 'low'}]}`],
    ['trailing commas', `{"findings": [{"title": "Title 1", "file": "src/a1.py", "severity": "low",},],}`],
    ['names without quotes', `{findings: [{title: "Title 1", file: "src/a1.py", severity: "low"}]}`],
    ['comments', `{"findings": [ // all\n {"title": "Title 1", "file": "src/a1.py", "severity": "low"}]}`],
    ['a missing comma', `{"findings": [{"title": "Title 1" "file": "src/a1.py", "severity": "low"}]}`],
  ])('1.3 is repaired with %s, and it is said', async (_, text) => {
    const { findings, problems } = await read(`Result:\n${text}`);
    expect(findings).toEqual([expect.objectContaining({ title: 'Title 1', file: 'src/a1.py' })]);
    expect(problems).toEqual([
      {
        place: expect.stringMatching(/^line [23]$/),
        message: 'the JSON was broken and has been repaired: 1 finding was read',
      },
    ]);
  });

  it.each([
    ['in a string', a.slice(0, a.indexOf('Title 2') + 4)],
    ['in a key', a.slice(0, a.indexOf('"line": 2') + 3)],
    ['behind a brace', a.slice(0, a.lastIndexOf('{', a.indexOf('F2')) + 1)],
    ['in a fence that is closed', `\`\`\`json\n${a.slice(0, a.indexOf('Title 2') + 4)}\n\`\`\``],
  ])('1.3 that was cut off %s gives the whole items; the half one is a problem', async (_, text) => {
    const { findings, problems, verdict } = await read(text);
    expect(codes(findings)).toEqual(['F1']);
    expect(verdict).toBe('NEEDS_WORK');
    expect(problems).toEqual([
      { place: 'findings[1]', message: expect.stringContaining('cut off in the middle of it') },
      {
        place: expect.stringMatching(/^line \d+$/),
        message: 'the JSON was cut off and has been repaired: 1 finding was read; there may have been more',
      },
    ]);
  });

  it.each([
    ['A', a, 'findings'],
    ['U', JSON.stringify(U), 'groups'],
    ['a bare list', JSON.stringify(A.findings), ''],
  ])('1.3 in the form of %s, cut off anywhere, never gives half a finding nor a pass', async (_, text) => {
    const whole = (await read(text)).findings;
    const counts = new Set<number>();
    for (let at = 1; at < text.length; at += 1) {
      const result = await read(text.slice(0, at)).catch((error: unknown) => {
        if (error instanceof FindingsError) return null;
        throw error;
      });
      if (!result) continue;
      const { findings, verdict, problems } = result;
      expect(findings).toEqual(whole.slice(0, findings.length));
      expect(verdict).toBe('NEEDS_WORK');
      expect(problems.length).toBeGreaterThan(0);
      counts.add(findings.length);
    }
    expect([...counts]).toEqual([1, 2]);
  });

  it.each([
    '{"findings": [',
    '{"findings": [{"title": "Tit',
    '{"verdict": "PASSED", "findings": [',
    '{"verdict": "PASSED"',
    '[{"title": "x',
  ])('1.3 cut off before the first finding, as in %j, is an error', async (text) => {
    const error = await refusal(`Review: ${text}`);
    expect(error.fault).toBe('no-verdict');
    expect(error.message).toContain('cut off');
  });

  it('1.3 says when there are two reviews, and reads the last', async () => {
    const { findings, problems } = await read(`${JSON.stringify({ findings: [item(7)] })}\nNo, wait:\n${a}`);
    expect(codes(findings)).toEqual(['F1', 'F2']);
    expect(problems).toEqual([{ place: 'line 1', message: expect.stringContaining('more than one review') }]);
  });

  it('1.3 makes an item that cannot be read a problem', async () => {
    const { findings, problems } = await read(
      JSON.stringify({ findings: [item(1), 7, { severity: 'low' }, { title: 'x', file: '../../etc/passwd' }] }),
    );
    expect(codes(findings)).toEqual(['F1']);
    expect(problems.map(({ place }) => place)).toEqual(['findings[1]', 'findings[2]', 'findings[3]']);
  });
});

describe('a verdict', () => {
  it.each([
    '{"findings": []}',
    '{"groups": []}',
    '{"verdict": "PASSED"}',
    '{"verdict": "passed", "findings": []}',
    '[]',
    '```json\n[]\n```',
    '### Verdict: PASSED\n\nAll is well.',
    'I read it all.\n\n**Verdict:** PASSED',
    'Verdict: ✅ PASSED',
    'It is fine.\n\nPASSED',
    '{"findings": [],}',
  ])('1.3 %j is PASSED', async (text) => {
    expect(await read(text)).toMatchObject({ findings: [], verdict: 'PASSED' });
  });

  it.each([
    JSON.stringify({ verdict: 'PASSED', ...A }),
    `### Verdict: PASSED\n\n### Findings\n\n1. **F1**: c - t\n   - File: a.py:1\n2. **F2**: c - t\n   - File: a.py:9\n`,
    'Verdict: PASSED\n\n1. src/a.py:3 leaks\n2. src/b.py:4 leaks',
  ])('1.3 PASSED with findings is NEEDS_WORK and flagged: %j', async (text) => {
    const { findings, verdict, problems } = await read(text);
    expect({ count: findings.length, verdict }).toEqual({ count: 2, verdict: 'NEEDS_WORK' });
    expect(problems).toEqual([
      expect.objectContaining({ message: expect.stringContaining('yet lists 2 findings: taken as NEEDS_WORK') }),
    ]);
  });

  it.each([
    '{"verdict": "NEEDS_WORK", "findings": []}',
    '{"verdict": "NEEDS_WORK"}',
    '### Verdict: NEEDS_WORK',
    'It is bad.\n\nVerdict: NEEDS_WORK',
    'NEEDS_WORK',
    'Verdict: NEEDS_WORK\n\n- Error handling is poor',
    '{"verdict": "PASSED", "findings": [7]}',
    '{"findings": [{"title": "x", "file": "../../y"}]}',
  ])('1.3 %j has none that can be read: an error, never a pass', async (text) => {
    const error = await refusal(text);
    expect(error.fault).toBe('no-verdict');
    expect(error.message).toContain('list its findings as `file:line: message`');
  });

  it.each([
    'I could not do the review.',
    'Looks good to me, no issues found!',
    'Error: 401 Unauthorized',
    '{"type":"result"}',
    '{}',
    '[1, 2]',
    'The list is [] now',
    'Verdict: {PASSED|NEEDS_WORK}',
    '```',
    'Verdict: cannot be given',
  ])('1.3 %j has no verdict: an error', async (text) => {
    const error = await refusal(text);
    expect(error.fault).toBe('no-verdict');
    expect(error.message).toContain('answer');
  });

  it('1.3 no answer is an error', async () => {
    expect((await refusal('  \n')).fault).toBe('empty');
  });

  it('1.3 takes the worse of two', async () => {
    expect((await refusal('Verdict: PASSED\n\nOn second thoughts:\n\nVerdict: NEEDS_WORK')).fault).toBe('no-verdict');
    expect((await refusal('Verdict: NEEDS_WORK\n\nThen\n\nVerdict: PASSED')).fault).toBe('no-verdict');
  });

  it('1.3 leaves out what the answer says is done', async () => {
    expect(
      await read(JSON.stringify({ verdict: 'PASSED', findings: [{ ...item(1), status: 'fixed' }] })),
    ).toMatchObject({
      findings: [],
      verdict: 'PASSED',
    });
  });
});

describe('the summary of an answer', () => {
  it.each([
    ['seed A', { findings: [], summary: ' All is\0 well. ' }],
    ['seed U', { groups: [], summary: ' All is\0 well. ' }],
  ])('A15 B8 2.3 is kept, cleaned, from %s', async (_, answer) => {
    expect((await read(JSON.stringify(answer))).summary).toBe('All is well.');
  });

  it('B8 2.3 is bounded, and absent where there is none', async () => {
    const { summary = '' } = await read(JSON.stringify({ findings: [], summary: 'so many words '.repeat(1_000) }));
    expect(summary.length).toBeLessThan(2_100);
    for (const nothing of [undefined, '', '  ', 7, ['x']])
      expect(await read(JSON.stringify({ findings: [], summary: nothing }))).not.toHaveProperty('summary');
  });
});
