import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfLine, type TextEdit } from '../../src/model/finding/edits.ts';
import { SarifProperties } from '../../src/findings/formats/sarif/properties.ts';
import type { SarifFinding } from '../../src/report/sarif.ts';
import type { SarifResult, SarifRun } from '../../src/report/sarif/log.ts';
import { finding as anyFinding } from '../support/arbitrary-finding.ts';
import { ruleErrors, schemaErrors, writtenLog } from '../support/sarif-schema.ts';
import { blockedFinding } from './sample.ts';

const { attempts: _, status: __, reason: ___, ...base } = blockedFinding;

const runOf = (findings: readonly SarifFinding[]): SarifRun => writtenLog({ version: '1.2.3', findings }).runs[0];

const resultOf = (finding: Partial<SarifFinding>): SarifResult => {
  const [result] = runOf([{ ...base, ...finding }]).results;
  if (!result) throw new Error('no result');
  return result;
};

const edit = (range: TextEdit['range'], text = 'x'): TextEdit[] => [{ file: 'src/a.ts', range, text }];

describe('findings as SARIF', () => {
  it('10.3 are valid by the official schema, and by what no schema says', () => {
    const states = fc.record(
      {
        status: fc.constantFrom('open', 'fixed', 'blocked', 'dismissed'),
        reason: fc.string({ minLength: 1 }),
        baselineState: fc.constantFrom('new', 'unchanged', 'updated', 'absent'),
      },
      { requiredKeys: [] },
    );
    const findings = fc.array(
      fc.tuple(anyFinding, states).map(([finding, state]): SarifFinding => ({ ...finding, ...state })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(findings, (list) => {
        const log = writtenLog({ version: '1.2.3', findings: list, run: { completed: true, facts: { run: 'r' } } });
        expect([...schemaErrors(log), ...ruleErrors(log)]).toEqual([]);
        expect(log.runs[0].results).toHaveLength(list.length);
        for (const { properties } of log.runs[0].results)
          expect(SarifProperties.safeParse(properties.fixpoint).error).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('10.3 are checked by a schema that can say no', () => {
    const log = writtenLog({ version: '1.2.3', findings: [base] });
    const [run] = log.runs;
    expect(schemaErrors({ ...log, runs: [{ ...run, columnKind: 'bytes' }] })).not.toEqual([]);
    expect(schemaErrors({ ...log, runs: [{ ...run, results: [{ ...run.results[0], level: 'fatal' }] }] })).not.toEqual(
      [],
    );
    const at = (uri: string): unknown => ({
      ...log,
      runs: [
        { ...run, results: [{ ...run.results[0], locations: [{ physicalLocation: { artifactLocation: { uri } } }] }] },
      ],
    });
    expect(schemaErrors(at('a%20b'))).toEqual([]);
    expect(schemaErrors(at('a b'))).not.toEqual([]);
  });

  it('10.3 name the tool, its version and one rule for each that occurs', () => {
    const { driver } = runOf([base, { ...base, severity: 'critical' }, { ...base, rule: 'other' }]).tool;
    expect(driver).toMatchObject({ name: 'Fixpoint', version: '1.2.3' });
    expect(driver.rules.map(({ id, defaultConfiguration }) => [id, defaultConfiguration.level])).toEqual([
      ['no-null', 'error'],
      ['other', 'note'],
    ]);
    expect(runOf([{ ...base, rule: '' }]).tool.driver.rules[0]?.id).toBe('bug');
  });

  it('10.3 score only what is about security, as an alert with a score is one of security', () => {
    const ruleOf = (category: string): unknown =>
      runOf([{ ...base, category, severity: 'critical' }]).tool.driver.rules[0]?.properties;
    expect(ruleOf('Security')).toEqual({
      tags: ['security', 'Security'],
      'problem.severity': 'error',
      'security-severity': '9.5',
    });
    expect(ruleOf('style')).toEqual({ tags: ['style'], 'problem.severity': 'error' });
  });

  it('10.3 encode file names, and keep those that a URI does not carry', () => {
    const uriOf = (file: string): unknown => resultOf({ file }).locations[0]?.physicalLocation.artifactLocation;
    expect(uriOf('src/a b#1?%41ü.ts')).toEqual({ uri: 'src/a%20b%231%3F%2541%C3%BC.ts', uriBaseId: 'SRCROOT' });
    expect(uriOf('c:/x')).toMatchObject({ uri: 'c%3A/x' });
    expect(resultOf({ file: 'a\\b.ts' })).toMatchObject({
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a%5Cb.ts' } } }],
      properties: { fixpoint: { file: 'a\\b.ts' } },
    });
    expect(resultOf({ file: 'src/a.ts' }).properties.fixpoint).not.toHaveProperty('file');
  });

  it('10.3 always have a place, as GitHub refuses a log in which one has none', () => {
    const { file: _file, line: _line, endLine: _end, ...nowhere } = base;
    expect(runOf([nowhere]).results[0]?.locations).toEqual([
      { physicalLocation: { artifactLocation: { uri: '.', uriBaseId: 'SRCROOT' }, region: { startLine: 1 } } },
    ]);
    const whole = runOf([{ ...nowhere, file: 'a.ts' }]).results[0];
    expect(whole?.locations[0]?.physicalLocation.region).toEqual({ startLine: 1 });
    expect(whole?.properties.fixpoint).not.toHaveProperty('line');
  });

  it('10.3 carry fingerprints of the source and their own', () => {
    expect(
      resultOf({ fingerprints: { primaryLocationLineHash: 'abc:1' }, anchor: 'code' }).partialFingerprints,
    ).toEqual({
      primaryLocationLineHash: 'abc:1',
      'fixpointId/v1': 'id-2',
      'fixpointAnchor/v1': 'code',
    });
    expect(resultOf({}).partialFingerprints).toEqual({ 'fixpointId/v1': 'id-2' });
  });

  it('10.3 say what is new and what was dismissed, with the reason', () => {
    expect(resultOf({ baseline: 'updated' }).baselineState).toBe('updated');
    expect(resultOf({ baseline: 'updated', baselineState: 'absent' })).toMatchObject({
      baselineState: 'absent',
      properties: { fixpoint: { baseline: 'updated' } },
    });
    expect(resultOf({ status: 'dismissed', reason: 'no evidence' }).suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'no evidence' },
    ]);
    expect(resultOf({ status: 'blocked', reason: 'no evidence' })).not.toHaveProperty('suppressions');
    expect(resultOf({ suppression: { kind: 'inSource', status: 'underReview' } }).suppressions).toEqual([
      { kind: 'inSource', status: 'underReview' },
    ]);
  });

  it('10.3 say the problem once', () => {
    expect(resultOf({ title: 'No null', description: 'No null. Use undefined.' }).message.text).toBe(
      'No null. Use undefined.',
    );
    expect(resultOf({ title: 'Long and…', description: 'Long and wide' }).message.text).toBe('Long and wide');
    expect(resultOf({ title: 'A', description: 'B' }).message.text).toBe('A\n\nB');
    expect(resultOf({ title: '', description: '' }).message.text).toBe('F002');
    expect(resultOf({ title: 'a[0](1)', description: '' }).message.text).toBe('a[0\\](1)');
  });
});

describe('edits as fixes of SARIF', () => {
  const fixOf = (edits: TextEdit[]): unknown => resultOf({ edits }).fixes?.[0]?.artifactChanges;
  const change = (deletedRegion: unknown, text?: string): unknown => [
    {
      artifactLocation: { uri: 'src/a.ts', uriBaseId: 'SRCROOT' },
      replacements: [{ deletedRegion, ...(text !== undefined && { insertedContent: { text } }) }],
    },
  ];
  const position = { by: 'position', startLine: 2, startColumn: 3, endLine: 2, endColumn: 5, unit: 'utf16' } as const;

  it('10.3 are given by offset, by position, and for a line as a whole', () => {
    expect(fixOf(edit({ by: 'offset', start: 4, end: 9 }))).toEqual(change({ charOffset: 4, charLength: 5 }, 'x'));
    expect(fixOf(edit(position, ''))).toEqual(change({ startLine: 2, startColumn: 3, endLine: 2, endColumn: 5 }));
    expect(fixOf(edit({ ...position, endColumn: endOfLine }))).toEqual(
      change({ startLine: 2, startColumn: 3, endLine: 2 }, 'x'),
    );
    expect(fixOf(edit({ by: 'lines', startLine: 2, endLine: 3 }))).toEqual(change({ startLine: 2, endLine: 3 }, 'x'));
  });

  it('10.3 count as the run counts; the others are kept beside SARIF, and so are their columns', () => {
    const inCodePoints = { ...base, column: 3, edits: edit({ ...position, unit: 'codePoint' }) };
    const inUnits = { ...base, column: 3, edits: edit(position) };
    const alone = runOf([inCodePoints]);
    expect(alone.columnKind).toBe('unicodeCodePoints');
    expect(alone.results[0]).toHaveProperty('fixes');
    const mixed = runOf([inCodePoints, inUnits, inUnits]);
    expect(mixed.columnKind).toBe('utf16CodeUnits');
    expect(mixed.results[0]).not.toHaveProperty('fixes');
    expect(mixed.results[0]?.properties.fixpoint.edits).toEqual(inCodePoints.edits);
    expect(mixed.results[0]?.locations[0]?.physicalLocation.region).not.toHaveProperty('startColumn');
    expect(mixed.results[1]?.locations[0]?.physicalLocation.region).toHaveProperty('startColumn', 3);
    expect(mixed.results[1]?.properties.fixpoint).not.toHaveProperty('edits');
  });

  it.each<[string, TextEdit[]]>([
    ['in bytes', edit({ ...position, unit: 'utf8' })],
    ['backwards', edit({ by: 'offset', start: 9, end: 4 })],
    ['backwards in a line', edit({ ...position, endColumn: 1 })],
    ['that depend on the line breaks of the file', edit({ by: 'lines', startLine: 2, endLine: 3 }, 'a\nb')],
    ['that remove whole lines', edit({ by: 'lines', startLine: 2, endLine: 3 }, '')],
    ['of which one cannot be said', [...edit(position), ...edit({ ...position, unit: 'utf8' })]],
    [
      'in files that take turns',
      [...edit(position), { file: 'b.ts', range: position, text: '' }, ...edit(position, 'y')],
    ],
  ])('10.3 are left out where SARIF cannot say them: %s', (_name, edits) => {
    const result = resultOf({ edits });
    expect(result).not.toHaveProperty('fixes');
    expect(result.properties.fixpoint.edits).toEqual(edits);
  });
});
