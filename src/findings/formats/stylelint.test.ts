import { describe, expect, it } from 'vitest';
import { readFindings } from '../read/read.ts';

const read = (value: unknown, more: object = {}) =>
  readFindings({ name: 'x', text: JSON.stringify(value) }, { root: '/repo', ...more });
const warning = (more: object = {}) => ({
  line: 1,
  column: 5,
  endLine: 1,
  endColumn: 8,
  rule: 'block-no-empty',
  severity: 'error',
  text: 'Unexpected empty block (block-no-empty)',
  ...more,
});
const result = (...warnings: unknown[]) => ({
  source: '/repo/src/a.css',
  warnings,
  parseErrors: [],
  invalidOptionWarnings: [],
  deprecations: [],
  errored: true,
});

describe('stylelint', () => {
  it('1.2 reads warnings with place, severity and rule', async () => {
    const { format, findings, problems } = await read([
      result(warning(), warning({ severity: 'warning', rule: 'x' })),
      result(),
    ]);
    expect({ format, problems }).toEqual({ format: 'stylelint', problems: [] });
    expect(findings).toEqual([
      {
        severity: 'high',
        category: 'block-no-empty',
        title: 'Unexpected empty block',
        description: 'Unexpected empty block',
        file: 'src/a.css',
        line: 1,
        column: 5,
        endColumn: 8,
        rule: 'block-no-empty',
        reviewer: 'stylelint',
      },
      expect.objectContaining({ severity: 'medium', title: 'Unexpected empty block (block-no-empty)' }),
    ]);
  });

  it('4.12 gives its fixes as edits, or says why not', async () => {
    const { findings, problems } = await read([
      result(
        warning({ fix: { range: [2, 4], text: 'x' } }),
        warning({ fix: { range: [4, 2], text: 'x' } }),
        warning({ fix: { range: [-1, 2], text: 'x' } }),
      ),
    ]);
    expect(findings.map(({ edits }) => edits)).toEqual([
      [{ file: 'src/a.css', range: { by: 'offset', start: 2, end: 4 }, text: 'x' }],
      undefined,
      undefined,
    ]);
    expect(problems.map(({ place }) => place)).toEqual(['[0].warnings[1]', '[0].warnings[2]']);
  });

  it('1.2 makes every bad item a problem with its place, and what stylelint says about itself', async () => {
    const { findings, problems } = await read([
      {
        ...result(null, warning({ text: ' ' }), warning({ severity: null })),
        deprecations: [{ text: 'old', reference: 'x' }],
      },
      { ...result(warning()), source: '../b.css' },
      {
        ...result(),
        invalidOptionWarnings: [{ text: 'Invalid option' }],
        parseErrors: [{ stylelintType: 'parseError' }],
      },
      'nonsense',
    ]);
    expect(findings).toHaveLength(1);
    expect(problems.map(({ place, message }) => `${place}: ${message.slice(0, 30)}`)).toEqual([
      '[0].warnings[0]: not a warning of stylelint: In',
      '[0].warnings[1]: not a warning of stylelint: it',
      '[0].warnings[2]: unknown severity null; taken a',
      '[0].deprecations[0]: stylelint says: old',
      '[1].warnings[0]: left out: "../b.css" is outsid',
      '[2].parseErrors[0]: stylelint says: {"stylelintTyp',
      '[2].invalidOptionWarnings[0]: stylelint says: Invalid option',
      '[3]: not a result of stylelint: it ',
    ]);
  });

  it('1.2 takes an empty list for no findings where it is named', async () => {
    expect(await read([], { format: 'stylelint' })).toEqual({ format: 'stylelint', findings: [], problems: [] });
  });
});
