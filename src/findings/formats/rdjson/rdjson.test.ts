import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../edits/edits.ts';
import { readFindings } from '../../read/read.ts';

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/reviewdog');
const fixture = (name: string): string => readFileSync(join(fixtures, name), 'utf8');

const read = (value: unknown, more: object = {}) =>
  readFindings({ name: 'x', text: JSON.stringify(value) }, { root: '/repo', ...more });
const lines = (text: string, more: object = {}) => readFindings({ name: 'x', text }, { root: '/repo', ...more });

const at = (line: unknown, column?: unknown) => ({ line, ...(column !== undefined && { column }) });
const diagnostic = (more: object = {}) => ({
  message: 'Words.',
  location: { path: 'a.txt', range: { start: at(1) } },
  ...more,
});
const suggest = (range: unknown, text: unknown = 'new') => diagnostic({ suggestions: [{ range, text }] });

describe('rdjson', () => {
  it('1.2 reads a document of reviewdog itself: every diagnostic is a finding', async () => {
    const { format, findings, problems } = await lines(fixture('custom_rdjson.json'));
    const { diagnostics } = JSON.parse(fixture('custom_rdjson.json'));
    expect({ format, problems, count: findings.length }).toEqual({
      format: 'rdjson',
      problems: [],
      count: diagnostics.length,
    });
    expect(findings.map(({ title }) => title)).toEqual(diagnostics.map(({ message }: { message: string }) => message));
    expect(new Set(findings.map(({ file }) => file))).toEqual(new Set(['_testdata/custom.txt']));
    expect(findings.map(({ severity }) => severity).slice(5, 9)).toEqual(['info', 'medium', 'medium', 'high']);
    expect(findings[2]).toMatchObject({ line: 6, column: 2, endLine: 7, endColumn: 1 });
    expect(findings[4]).toMatchObject({ line: 12, column: 5, endColumn: 7 });
    expect(findings[10]).toMatchObject({
      rule: 'E14',
      category: 'E14',
      description: expect.stringContaining('reviewdog#E14'),
    });
    expect(findings[11]).toMatchObject({ reviewer: 'rdjsonl-source' });
    expect(findings[13]?.description).toContain('Related: _testdata/suggestions.txt:6: related loc 2 (different file)');
    expect(findings[14]).not.toHaveProperty('line');
  });

  it('4.12 applies a suggestion that is about another place than its diagnostic', async () => {
    const { findings } = await lines(fixture('custom_rdjson.json'));
    const text = fixture('_testdata/custom.txt');
    expect(applyEdits(text, text, findings[12]?.edits ?? [])).toEqual({
      text: text.replace('function f()\n{', 'function f() {'),
    });
  });

  it('1.2 takes severity and source from the document where a diagnostic has none', async () => {
    const { findings } = await read({
      source: { name: 'lint' },
      severity: 'ERROR',
      diagnostics: [
        diagnostic(),
        diagnostic({ severity: 'UNKNOWN_SEVERITY' }),
        diagnostic({ severity: 3, source: { name: 'own' } }),
      ],
    });
    expect(findings.map(({ severity, reviewer }) => [severity, reviewer])).toEqual([
      ['high', 'lint'],
      ['high', 'lint'],
      ['info', 'own'],
    ]);
    expect(
      (await read({ diagnostics: [diagnostic({ source: { name: 'x' } })] }, { fromTool: true })).findings[0],
    ).not.toHaveProperty('reviewer');
  });

  it('1.2 reads numbers as text, names in either spelling, and the original output where there is no message', async () => {
    const { findings, problems } = await read({
      diagnostics: [
        diagnostic({
          location: { path: '/repo/b.txt', range: { start: at('7', '3'), end: at('7', '9') } },
          code: 'E1',
        }),
        diagnostic({ message: '', originalOutput: 'said so', relatedLocations: [{ message: 'there' }] }),
      ],
    });
    expect(problems).toEqual([]);
    expect(findings).toEqual([
      expect.objectContaining({ file: 'b.txt', line: 7, column: 3, endColumn: 9, rule: 'E1' }),
      expect.objectContaining({ title: 'said so', description: 'said so\n\nRelated: somewhere: there' }),
    ]);
  });

  it('1.2 makes every bad diagnostic a problem with its place', async () => {
    const { findings, problems } = await read({
      diagnostics: [
        null,
        { location: { path: 'a' } },
        diagnostic({ location: { path: '../x' } }),
        diagnostic({ severity: 'LOUD' }),
        diagnostic({ location: { path: 'a', range: { start: at(-1) } } }),
        diagnostic({ location: undefined }),
        diagnostic({ location: { path: ['a'] } }),
      ],
    });
    expect(findings).toHaveLength(3);
    expect(problems.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      'diagnostics[0]: not a diagnostic: it is no object',
      'diagnostics[1]: not a diagnostic: it has no "message"',
      'diagnostics[2]: left out: "../x" is outside the repository',
      'diagnostics[3]: unknown severity "LOUD"; taken as medium',
      'diagnostics[4]: its range is not one of lines and columns; taken as one without',
      'diagnostics[6]: not a diagnostic: its "path" is not text',
    ]);
  });

  it('1.2 loses none, whatever is in it: each is a finding, or a problem with its place', async () => {
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(-1, 0, 2, '3', 'NaN', '../x', 'a.txt', '', null),
    );
    const position = fc.record({ line: anything, column: anything }, { requiredKeys: [] });
    const range = fc.oneof(anything, fc.record({ start: position, end: position }, { requiredKeys: [] }));
    const place = fc.oneof(anything, fc.record({ path: anything, range }, { requiredKeys: [] }));
    const suggestions = fc.array(fc.oneof(anything, fc.record({ range, text: anything }, { requiredKeys: [] })), {
      maxLength: 3,
    });
    const odd = fc.record(
      { location: place, severity: anything, code: anything, source: anything, suggestions },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { maxLength: 5 }), async (list) => {
        const { findings, problems } = await read({
          diagnostics: [diagnostic(), ...list.map((each, index) => ({ ...each, message: `#${index + 1}` }))],
        });
        for (const index of list.keys()) {
          const isFound = findings.filter(({ title }) => title === `#${index + 1}`).length === 1;
          const isSaid = problems.some(({ place: at }) => at === `diagnostics[${index + 1}]`);
          expect(isFound || isSaid, JSON.stringify(list[index])).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('1.2 takes a document without diagnostics for no findings, and other documents for something else', async () => {
    for (const empty of [{ diagnostics: [] }, { source: { name: 'x' } }]) {
      expect(await read(empty)).toEqual({ format: 'rdjson', findings: [], problems: [] });
    }
    await expect(read({ diagnostics: [{ message: 'oxlint', filename: 'a.js' }] })).rejects.toThrow(
      'no format that is known',
    );
  });
});

describe('suggestions', () => {
  const edit = async (range: unknown, text: unknown = 'new') => {
    const { findings, problems } = await read({ diagnostics: [suggest(range, text)] });
    expect(findings).toHaveLength(1);
    return { edits: findings[0]?.edits, suggestion: findings[0]?.suggestion, problem: problems[0]?.message };
  };

  it.each([
    ['a line', { start: at(2) }, { by: 'lines', startLine: 2, endLine: 2 }],
    [
      'a line, with columns that are not set',
      { start: at(2, 0), end: at(2, 0) },
      { by: 'lines', startLine: 2, endLine: 2 },
    ],
    ['lines', { start: at(2), end: at(4) }, { by: 'lines', startLine: 2, endLine: 4 }],
    ['lines with an end that is not set', { start: at(2), end: {} }, { by: 'lines', startLine: 2, endLine: 2 }],
    [
      'columns',
      { start: at(2, 3), end: at(4, 5) },
      { startLine: 2, startColumn: 3, endLine: 4, endColumn: 5, unit: 'utf8' },
    ],
    ['a place, without an end', { start: at(2, 3) }, { startLine: 2, startColumn: 3, endLine: 2, endColumn: 3 }],
    [
      'a line with its break',
      { start: at(2), end: at(3, 1) },
      { startLine: 2, startColumn: 1, endLine: 3, endColumn: 1 },
    ],
  ])('4.12 of %s become edits', async (_, range, expected) => {
    expect(await edit(range)).toEqual({
      edits: [{ file: 'a.txt', text: 'new', range: expect.objectContaining(expected) }],
    });
  });

  it.each([
    ['no range', null, 'x', 'it names no range'],
    ['no start', {}, 'x', 'its range has no first line'],
    ['lines backwards', { start: at(3), end: at(2) }, 'x', 'its range leads backwards: 3–2'],
    ['columns backwards', { start: at(3, 4), end: at(3, 2) }, 'x', 'its range leads backwards: 3:4–3:2'],
    ['not a number', { start: at('NaN') }, 'x', '{"line":"NaN"} is not a position'],
    ['a negative number', { start: at(1), end: at(1, -1) }, 'x', 'is not a position'],
    ['half a number', { start: at(1.5) }, 'x', 'is not a position'],
    ['a number without end', { start: at(1), end: at(2_147_483_647) }, 'x', 'is not a position'],
    ['a column without a line', { start: at(1, 1), end: { column: 3 } }, 'x', 'has a column but no line'],
    ['an end without a column', { start: at(1, 2), end: at(1) }, 'x', 'has no column, although its start has one'],
    ['no text', { start: at(1) }, null, 'it gives no "text"'],
  ])('4.12 with %s are refused with a reason, and the finding is kept', async (_, range, text, reason) => {
    const { edits, suggestion, problem } = await edit(range, text);
    expect(edits).toBeUndefined();
    expect(problem).toContain('suggestions[0]: ');
    expect(problem).toContain(reason);
    expect(suggestion).toContain(text ?? 'remove it');
  });

  const several = (...suggestions: object[]) => read({ diagnostics: [diagnostic({ suggestions })] });

  it('4.12 for one place are alternatives: the first is made, the others are told', async () => {
    const range = { start: at(6, 5), end: at(6, 7) };
    const { findings, problems } = await several({ range, text: '14' }, { range, text: '1' }, { range, text: '' });
    expect(problems).toEqual([]);
    expect(findings[0]?.edits).toEqual([expect.objectContaining({ text: '14' })]);
    expect(findings[0]?.suggestion).toBe('Suggested at 6:5–6:7: 1\n\nSuggested at 6:5–6:7: remove it');
  });

  it('4.12 for different places may be parts of one: none is made, all are told', async () => {
    const { findings, problems } = await several(
      { range: { start: at(1, 1), end: at(1, 2) }, text: '' },
      { range: { start: at(1, 9), end: at(1, 10) }, text: ';' },
    );
    expect(findings[0]).not.toHaveProperty('edits');
    expect(findings[0]?.suggestion).toBe('Suggested at 1:1–1:2: remove it\n\nSuggested at 1:9–1:10: ;');
    expect(problems).toEqual([
      { place: 'diagnostics[0]', message: expect.stringContaining('may belong together or not') },
    ]);
  });

  it('4.12 are not made when one of several cannot be read, or when they are for no file', async () => {
    const range = { start: at(1) };
    const { findings, problems } = await several({ range, text: 'x' }, { range });
    expect([findings[0]?.edits, problems[0]?.message]).toEqual([undefined, expect.stringContaining('suggestions[1]')]);
    const nowhere = await read({
      diagnostics: [diagnostic(), diagnostic({ location: undefined, suggestions: [{ range, text: 'x' }] })],
    });
    expect(nowhere.problems[0]?.message).toContain('it names no file');
  });

  it('4.12 counts columns as their writer does: bytes, but code points where Biome wrote them', async () => {
    const diagnostics = [suggest({ start: at(1, 2), end: at(1, 3) })];
    const units = async (name: string) => {
      const { findings } = await read({ source: { name }, diagnostics });
      return findings[0]?.edits?.map(({ range }) => 'unit' in range && range.unit);
    };
    expect([await units('Biome'), await units('misspell')]).toEqual([['codePoint'], ['utf8']]);
  });
});

describe('rdjsonl', () => {
  it('1.2 reads lines of reviewdog itself: every one is a finding', async () => {
    const { format, findings, problems } = await lines(fixture('suggestions.json'));
    expect({ format, problems, count: findings.length }).toEqual({ format: 'rdjsonl', problems: [], count: 10 });
    expect(findings.every(({ edits }) => edits?.length === 1)).toBe(true);
  });

  it('1.2 reads the other lines when one is broken, and says which', async () => {
    const good = JSON.stringify(diagnostic());
    const { findings, problems } = await lines(`{"mess\n\n  ${good}\r\n"text"\n${good.slice(0, 20)}\n${good}`);
    expect(findings).toHaveLength(2);
    expect(problems.map(({ place, message }) => `${place}: ${message.slice(0, 25)}`)).toEqual([
      'line 1: not a JSON object: {"mess',
      'line 4: not a JSON object: "text"',
      'line 5: not a JSON object: {"mess',
    ]);
  });

  it('1.2 reads a single line, detected or named', async () => {
    const one = JSON.stringify(diagnostic());
    expect(await lines(one)).toMatchObject({ format: 'rdjson', findings: [{ title: 'Words' }], problems: [] });
    expect(await lines(one, { format: 'rdjsonl' })).toMatchObject({
      format: 'rdjsonl',
      findings: [{ title: 'Words' }],
      problems: [],
    });
  });

  it('1.2 takes no output for no findings where it is named', async () => {
    expect(await lines('\n', { format: 'rdjsonl' })).toEqual({ format: 'rdjsonl', findings: [], problems: [] });
  });

  it('1.2 leaves broken JSON of another kind alone', async () => {
    await expect(lines(`[\n${JSON.stringify(diagnostic())}`)).rejects.toThrow('it ends in the middle');
    await expect(lines('{"a":1}\n{"b":2}')).rejects.toThrow('not JSON');
  });
});
