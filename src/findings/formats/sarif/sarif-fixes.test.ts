import { describe, expect, it } from 'vitest';
import { endOfLine } from '../../../model/finding/edits.ts';
import { readFindings } from '../../read/read.ts';

const change = (deletedRegion: object, insertedContent?: object, uri = 'a.ts') => ({
  artifactLocation: { uri },
  replacements: [{ deletedRegion, ...(insertedContent && { insertedContent }) }],
});

const readFix = async (fix: unknown, run: object = {}) => {
  const results = [
    {
      message: { text: 'Words' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a.ts' } } }],
      fixes: [fix, { description: { text: 'other' } }],
    },
  ];
  const text = JSON.stringify({ version: '2.1.0', runs: [{ results, ...run }] });
  const { findings, problems } = await readFindings({ name: 'x', text }, { root: '/repo' });
  return { finding: findings[0], problems: problems.map(({ message }) => message) };
};

const edits = async (region: object, content?: object, run: object = {}) =>
  (await readFix({ artifactChanges: [change(region, content)] }, run)).finding?.edits;

describe('SARIF fixes', () => {
  it('4.12 reads lines and columns', async () => {
    expect(await edits({ startLine: 2, startColumn: 3, endLine: 4, endColumn: 1 }, { text: 'x' })).toEqual([
      {
        file: 'a.ts',
        text: 'x',
        range: { by: 'position', startLine: 2, startColumn: 3, endLine: 4, endColumn: 1, unit: 'utf16' },
      },
    ]);
  });

  it('4.12 fills in the columns and lines that are left out', async () => {
    const range = { by: 'position', startLine: 2, startColumn: 1, endLine: 2, endColumn: endOfLine, unit: 'utf16' };
    expect(await edits({ startLine: 2 })).toEqual([{ file: 'a.ts', text: '', range }]);
  });

  it('4.12 keeps the unit of columns', async () => {
    const result = await edits(
      { startLine: 1, startColumn: 1, endColumn: 2 },
      { text: '' },
      { columnKind: 'unicodeCodePoints' },
    );
    expect(result?.[0]?.range).toMatchObject({ unit: 'codePoint' });
  });

  it('4.12 reads character offsets', async () => {
    expect(await edits({ charOffset: 7, charLength: 2 }, { text: 'y' })).toEqual([
      { file: 'a.ts', text: 'y', range: { by: 'offset', start: 7, end: 9 } },
    ]);
    expect(await edits({ charOffset: 7 }, { text: 'y' })).toEqual([
      { file: 'a.ts', text: 'y', range: { by: 'offset', start: 7, end: 7 } },
    ]);
  });

  it('4.12 takes the first fix, with its description as the suggestion', async () => {
    const fix = {
      description: { text: 'Do this.' },
      artifactChanges: [change({ startLine: 1 }), change({ startLine: 2 }, { text: 'b' }, 'b.ts')],
    };
    const { finding } = await readFix(fix);
    expect(finding?.suggestion).toBe('Do this.');
    expect(finding?.edits?.map(({ file }) => file)).toEqual(['a.ts', 'b.ts']);
  });

  it.each([
    [change({ byteOffset: 3, byteLength: 1 }), {}, 'bytes'],
    [change({ charOffset: 3 }), { columnKind: 'unicodeCodePoints' }, 'code points'],
    [change({}), {}, 'no place'],
    [change({ startLine: 1 }, { binary: 'AA==' }), {}, 'binary'],
    [change({ startLine: 0 }), {}, 'not a position'],
    [change({ startLine: 3, endLine: 2 }), {}, 'not a position'],
    [change({ startLine: 1, startColumn: 5, endColumn: 2 }), {}, 'not a position'],
    [change({ startLine: 1 }, { text: 'x' }, '../b.ts'), {}, 'outside the repository'],
    [change({ startLine: 1 }, { text: 'x' }, ''), {}, 'no file'],
    [{ artifactLocation: { uri: 'a.ts' } }, {}, 'cannot be read'],
  ])('4.12 gives up a fix that is not exact, whole, and keeps the finding: %j', async (bad, run, reason) => {
    const { finding, problems } = await readFix({ artifactChanges: [change({ startLine: 9 }), bad] }, run);
    expect(finding).toBeDefined();
    expect(finding).not.toHaveProperty('edits');
    expect(problems).toEqual([expect.stringContaining(reason)]);
  });
});
