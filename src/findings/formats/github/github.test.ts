import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../edits/edits.ts';
import { readFindings } from '../../read/read.ts';

const read = (value: unknown, more: object = {}) =>
  readFindings({ name: 'x', text: JSON.stringify(value) }, { root: '/repo', ...more });

let ids = 100;
const comment = (more: object = {}) => {
  ids += 1;
  return {
    url: `https://api.github.com/repos/o/r/pulls/comments/${ids}`,
    pull_request_review_id: 42,
    id: ids,
    diff_hunk: '@@ -1,2 +1,4 @@\n one\n-old\n+two\n+three',
    path: 'src/a.txt',
    position: 4,
    original_position: 4,
    commit_id: 'c0ffee',
    original_commit_id: 'c0ffee0123456789',
    user: { login: 'ada', id: 1 },
    body: 'This is wrong.',
    created_at: `2026-01-01T00:00:${String(ids % 60).padStart(2, '0')}Z`,
    html_url: `https://github.com/o/r/pull/1#discussion_r${ids}`,
    start_line: null,
    original_start_line: null,
    start_side: null,
    line: 3,
    original_line: 3,
    side: 'RIGHT',
    subject_type: 'line',
    ...more,
  };
};

const suggestion = (text: string, mark = '```') => `${mark}suggestion\n${text}${mark}`;
const file = 'one\ntwo\nthree\nfour\n';

/** What the edits of the only finding make of the file. */
const applied = async (body: string, more: object = {}, text = file) => {
  const { findings, problems } = await read([comment({ body, ...more })]);
  expect([findings.length, problems]).toEqual([1, []]);
  return applyEdits(text, text, findings[0]?.edits ?? []);
};

describe('review comments of GitHub', () => {
  it('1.2 reads what the API returns', async () => {
    const one = comment();
    const { format, findings, problems } = await read([one]);
    expect({ format, problems }).toEqual({ format: 'github', problems: [] });
    expect(findings).toEqual([
      {
        severity: 'medium',
        category: 'general',
        title: 'This is wrong',
        description: `This is wrong.\n\n${one.html_url}`,
        file: 'src/a.txt',
        line: 3,
        quote: 'three',
        reviewer: 'ada',
      },
    ]);
    const several = await read([comment({ start_line: 2, start_side: 'RIGHT' })]);
    expect(several.findings[0]).toMatchObject({ line: 2, endLine: 3, quote: 'two\nthree' });
    expect((await read([one], { fromTool: true })).findings[0]).not.toHaveProperty('reviewer');
  });

  it('1.2 reads pages that were slurped, and a comment of two pages once', async () => {
    const one = comment();
    const { findings, problems } = await read([[one, comment()], [one, 'nonsense'], []]);
    expect(findings).toHaveLength(2);
    expect(problems).toEqual([{ place: '[1][1]', message: expect.stringContaining('not a review comment') }]);
    expect(await read([[], []])).toEqual({ format: 'github', findings: [], problems: [] });
    expect(await read([], { format: 'github' })).toEqual({ format: 'github', findings: [], problems: [] });
  });

  it('1.2 joins replies to what they answer, in order, and makes no findings of them', async () => {
    const root = comment({ created_at: '2026-01-01T00:00:00Z' });
    const reply = (body: string, at: string, more: object = {}) =>
      comment({ body, in_reply_to_id: root.id, created_at: at, user: { login: 'bob' }, ...more });
    const second = reply('Second.', '2026-01-03T00:00:00Z', { user: null });
    const { findings, problems } = await read([second, reply('First.', '2026-01-02T00:00:00Z'), root]);
    expect(problems).toEqual([]);
    expect(findings.map(({ description }) => description)).toEqual([
      `This is wrong.\n\nbob: First.\n\nReply: Second.\n\n${root.html_url}`,
    ]);
  });

  it('1.2 makes a finding of a reply whose comment is missing, or that leads in a circle', async () => {
    const lost = [comment({ body: 'One.', in_reply_to_id: 7 }), comment({ body: 'Two.', in_reply_to_id: 7 })];
    const circle = [
      comment({ id: 1, body: 'Three.', in_reply_to_id: 2 }),
      comment({ id: 2, body: 'Four.', in_reply_to_id: 1 }),
    ];
    const left = [comment({ id: 4, path: '../x' }), comment({ body: 'Six.', in_reply_to_id: 4 })];
    const { findings } = await read([
      ...lost,
      ...circle,
      comment({ id: 3, body: 'Five.', in_reply_to_id: 3 }),
      ...left,
    ]);
    expect(findings.map(({ title }) => title)).toEqual(['One', 'Three', 'Four', 'Five', 'Six']);
    expect(findings[0]?.description).toContain('ada: Two.');
  });

  it('1.2 loses none, however they answer each other: each is told in a finding, or is a problem with its place', async () => {
    const id = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined });
    const odd = fc.record({
      id,
      in_reply_to_id: id,
      isBlock: fc.boolean(),
      line: fc.constantFrom(null, undefined, 0, 2, 'x'),
      start_line: fc.constantFrom(null, 1, 9),
      side: fc.constantFrom('LEFT', 'RIGHT', null),
      path: fc.constantFrom('a.txt', '../x', '.'),
      created_at: fc.constantFrom('2026-01-01', '2026-01-02', null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { minLength: 1, maxLength: 8 }), async (list) => {
        const { findings, problems } = await read(
          list.map(({ isBlock, ...each }, index) =>
            comment({ ...each, body: isBlock ? suggestion(`<${index}>\n`) : `Word <${index}>` }),
          ),
        );
        const told = JSON.stringify(findings);
        const thrown = problems.filter(({ message }) => /left out|not a/.test(message)).map(({ place }) => place);
        for (const index of list.keys()) {
          const isSaid = told.includes(`<${index}>`) || thrown.includes(`[${index}]`);
          expect(isSaid, `${index} of ${JSON.stringify(list)}`).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('1.2 makes every bad comment a problem with its place', async () => {
    const { findings, problems } = await read([
      comment(),
      comment({ path: '../x' }),
      comment({ body: ' \n' }),
      comment({ body: null }),
      comment({ line: 'x' }),
      null,
    ]);
    expect(findings).toHaveLength(1);
    expect(problems.map(({ place }) => place).toSorted()).toEqual(['[1]', '[2]', '[3]', '[4]', '[5]']);
  });
});

describe('suggestion blocks', () => {
  it.each([
    ['a line', suggestion('THREE\n'), {}, 'one\ntwo\nTHREE\nfour\n'],
    ['several lines by more', suggestion('2\n\n3\n'), { start_line: 2 }, 'one\n2\n\n3\nfour\n'],
    ['nothing, which removes the lines', suggestion(''), { start_line: 2 }, 'one\nfour\n'],
    ['an empty line', suggestion('\n'), { start_line: 2 }, 'one\n\nfour\n'],
    ['a longer fence with a fence in it', suggestion('```js\n```\n', '`````'), {}, 'one\ntwo\n```js\n```\nfour\n'],
    ['tildes', suggestion('THREE\n', '~~~'), {}, 'one\ntwo\nTHREE\nfour\n'],
    ['a block that is indented', '  ```suggestion\n    THREE\n  ```', {}, 'one\ntwo\n  THREE\nfour\n'],
    ['CRLF', suggestion('THREE\n').replaceAll('\n', '\r\n'), {}, 'one\ntwo\nTHREE\nfour\n'],
    ['words around it', `Better:\n\n${suggestion('THREE\n')}\n\nOr not.`, {}, 'one\ntwo\nTHREE\nfour\n'],
    ['more in its first line', '```suggestion  here\nTHREE\n```', {}, 'one\ntwo\nTHREE\nfour\n'],
  ])('4.12 replace by %s', async (_, body, more, expected) => {
    expect(await applied(body, more)).toEqual({ text: expected });
  });

  it('4.12 end lines as the file does', async () => {
    expect(await applied(suggestion('3\n3\n'), {}, 'one\r\ntwo\r\nthree')).toEqual({ text: 'one\r\ntwo\r\n3\r\n3' });
  });

  it('4.12 are in no other field, unless the comment has no words', async () => {
    const { findings } = await read([
      comment({ body: `Use this.\n${suggestion('CODE\n')}` }),
      comment({ body: suggestion('CODE\n') }),
    ]);
    expect(findings[0]?.edits).toEqual([expect.objectContaining({ text: 'CODE' })]);
    expect(JSON.stringify({ ...findings[0], edits: [] })).not.toContain('CODE');
    expect(findings[1]).toMatchObject({ title: 'Suggested change', suggestion: 'Suggested:\nCODE' });
  });

  it('4.12 are alternatives where there are several, also in replies: the first is made, the others are told', async () => {
    const root = comment({ body: `Either\n${suggestion('A\n')}\nor\n${suggestion('')}` });
    const { findings, problems } = await read([root, comment({ in_reply_to_id: root.id, body: suggestion('C\n') })]);
    expect(problems).toEqual([]);
    expect(findings).toEqual([
      expect.objectContaining({
        edits: [expect.objectContaining({ text: 'A' })],
        suggestion: 'Suggested: remove the lines\n\nSuggested:\nC',
        description: expect.stringMatching(/^Either\nor\n\nhttps/),
      }),
    ]);
    const bare = comment();
    const answered = await read([bare, comment({ in_reply_to_id: bare.id, body: suggestion('C\n') })]);
    expect(answered.findings[0]?.edits).toEqual([expect.objectContaining({ text: 'C' })]);
  });

  it.each([
    ['on removed lines', { side: 'LEFT' }, 'it is about lines that were removed'],
    ['from a removed line on', { start_line: 1, start_side: 'LEFT' }, 'it begins on a line that was removed'],
    ['outdated', { line: null, position: null }, 'it is outdated'],
    ['about the file', { subject_type: 'file', line: null }, 'it is about the file as a whole'],
    ['about no file', { path: '.' }, 'it names no file'],
  ])('4.12 of a comment %s are not made, which is said', async (_, more, reason) => {
    const { findings, problems } = await read([comment({ body: `Words.\n${suggestion('CODE\n')}`, ...more })]);
    expect(findings).toEqual([expect.objectContaining({ title: 'Words', suggestion: 'Suggested:\nCODE' })]);
    expect(findings[0]).not.toHaveProperty('edits');
    expect(problems).toEqual([{ place: '[0]', message: `its suggestion is not applied: ${reason}` }]);
    expect((await read([comment(more)])).problems).toEqual([]);
  });

  it('4.12 are not made when the block has no end', async () => {
    const { findings, problems } = await read([comment({ body: 'Words.\n```suggestion\nCODE' })]);
    expect(findings[0]?.suggestion).toContain('CODE');
    expect([findings[0]?.edits, problems[0]?.message]).toEqual([undefined, expect.stringContaining('no end')]);
  });

  it('4.12 are not what stands inside of another block, or looks like it', async () => {
    const example = `Write\n\`\`\`\`md\n${suggestion('X\n')}\n\`\`\`\`\n\`\`\`suggestions\ny\n\`\`\``;
    const { findings, problems } = await read([comment({ body: example })]);
    expect([findings[0]?.edits, problems]).toEqual([undefined, []]);
    expect(findings[0]?.description).toContain(example);
  });
});

describe('the place of a comment', () => {
  it('1.2 is that of the file as it is now; what was is told', async () => {
    const { findings } = await read([comment({ line: null }), comment({ side: 'LEFT' })]);
    for (const finding of findings)
      expect([finding.file, finding.line, finding.quote]).toEqual(['src/a.txt', undefined, undefined]);
    expect(findings[0]?.description).toContain('Made about line 3 of commit c0ffee012345, which has changed since.');
    expect(findings[1]?.description).toContain('Made about line 3, which was removed.');
  });

  it('1.2 is found in the diff where a server gives no line', async () => {
    const { findings } = await read([
      comment({ line: undefined, diff_hunk: '@@ -8,2 +10,3 @@ f()\n a\n-b\n+c\n\\ No newline' }),
    ]);
    expect(findings[0]).toMatchObject({ line: 11, quote: 'c' });
  });
});

describe('marks of review bots', () => {
  it.each([
    ['**[HIGH]** Leaks memory.', 'high', '[HIGH] Leaks memory'],
    ['Severity: critical\n\nLeaks memory.', 'critical', 'Leaks memory'],
    ['**Severity:** Low\nLeaks memory.', 'low', 'Leaks memory'],
    ['### Leaks memory\n\n**High Severity**\n\nIt does.', 'high', 'Leaks memory'],
    ['_⚠️ Potential issue_ | _🟠 Major_\n\n**Leaks memory.**', 'high', 'Leaks memory'],
    ['_🧹 Nitpick_ | _🔵 Trivial_\n\n**Leaks memory.**', 'low', 'Leaks memory'],
    ['![high](https://www.gstatic.com/codereviewagent/high-priority.svg)\n\nLeaks memory.', 'high', 'Leaks memory'],
    [
      '**<sub><sub>![P1 Badge](https://img.shields.io/badge/P1-orange)</sub></sub>  Leaks memory**',
      'high',
      'Leaks memory',
    ],
    ['nit: leaks memory', 'low', 'nit: leaks memory'],
    ['**nitpick (non-blocking):** leaks memory', 'low', 'nitpick (non-blocking): leaks memory'],
    ['The high road is minor here: leaks memory', 'medium', 'The high road is minor here: leaks memory'],
    ['Leaks memory.\n```\nseverity: critical\n```', 'medium', 'Leaks memory'],
    [`${'x '.repeat(400)} severity: critical`, 'medium', expect.stringContaining('x x')],
  ])('1.2 say how much it weighs: %s', async (body, severity, title) => {
    expect((await read([comment({ body })])).findings[0]).toMatchObject({ severity, title });
  });
});
