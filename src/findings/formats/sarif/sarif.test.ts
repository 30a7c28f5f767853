import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FindingsError } from '../../read/error.ts';
import { readFindings } from '../../read/read.ts';

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/sarif');
const root = '/home/me/repo';

const readRuns = (...runs: unknown[]) =>
  readFindings({ name: 'x.sarif', text: JSON.stringify({ version: '2.1.0', runs }) }, { root });

const readRun = async (run: object) => readRuns({ tool: { driver: { name: 'T' } }, ...run });

const at = (uri: string, region?: object, more?: object) => [
  { physicalLocation: { artifactLocation: { uri, ...more }, ...(region && { region }) } },
];

const one = async (result: object, run: object = {}) => {
  const { findings, problems } = await readRun({ results: [{ message: { text: 'Words.' }, ...result }], ...run });
  return { finding: findings[0], problems };
};

/** Findings and problems by file; null: refused, as the version is not 2.1.0. */
const counts: Record<string, [findings: number, problems: number] | null> = {
  'AndroidStudio-AndroidStudio-log1.sarif': [2, 0],
  'AndroidStudio-AndroidStudio-log3.sarif': [1, 0],
  'AndroidStudio-AndroidStudio-log5.sarif': [81, 0],
  'AndroidStudio-AndroidStudio-log7.sarif': [6, 0],
  'AndroidStudio-attributeKeyMissing.sarif': [1, 0],
  'AndroidStudio-fileEmpty.sarif': [1, 0],
  'AndroidStudio-moduleEmpty.sarif': [1, 0],
  'AndroidStudio-packageEmpty.sarif': [1, 0],
  'AndroidStudio-singleIssue.sarif': [1, 0],
  'AndroidStudio-singleIssueWithHints.sarif': [1, 0],
  'ClangAnalyzer-ArrayDataTypes.sarif': [1, 0],
  'ClangAnalyzer-ClangAnalyzer-log1.sarif': [4, 0],
  'ClangAnalyzer-DivByZero.sarif': [1, 0],
  'ClangAnalyzer-GarbageValueLog.sarif': [1, 0],
  'ClangAnalyzer-MissingLocation.sarif': [2, 0],
  'Fortify-bannedAPIs_m0.sarif': [114, 0],
  'SemmleQL-EmbeddedLocations.sarif': [1, 0],
  'SemmleQL-results.sarif': [80, 0],
  'StaticDriverVerifier-checkadddevice_bug1.sarif': [0, 1],
  'StaticDriverVerifier-checkirpmjpnp_bug1.sarif': [0, 1],
  'baseline-SuppressionTestPrevious.sarif': [0, 3],
  'baseline-TEST1001.Baseline.sarif': [13, 0],
  'baseline-TEST1003.Baseline.sarif': [0, 7],
  'baseline-TEST1005.Baseline.sarif': [7, 0],
  'baseline-TEST1007.Baseline.sarif': [8, 0],
  'baseline-ToBeValidated.sarif': [3, 0],
  'github-Fingerprints.sarif': [1, 0],
  'github-ThreadFlowLocations.sarif': [1, 0],
  'github-WithArtifacts.sarif': [1, 0],
  'spec-Comprehensive.sarif': null,
  'spec-RecommendedWithSource.sarif': null,
  'spec-RuleMetadata.sarif': null,
};

describe('SARIF files of real tools', () => {
  const files = readdirSync(fixtures).filter((file) => file.endsWith('.sarif'));

  it('1.2 knows every file', () => {
    expect(files.toSorted()).toEqual(Object.keys(counts).toSorted());
  });

  it.each(files)('1.2 reads %s, or refuses it with a reason', async (file) => {
    const reading = readFindings({ name: file, text: readFileSync(join(fixtures, file)) }, { root });
    const expected = counts[file];
    if (!expected) {
      await expect(reading).rejects.toThrow(FindingsError);
      return expect(reading).rejects.toThrow(`${file}: SARIF "2.0.0" cannot be read`);
    }
    const { findings, problems } = await reading;
    expect([findings.length, problems.length]).toEqual(expected);
    for (const finding of findings) expect(finding.title).not.toBe('');
    return undefined;
  });

  it.each(files.filter((file) => counts[file]))('1.2 loses no result of %s in silence', async (file) => {
    const text = readFileSync(join(fixtures, file), 'utf8').replace('\uFEFF', '');
    const log: { runs: { results?: unknown[] }[] } = JSON.parse(text);
    const places = log.runs.flatMap(({ results }, run) => (results ?? []).map((_, n) => `runs[${run}].results[${n}]`));
    const { findings, problems } = await readFindings({ name: file, text }, { root });
    const leftOut = problems.filter(({ message }) => /^(?:left out|not a)/.test(message)).map(({ place }) => place);
    expect(new Set(leftOut).size).toBe(leftOut.length);
    expect(places).toEqual(expect.arrayContaining(leftOut));
    expect(findings.length + leftOut.length).toBe(places.length);
  });

  it('1.2 resolves artifacts by index and fills in message templates', async () => {
    const text = readFileSync(join(fixtures, 'baseline-TEST1001.Baseline.sarif'));
    const { findings } = await readFindings({ name: 'x', text }, { root });
    expect(findings[0]).toMatchObject({ rule: 'SARIF2003', severity: 'low', line: 5, file: expect.any(String) });
    expect(findings[0]?.description).toContain("runs[0]: This run does not provide 'versionControlProvenance'");
  });
});

describe('SARIF: where', () => {
  it.each([
    ['src/a.ts', {}, 'src/a.ts'],
    ['src/with%20space/%C3%BC.ts', {}, 'src/with space/ü.ts'],
    ['100%.ts', {}, '100%.ts'],
    ['file:///home/me/repo/src/a.ts', {}, 'src/a.ts'],
    ['file:/home/me/repo/src/a.ts', {}, 'src/a.ts'],
    ['file://localhost/home/me/repo/a.ts', {}, 'a.ts'],
    ['src\\win\\a.ts', {}, 'src/win/a.ts'],
    ['src/a.ts', { uriBaseId: '%SRCROOT%' }, 'src/a.ts'],
    ['/src/a.ts', { uriBaseId: '%SRCROOT%' }, 'src/a.ts'],
    ['a.ts', { uriBaseId: 'SRC' }, 'src/a.ts'],
    ['a.ts', { uriBaseId: 'HERE' }, 'lib/a.ts'],
    ['a.ts', { uriBaseId: 'SUB' }, 'src/sub/a.ts'],
    ['a.ts', { uriBaseId: 'LOOP' }, 'a.ts'],
    ['', { index: 1 }, 'by-index.ts'],
  ])('1.2 finds %j with %j as %j', async (uri, more, file) => {
    const originalUriBaseIds = {
      '%SRCROOT%': { uri: 'file:///ci/build/' },
      SRC: { uri: 'src/', uriBaseId: '%SRCROOT%' },
      SUB: { uri: 'sub', uriBaseId: 'SRC' },
      HERE: { uri: 'file:///home/me/repo/lib' },
      LOOP: { uriBaseId: 'LOOP' },
    };
    const artifacts = [{}, { location: { uri: 'by-index.ts' } }];
    const { finding, problems } = await one({ locations: at(uri, undefined, more) }, { originalUriBaseIds, artifacts });
    expect(problems).toEqual([]);
    expect(finding?.file).toBe(file);
  });

  it.each([
    ['../x', {}],
    ['%2e%2e/x', {}],
    ['..%2f..%2fetc/passwd', {}],
    ['file:///etc/passwd', {}],
    ['file:///C:/code/a.c', {}],
    ['https://example.com/a.ts', {}],
    ['.git/config', {}],
    ['a%00b', {}],
    ['x', { uriBaseId: 'TOOLS_ROOT' }],
    ['../../x', { uriBaseId: '%SRCROOT%' }],
  ])('1.2 leaves out %j with %j, and says so', async (uri, more) => {
    const originalUriBaseIds = { TOOLS_ROOT: { uri: 'file:///bin/tools/' }, '%SRCROOT%': { uri: 'file:///ci/' } };
    const { finding, problems } = await one({ locations: at(uri, undefined, more) }, { originalUriBaseIds });
    expect(finding).toBeUndefined();
    expect(problems).toEqual([{ place: 'runs[0].results[0]', message: expect.stringContaining('left out') }]);
  });

  it.each([
    [{ startLine: 3 }, { line: 3 }],
    [
      { startLine: 3, endLine: 5 },
      { line: 3, endLine: 5 },
    ],
    [{ startLine: 3, endLine: 4, endColumn: 1 }, { line: 3 }],
    [{ charOffset: 10 }, {}],
    [{}, {}],
  ])('1.2 reads the region %j', async (region, lines) => {
    const { finding } = await one({ locations: at('a.ts', region) });
    expect({ line: finding?.line, endLine: finding?.endLine }).toEqual({
      line: undefined,
      endLine: undefined,
      ...lines,
    });
  });

  it('1.2 keeps a finding without a location, or with a line that is none', async () => {
    expect((await one({})).finding).toMatchObject({ title: 'Words' });
    const { finding, problems } = await one({ locations: at('a.ts', { startLine: -4 }) });
    expect(finding?.file).toBe('a.ts');
    expect(problems[0]?.message).toContain('-4');
  });
});

describe('SARIF: what', () => {
  const rules = [
    {
      id: 'R0',
      defaultConfiguration: { level: 'error' },
      messageStrings: { m: { text: "Use {1}, not '{0}' {{x}}" } },
      help: { text: 'Short help.' },
    },
    {
      id: 'R1',
      properties: { 'security-severity': '9.1', category: 'security' },
      fullDescription: { text: 'x'.repeat(900) },
    },
  ];
  const tool = {
    driver: { name: 'T', rules, globalMessageStrings: { g: { text: 'Global {0}' } } },
    extensions: [{ name: 'ext', rules: [{ id: 'E0', defaultConfiguration: { level: 'note' } }] }],
  };

  it.each([
    [{ level: 'error' }, 'high'],
    [{ level: 'warning' }, 'medium'],
    [{ level: 'note' }, 'low'],
    [{ level: 'none' }, 'info'],
    [{}, 'medium'],
    [{ kind: 'review' }, 'info'],
    [{ ruleId: 'R0' }, 'high'],
    [{ ruleIndex: 0 }, 'high'],
    [{ rule: { id: 'R0' } }, 'high'],
    [{ ruleId: 'R0/sub/2' }, 'high'],
    [{ ruleId: 'R1', level: 'note' }, 'critical'],
    [{ ruleId: 'R0', properties: { 'security-severity': 5.5 } }, 'medium'],
    [{ rule: { index: 0, toolComponent: { index: 0 } } }, 'low'],
    [{ rule: { id: 'E0', toolComponent: { name: 'ext' } } }, 'low'],
    [{ ruleId: 'E0' }, 'low'],
    [{ ruleId: 'unknown', rank: 99 }, 'medium'],
  ])('1.1 gives %j the severity %s', async (result, severity) => {
    const { finding, problems } = await one(result, { tool });
    expect(problems).toEqual([]);
    expect(finding?.severity).toBe(severity);
  });

  it('1.1 takes an unknown level for medium and says so', async () => {
    const { finding, problems } = await one({ level: 'fatal' });
    expect(finding?.severity).toBe('medium');
    expect(problems[0]?.message).toContain('fatal');
  });

  it.each([
    [{ message: { text: 'Plain.' } }, 'Plain.'],
    [{ message: { text: 'With {0}', arguments: ['a'] } }, 'With a'],
    [{ message: { id: 'm', arguments: ['a', 'b'] }, ruleId: 'R0' }, "Use b, not 'a' {x}\n\nShort help."],
    [{ message: { id: 'm', arguments: ['a'] }, ruleId: 'R0' }, "Use {1}, not 'a' {x}\n\nShort help."],
    [{ message: { id: 'g', arguments: ['a'] } }, 'Global a'],
    [{ message: { markdown: '**Bold**' } }, '**Bold**'],
    [
      { message: { text: 'See [this](1) and \\[that\\] and [web](https://x.y)' } },
      'See this and [that] and [web](https://x.y)',
    ],
    [{ message: { id: 'gone', arguments: ['a'] }, ruleId: 'E9' }, 'E9 (a)'],
    [{ message: { text: 'Long.' }, ruleId: 'R1' }, 'Long.'],
  ])('1.2 reads the words of %j', async (result, description) => {
    expect((await one(result, { tool })).finding?.description).toBe(description);
  });

  it('1.2 says that a result without any words is no finding', async () => {
    const { finding, problems } = await one({ message: {} });
    expect(finding).toBeUndefined();
    expect(problems[0]?.message).toContain('no message');
  });

  it('1.2 reads ids of rules and brackets of any number in time', async () => {
    // Quadratic work would take minutes; the time limit of the test is the assertion.
    const { findings } = await readRun({
      results: Array.from({ length: 20 }, () => ({
        ruleId: '/'.repeat(200_000),
        message: { text: '['.repeat(50_000) },
      })),
    });
    expect(findings).toHaveLength(20);
  });

  it('1.1 takes the category from the source, else from the rule', async () => {
    expect((await one({ properties: { category: 'style' }, ruleId: 'R1' }, { tool })).finding?.category).toBe('style');
    expect((await one({ ruleId: 'R1' }, { tool })).finding?.category).toBe('security');
    expect((await one({ ruleId: 'R0/sub' }, { tool })).finding).toMatchObject({ category: 'R0', rule: 'R0/sub' });
    expect((await one({})).finding?.category).toBe('general');
  });

  it.each(['pass', 'notApplicable', 'informational'])('1.2 takes a result of kind %s for none', async (kind) => {
    const { finding, problems } = await one({ kind });
    expect(finding).toBeUndefined();
    expect(problems).toHaveLength(1);
  });

  it.each([
    [[{ kind: 'external' }], true],
    [[{ kind: 'inSource', status: 'accepted' }], true],
    [[{ status: 'underReview' }], false],
    [[{ status: 'accepted' }, { status: 'rejected' }], false],
    [[], false],
    [null, false],
  ])('1.2 honours the suppressions %j', async (suppressions, left) => {
    const { finding, problems } = await one({ suppressions });
    expect(finding === undefined).toBe(left);
    expect(problems.some(({ message }) => message.includes('suppressed in the source'))).toBe(left);
  });

  it('1.2 reads several runs, and keeps to the place of each problem', async () => {
    const { findings, problems } = await readRuns(
      { tool: { driver: { name: 'A' } }, results: [{ message: { text: 'a' } }] },
      { tool: { driver: { name: 'B' } }, results: [{ message: { text: 'b' } }, 3, { message: 'text' }] },
      { results: 5 },
      null,
      { results: null },
    );
    expect(findings.map(({ reviewer }) => reviewer)).toEqual(['A', 'B']);
    expect(problems.map(({ place }) => place)).toEqual([
      'runs[1].results[1]',
      'runs[1].results[2]',
      'runs[2]',
      'runs[3]',
    ]);
  });

  it('1.2 says when the tool did not run to its end', async () => {
    const { problems } = await readRun({ results: [], invocations: [{ executionSuccessful: false }] });
    expect(problems).toEqual([{ place: 'runs[0].invocations[0]', message: expect.stringContaining('may be missing') }]);
  });
});
