import { describe, expect, it } from 'vitest';
import { readFindings } from '../../read/read.ts';

const kept = {
  severity: 'critical',
  category: 'security',
  code: 'BE-001',
  title: 'Key in the code',
  description: 'A key is in the code.',
  suggestion: 'Take it out.',
  reviewer: 'security',
  reviewers: ['security', 'lint'],
  merged: [{ reviewer: 'security', severity: 'critical', category: 'security', title: 'Key in the code' }],
  level: 'warning',
  rule: 'no-key',
  group: 'keys',
  line: 3,
  endLine: 4,
  column: 2,
  quote: 'const key = 1;',
  baseline: 'new',
};

const read = async (fixpoint: unknown, { driver = 'Fixpoint', fromTool = false } = {}) => {
  const result = {
    ruleId: 'no-key',
    level: 'error',
    message: { text: 'Key in the code\n\nA key is in the code.' },
    locations: [
      { physicalLocation: { artifactLocation: { uri: 'src/a.ts', uriBaseId: 'SRCROOT' }, region: { startLine: 3 } } },
    ],
    partialFingerprints: { 'fixpointId/v1': 'f1', 'own/v1': 'x' },
    properties: { fixpoint },
  };
  const text = JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: driver } }, results: [result] }] });
  const { findings, problems } = await readFindings({ name: 'x', text }, { root: '/repo', fromTool });
  return { finding: findings[0], problems };
};

describe('SARIF that Fixpoint wrote', () => {
  it('1.2 gives back all that SARIF has no place for', async () => {
    const { finding, problems } = await read(kept);
    expect(problems).toEqual([]);
    expect(finding).toEqual({ ...kept, file: 'src/a.ts', fingerprints: { 'fixpointId/v1': 'f1', 'own/v1': 'x' } });
  });

  it('1.2 has no line where the finding has none', async () => {
    const { line: _line, endLine: _end, column: _column, ...whole } = kept;
    const { finding } = await read(whole);
    expect(finding).toHaveProperty('file', 'src/a.ts');
    expect(finding).not.toHaveProperty('line');
  });

  it('1.2 takes names from it that a URI cannot say', async () => {
    expect((await read({ ...kept, file: 'src/a\\b`.ts' })).finding?.file).toBe('src/a\\b`.ts');
  });

  it.each([
    { ...kept, severity: 'bad' },
    { ...kept, line: -1 },
    { ...kept, title: 3 },
    { ...kept, file: '../x' },
    { ...kept, file: '/etc/passwd' },
    { ...kept, file: '.git/config' },
    { ...kept, file: 'a/./b' },
    { ...kept, edits: [{ file: '../x', range: { by: 'offset', start: 0, end: 1 }, text: '' }] },
    'text',
    null,
  ])('1.2 leaves out what is not as it was written, says so, and keeps the finding: %j', async (fixpoint) => {
    const { finding, problems } = await read(fixpoint);
    expect(finding).toMatchObject({ file: 'src/a.ts', severity: 'high', reviewer: 'Fixpoint' });
    expect(problems).toEqual([
      { place: 'runs[0].results[0]', message: expect.stringContaining('fixpoint properties') },
    ]);
  });

  it('1.2 heeds the properties of nobody else', async () => {
    expect((await read(kept, { driver: 'Other' })).finding).toMatchObject({ severity: 'high', reviewer: 'Other' });
  });

  it('2.7 leaves reviewer and level to the configuration, where it is the output of a tool', async () => {
    const { finding } = await read(kept, { fromTool: true });
    expect(finding).toHaveProperty('code', 'BE-001');
    for (const key of ['reviewer', 'reviewers', 'level']) expect(finding).not.toHaveProperty(key);
  });

  it('1.2 cleans words that were made up', async () => {
    const { finding } = await read({
      ...kept,
      title: 'x'.repeat(500),
      description: 'a\u0000b',
      suggestion: 'y'.repeat(50_000),
    });
    expect(finding?.title).toHaveLength(120);
    expect(finding?.description).toBe('ab');
    expect(finding?.suggestion?.length).toBeLessThan(11_000);
  });
});
