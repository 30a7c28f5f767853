import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DraftFinding, Severity } from '../../model/finding.ts';
import type { TextEdit } from '../../model/finding/edits.ts';
import { type AdmitContext, admit as admitIn, type ReviewerReport } from './admit.ts';

const draft = (more: Partial<DraftFinding> = {}): DraftFinding => ({
  severity: 'medium',
  category: 'style',
  title: 'Title',
  description: 'Description',
  file: 'src/a.ts',
  line: 1,
  ...more,
});

/** Where nothing is known of the files, of earlier runs and of what people decided. */
const admit = (reports: readonly ReviewerReport[], context: Partial<AdmitContext>) =>
  admitIn(reports, { dedup: 'off', facts: new Map(), known: [], dispositions: [], now: new Date(0), ...context });
const report = (drafts: DraftFinding[], reviewer = 'lint', level: 'blocking' | 'warning' = 'blocking') => ({
  reviewer,
  level,
  drafts,
});
const admitted = (drafts: DraftFinding[], context: Partial<AdmitContext> = {}) => admit([report(drafts)], context);
const edit = (start: number, end: number, text = 'x'): TextEdit => ({
  file: 'src/a.ts',
  range: { by: 'offset', start, end },
  text,
});

describe('ids', () => {
  it('1.1 are the same in every run, whoever reported the finding', () => {
    const [a] = admit([report([draft()], 'one')], { dedup: 'off' }).findings;
    const [b] = admit([report([draft()], 'two', 'warning')], { dedup: 'off' }).findings;
    expect(a?.id).toBe(b?.id);
    expect(a?.id).toMatch(/^f[0-9a-f]{12}$/);
  });

  it('1.1 tell findings apart that look the same', () => {
    const ids = admitted([draft(), draft(), draft()]).findings.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it.each([{ rule: 'r' }, { category: 'c' }, { file: 'b.ts' }, { title: 't' }, { line: 2 }])(
    '1.1 depend on %j',
    (more) => {
      expect(admitted([draft(more)]).findings[0]?.id).not.toBe(admitted([draft()]).findings[0]?.id);
    },
  );

  it('1.1 do not depend on words that reviewers change', () => {
    expect(admitted([draft({ description: 'other', severity: 'low' })]).findings[0]?.id).toBe(
      admitted([draft()]).findings[0]?.id,
    );
  });
});

const codes = (...reports: string[][]) =>
  admit(
    reports.map((each, n) =>
      report(
        each.map((code, line) => draft({ ...(code && { code }), line: line + 1, file: `${n}.ts` })),
        `r${n}`,
      ),
    ),
    { dedup: 'off' },
  ).findings.map(({ code }) => code);

describe('codes', () => {
  it('1.1 are those of the source where they are unique', () => {
    expect(codes(['BE-001', 'FE-002'])).toEqual(['BE-001', 'FE-002']);
  });

  it('1.4 are renumbered where two reviewers collide, and the first keeps its own', () => {
    expect(codes(['F001', 'F002'], ['F001', 'F003'])).toEqual(['F001', 'F002', 'F004', 'F003']);
  });

  it('1.1 are given where there are none, around those that are taken', () => {
    expect(codes(['', 'F002', ''])).toEqual(['F001', 'F002', 'F003']);
  });

  it.each(['a b', 'x\ny', '-rf', '../x', 'x'.repeat(80)])(
    '1.1 replace %j, which is not fit for a file name or a commit message',
    (code) => {
      expect(codes([code])).toEqual(['F001']);
    },
  );

  it('1.1 never differ by case alone, nor equal an id', () => {
    const { id = '' } = admitted([draft()]).findings[0] ?? {};
    const findings = admitted([
      draft(),
      draft({ code: id, title: 'b' }),
      draft({ code: 'be-1', title: 'c' }),
      draft({ code: 'BE-1', title: 'd' }),
    ]).findings;
    const given = findings.map(({ code }) => code.toLowerCase());
    expect(new Set([...given, ...findings.map((each) => each.id)]).size).toBe(8);
  });
});

describe('order', () => {
  it('1.1 is by severity, file and line, with findings about no file last', () => {
    const { file: _file, line: _line, ...nowhere } = draft();
    const findings = admitted([
      nowhere,
      draft({ line: 9 }),
      draft({ line: 10 }),
      draft({ file: 'a', line: 3 }),
      draft({ severity: 'critical', file: 'z' }),
    ]).findings;
    expect(findings.map(({ file, line }) => [file, line])).toEqual([
      ['z', 1],
      ['a', 3],
      ['src/a.ts', 9],
      ['src/a.ts', 10],
      [undefined, undefined],
    ]);
  });
});

const merge = (...drafts: DraftFinding[]) =>
  admit(
    drafts.map((each, n) => report([each], `r${n}`, n === 0 ? 'warning' : 'blocking')),
    { dedup: 'exact' },
  );

describe('exact consolidation', () => {
  it('1.4 makes one finding of file, line and category, and keeps what each said', () => {
    const { findings } = merge(
      draft({ description: 'one', suggestion: 'do a', endLine: 4 }),
      draft({ description: 'two', suggestion: 'do b', severity: 'high', title: 'Worse', endLine: 2 }),
      draft({ description: 'one' }),
    );
    expect(findings).toEqual([
      expect.objectContaining({
        severity: 'high',
        title: 'Worse',
        description: 'two\n\none',
        suggestion: 'do b\n\ndo a',
        reviewer: 'r1',
        reviewers: ['r1', 'r0', 'r2'],
        level: 'blocking',
        endLine: 2,
      }),
    ]);
    expect(findings[0]?.merged).toHaveLength(3);
  });

  it.each([{ file: 'b.ts' }, { line: 2 }, { category: 'other' }])(
    '1.4 keeps findings apart that differ in %j',
    (more) => {
      expect(merge(draft(), draft(more)).findings).toHaveLength(2);
    },
  );

  it('1.4 merges findings of a whole file, but none about no file', () => {
    const { line: _line, ...ofFile } = draft();
    const { file: _file, ...nowhere } = ofFile;
    expect(merge(ofFile, ofFile).findings).toHaveLength(1);
    expect(merge(nowhere, nowhere).findings).toHaveLength(2);
  });

  it('1.4 merges edits that leave each other alone', () => {
    const result = merge(draft({ edits: [edit(1, 3)] }), draft({ edits: [edit(3, 5), edit(1, 3)] }));
    expect(result.findings[0]?.edits).toEqual([edit(1, 3), edit(3, 5)]);
  });

  it.each([
    [edit(1, 4), edit(3, 5)],
    [edit(2, 2), edit(2, 2, 'y')],
    [
      edit(1, 4),
      {
        file: 'src/a.ts',
        text: '',
        range: { by: 'position', startLine: 9, startColumn: 1, endLine: 9, endColumn: 2, unit: 'utf16' },
      } as const,
    ],
  ])('1.4 keeps the first of the edits %j and %j', (first, second) => {
    expect(merge(draft({ edits: [first] }), draft({ edits: [second] })).findings[0]?.edits).toEqual([first]);
  });

  it('1.4 is switched off by off', () => {
    expect(admitted([draft(), draft()])).toMatchObject({ findings: [{}, {}] });
  });
});

describe('only', () => {
  const drafts = [
    draft({ code: 'BE-001', rule: 'no-x' }),
    draft({ file: 'lib/.b/c.ts', title: 'b' }),
    draft({ file: 'weird/[id].ts', title: 'c', severity: 'low' }),
  ];
  const files = (...only: string[]) => admitted(drafts, { only }).findings.map(({ file }) => file);

  it.each([
    ['BE-001', ['src/a.ts']],
    ['be-001', ['src/a.ts']],
    ['no-x', ['src/a.ts']],
    ['./src/a.ts', ['src/a.ts']],
    ['lib', ['lib/.b/c.ts']],
    ['**/*.ts', ['lib/.b/c.ts', 'src/a.ts', 'weird/[id].ts']],
    ['weird/[id].ts', ['weird/[id].ts']],
    ['sr', []],
  ])('13.1 --only %s picks %j', (only, expected) => {
    expect(files(only)).toEqual(expected);
  });

  it('13.1 --only picks by id, counts what it left out, and says what picked nothing', () => {
    const all = admitted(drafts).findings;
    const { findings, leftOut, unmatched } = admitted(drafts, { only: [all[1]?.id ?? '', 'nonsense'] });
    expect(findings).toEqual([all[1]]);
    expect({ leftOut, unmatched }).toEqual({ leftOut: 2, unmatched: ['nonsense'] });
  });

  it('13.1 --only changes neither codes nor ids', () => {
    expect(admitted(drafts, { only: ['lib'] }).findings[0]).toEqual(
      admitted(drafts).findings.find(({ file }) => file === 'lib/.b/c.ts'),
    );
  });
});

describe('admit', () => {
  const anyDraft = fc.record(
    {
      severity: fc.constantFrom(...Severity.options),
      category: fc.constantFrom('a', 'b'),
      title: fc.constantFrom('x', 'y'),
      description: fc.string(),
      file: fc.constantFrom('a.ts', 'b.ts'),
      line: fc.integer({ min: 1, max: 3 }),
      code: fc.constantFrom('F001', 'F002', 'f001', 'X', '!'),
    },
    { requiredKeys: ['severity', 'category', 'title', 'description'] },
  );
  const anyReports = fc.array(
    fc.record({
      reviewer: fc.constantFrom('r', 's'),
      level: fc.constantFrom('blocking' as const, 'warning' as const),
      drafts: fc.array(anyDraft),
    }),
  );

  it('1.4 loses no finding and gives every one its own id and code, twice the same', () => {
    fc.assert(
      fc.property(anyReports, fc.constantFrom('exact' as const, 'off' as const), (reports, dedup) => {
        const result = admit(reports, { dedup });
        const counts = new Map(result.findings.map(({ id, merged }) => [id, merged?.length ?? 1]));
        const standFor = result.findings.reduce((sum, { id }) => sum + (counts.get(id) ?? 1), 0);
        expect(standFor).toBe(reports.reduce((sum, { drafts }) => sum + drafts.length, 0));
        expect(new Set(result.findings.map(({ id }) => id)).size).toBe(result.findings.length);
        expect(new Set(result.findings.map(({ code }) => code.toUpperCase())).size).toBe(result.findings.length);
        expect(admit(reports, { dedup })).toEqual(result);
      }),
      { numRuns: 300 },
    );
  });
});
