import { describe, expect, it } from 'vitest';
import { readFindings } from '../../read/read.ts';

const root = '/home/me/repo';

const readRun = (run: object, more: object = {}, fromTool = false) =>
  readFindings(
    {
      name: 'x.sarif',
      text: JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'T' } }, ...run }], ...more }),
    },
    { root, fromTool },
  );

const place = (uri: string, region?: object) => ({
  physicalLocation: { artifactLocation: { uri }, ...(region && { region }) },
});

const one = async (result: object, run: object = {}) => {
  const { findings, problems } = await readRun({ results: [{ message: { text: 'Words.' }, ...result }], ...run });
  return { finding: findings[0], problems };
};

describe('SARIF: fingerprints and baseline', () => {
  it('1.5 keeps fingerprints, whole ones before partial ones', async () => {
    const { finding } = await one({
      partialFingerprints: { 'a/v1': 'x', both: 'partial' },
      fingerprints: { both: 'whole' },
    });
    expect(finding?.fingerprints).toEqual({ 'a/v1': 'x', both: 'whole' });
  });

  it.each([
    [{ a: 3, b: null, c: 'kept' }, { c: 'kept' }],
    [{ '': '', x: '' }, undefined],
    [{ long: 'x'.repeat(5_000), ['k'.repeat(300)]: 'x' }, undefined],
    ['text', undefined],
    [null, undefined],
    [{}, undefined],
  ])('1.5 passes over what is no fingerprint in %j', async (partialFingerprints, kept) => {
    const { finding, problems } = await one({ partialFingerprints });
    expect(problems).toEqual([]);
    expect(finding?.fingerprints).toEqual(kept);
  });

  it('1.5 keeps a bounded number of fingerprints, and none that reaches for the prototype', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 'x']));
    expect(Object.keys((await one({ partialFingerprints: many })).finding?.fingerprints ?? {})).toHaveLength(20);
    const results = '[{"message":{"text":"x"},"partialFingerprints":{"__proto__":"y","a":"b"}}]';
    const text = `{"version":"2.1.0","runs":[{"results":${results}}]}`;
    const { findings } = await readFindings({ name: 'x', text }, { root });
    expect(Object.entries(findings[0]?.fingerprints ?? {})).toEqual([['a', 'b']]);
  });

  it.each(['new', 'unchanged', 'updated'])(
    '1.9 keeps what the source says against its baseline: %s',
    async (baselineState) => {
      expect((await one({ baselineState })).finding?.baseline).toBe(baselineState);
    },
  );

  it('1.9 takes no other word for one', async () => {
    expect((await one({ baselineState: 'old' })).finding).not.toHaveProperty('baseline');
  });
});

describe('SARIF: where exactly', () => {
  it.each([
    [
      { startLine: 3, startColumn: 5, endColumn: 9 },
      { line: 3, column: 5, endColumn: 9 },
    ],
    [
      { startLine: 3, startColumn: 5, endLine: 4, endColumn: 2 },
      { line: 3, endLine: 4, column: 5, endColumn: 2 },
    ],
    [
      { startLine: 3, startColumn: 5, endLine: 4, endColumn: 1 },
      { line: 3, column: 5 },
    ],
    [
      { startLine: 3, startColumn: 5, endColumn: 2 },
      { line: 3, column: 5 },
    ],
    [{ startLine: 3, endColumn: 2 }, { line: 3 }],
    [{ startLine: 3, startColumn: 0 }, { line: 3 }],
    [{ startColumn: 4 }, {}],
    [{ charOffset: 10, charLength: 2 }, {}],
  ])('1.1 reads the columns of %j', async (region, where) => {
    const { finding } = await one({ locations: [place('a.ts', region)] });
    const { line, endLine, column, endColumn } = finding ?? {};
    expect(JSON.parse(JSON.stringify({ line, endLine, column, endColumn }))).toEqual(where);
  });

  it('1.6 quotes the code of the region, and not what is around it', async () => {
    const region = { startLine: 1, snippet: { text: '  let x = 1;' } };
    const location = {
      physicalLocation: { ...place('a.ts', region).physicalLocation, contextRegion: { snippet: { text: 'around' } } },
    };
    expect((await one({ locations: [location] })).finding?.quote).toBe('  let x = 1;');
    expect((await one({ locations: [place('a.ts', { startLine: 1 })] })).finding).not.toHaveProperty('quote');
  });

  it.each([' \n', 'x'.repeat(3_000), 'a\u0000b', '\uD800', 5, null])(
    '1.6 quotes nothing that proves nothing: %j',
    async (text) => {
      const { finding } = await one({ locations: [place('a.ts', { startLine: 1, snippet: { text } })] });
      expect(finding).toBeDefined();
      expect(finding).not.toHaveProperty('quote');
    },
  );

  it('1.2 takes the folder that the repository was checked out to for its root', async () => {
    const location = { physicalLocation: { artifactLocation: { uri: 'a.ts', uriBaseId: 'PKG' } } };
    const originalUriBaseIds = { PKG: { uri: 'file:///ci/work/' } };
    const provenance = { repositoryUri: 'https://example.com/x', mappedTo: { uriBaseId: 'PKG' } };
    const read = (versionControlProvenance: object[]) =>
      one({ locations: [location] }, { originalUriBaseIds, versionControlProvenance });
    expect((await read([provenance])).finding?.file).toBe('a.ts');
    expect((await read([])).finding).toBeUndefined();
    expect((await read([provenance, { mappedTo: { uriBaseId: 'OTHER' } }])).finding).toBeUndefined();
  });
});

describe('SARIF: other places', () => {
  it('1.2 names the other locations, related ones with their words, and the way of a code flow', async () => {
    const step = (uri: string, startLine: number) => ({ location: place(uri, { startLine }) });
    const { finding, problems } = await one(
      {
        locations: [place('a.ts', { startLine: 1 }), place('b.ts', { startLine: 2 }), place('../out.ts')],
        relatedLocations: [
          { id: 1, ...place('c.ts', { startLine: 3 }), message: { text: 'declared here' } },
          place('d.ts'),
          7,
        ],
        codeFlows: [
          { threadFlows: [{ locations: [step('e.ts', 4), step('e.ts', 4), { index: 0 }, step('g.ts', 6)] }] },
        ],
        occurrenceCount: 4,
      },
      { threadFlowLocations: [step('f.ts', 5)] },
    );
    expect(problems).toEqual([]);
    expect(finding?.title).toBe('Words');
    expect(finding?.description).toBe(
      'Words.\n\nAlso at b.ts:2.\nSee also c.ts:3 (declared here), d.ts.\nBy way of e.ts:4, f.ts:5, g.ts:6.\nSeen 4 times.',
    );
  });

  it('1.2 names only some of many', async () => {
    const locations = Array.from({ length: 400 }, (_, n) => ({ location: place(`f${n}.ts`) }));
    const { finding } = await one({ codeFlows: [{ threadFlows: [{ locations }] }] });
    expect(finding?.description).toBe('Words.\n\nBy way of f0.ts, f1.ts, f2.ts, f3.ts, f4.ts, ….');
  });

  it.each([5, 'x', [null], [{ threadFlows: 3 }], [{ threadFlows: [{ locations: [{ index: 99 }] }] }]])(
    '1.2 is not harmed by a code flow that is none: %j',
    async (codeFlows) => {
      expect((await one({ codeFlows, relatedLocations: codeFlows })).finding?.description).toBe('Words.');
    },
  );
});

describe('SARIF: what the run says', () => {
  const rules = [{ id: 'R0', defaultConfiguration: { level: 'note' } }, { id: 'R1' }];
  const tool = { driver: { name: 'T', rules } };
  const override = (descriptor: object, level: string) => ({
    ruleConfigurationOverrides: [{ descriptor, configuration: { level } }],
  });

  it.each([
    [{ ruleId: 'R0' }, [override({ id: 'R0' }, 'error')], 'high'],
    [{ ruleId: 'R0/sub' }, [override({ id: 'R0' }, 'error')], 'high'],
    [{ ruleIndex: 0 }, [override({ index: 0 }, 'error')], 'high'],
    [{ ruleId: 'R1' }, [override({ id: 'R0' }, 'error')], 'medium'],
    [{ ruleId: 'R0', level: 'warning' }, [override({ id: 'R0' }, 'error')], 'medium'],
    [{ ruleId: 'R0' }, [{}, override({ id: 'R0' }, 'error')], 'low'],
    [{ ruleId: 'R0', provenance: { invocationIndex: 1 } }, [{}, override({ id: 'R0' }, 'error')], 'high'],
    [{ ruleId: 'R0', provenance: { invocationIndex: 7 } }, [override({ id: 'R0' }, 'error')], 'low'],
    [{ ruleId: 'R0', kind: 'open' }, [override({ id: 'R0' }, 'error')], 'info'],
  ])('1.1 gives %j under %j the severity %s', async (result, invocations, severity) => {
    expect((await one(result, { tool, invocations })).finding?.severity).toBe(severity);
  });

  it('1.2 passes on what the tool says went wrong', async () => {
    const notice = (level: string, text: string) => ({ level, message: { text } });
    const { problems } = await readRun({
      results: [],
      invocations: [
        {
          toolExecutionNotifications: [notice('note', 'fine'), notice('error', 'a.ts could not be parsed')],
          toolConfigurationNotifications: [{ level: 'error', descriptor: { id: 'CFG1' } }],
        },
      ],
    });
    expect(problems).toEqual([
      {
        place: 'runs[0].invocations[0].toolExecutionNotifications[1]',
        message: expect.stringContaining('a.ts could not be parsed'),
      },
      { place: 'runs[0].invocations[0].toolConfigurationNotifications[0]', message: expect.stringContaining('CFG1') },
    ]);
  });

  it('1.2 does not drown in what the tool says went wrong', async () => {
    const toolExecutionNotifications = Array.from({ length: 1_000 }, () => ({
      level: 'error',
      message: { text: 'again' },
    }));
    const { problems } = await readRun({ results: [], invocations: [{ toolExecutionNotifications }] });
    expect(problems).toHaveLength(51);
    expect(problems[50]?.message).toContain('950 more');
  });

  it('1.2 says that results outside of runs are not read', async () => {
    const { problems } = await readRun(
      { results: [] },
      { inlineExternalProperties: [{ results: [{ message: { text: 'x' } }] }] },
    );
    expect(problems).toEqual([{ place: 'inlineExternalProperties', message: expect.stringContaining('not read') }]);
  });
});
