import { describe, expect, it } from 'vitest';
import type { Disposition } from '../../model/disposition.ts';
import type { FileFacts } from '../../model/finding/file-facts.ts';
import type { Finding } from '../../model/finding.ts';
import { anchorOf } from '../identity/anchor.ts';
import { type Grounds, judge } from './judge.ts';

const text = 'one();\ntwo();\nthree();\n';
const finding = (id: string, more: Partial<Finding> = {}): Finding => {
  const made: Finding = {
    id,
    code: id,
    severity: 'low',
    category: 'style',
    title: `title of ${id}`,
    description: 'd',
    file: 'a.ts',
    line: 1,
    reviewer: 'r',
    level: 'blocking',
    ...more,
  };
  const anchor = anchorOf(made, made.file === undefined ? null : text);
  return { ...made, ...(anchor !== undefined && { anchor }) };
};
const disposition = ({
  id,
  anchor,
  category,
  title,
  severity,
  file = '',
  line = 1,
  reviewer,
}: Finding): Disposition => ({
  id,
  as: 'accepted',
  reason: 'it is internal',
  by: 'Ada',
  at: '2026-01-01T00:00:00Z',
  finding: { category, title, severity, file, line, reviewer },
  ...(anchor !== undefined && { anchor }),
});
const grounds = (more: Partial<Grounds> = {}): Grounds => ({
  facts: new Map<string, FileFacts>([['a.ts', { kind: 'text', text }]]),
  dispositions: [],
  now: new Date('2026-02-01'),
  ...more,
});

describe('judging findings', () => {
  it('1.6 dismisses what is not there, and leaves the rest alone', () => {
    const { dismissed } = judge(
      [finding('fa'), finding('fb', { line: 99 }), finding('fc', { file: 'unknown.ts' })],
      grounds(),
    );
    expect(dismissed).toEqual([
      { id: 'fb', cause: 'no-evidence', reason: expect.stringContaining('line 99 is past the end') },
    ]);
  });

  it('1.8 dismisses what a person decided about, and names the decision', () => {
    const [kept, gone] = [finding('fa', { line: 2 }), finding('fb', { line: 3 })];
    const { dismissed, returned } = judge([kept, gone], grounds({ dispositions: [disposition(gone)] }));
    expect(dismissed).toEqual([{ id: 'fb', cause: 'disposition', reason: 'accepted: it is internal (Ada)' }]);
    expect(returned).toEqual([]);
  });

  it('1.8 says what came back and why', () => {
    const one = finding('fa');
    const over = { ...disposition(one), until: '2026-01-15' };
    expect(judge([one], grounds({ dispositions: [over] }))).toMatchObject({
      dismissed: [],
      returned: [{ id: 'fa', because: 'ran out' }],
    });
  });

  it('1.9 dismisses what was there before, by lines or by what a reviewer of both versions says', () => {
    const since = { ref: 'main', before: new Map([['a.ts', 'one();\nthree();\n']]) };
    const all = [
      finding('fa'),
      finding('fb', { line: 2 }),
      finding('fc', { line: 3, baseline: 'new' }),
      finding('fd', { line: 2, baseline: 'unchanged' }),
    ];
    expect(judge(all, grounds({ since })).dismissed).toEqual(
      ['fa', 'fd'].map((id) => ({ id, cause: 'not-new', reason: 'it was there before main' })),
    );
  });

  it('1.6, 1.8, 1.9 gives one reason for each, the strongest', () => {
    const both = finding('fa', { line: 99 });
    const since = { ref: 'main', before: new Map([['a.ts', text]]) };
    const { dismissed } = judge([both], grounds({ since, dispositions: [disposition(both)] }));
    expect(dismissed.map(({ cause }) => cause)).toEqual(['no-evidence']);
  });
});
