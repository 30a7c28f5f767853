import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../edits/edits.ts';
import { readFindings } from '../read/read.ts';

const read = (value: unknown, root = '/repo') =>
  readFindings({ name: 'eslint.json', text: JSON.stringify(value) }, { root });

const message = (more: object) => [
  {
    filePath: '/repo/src/a.js',
    messages: [{ ruleId: 'r', severity: 2, message: 'Words.', line: 1, ...more }],
    source: 'x',
  },
];

const code = '\uFEFFvar a = 1;\nif (a == 1) { alert(a) }\n';

/** What ESLint itself reports about a file, with a byte order mark in front. */
const lint = async (text: string): Promise<{ results: unknown; folder: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-eslint-'));
  try {
    writeFileSync(join(folder, 'a.js'), text);
    const rules = { 'no-var': 'error', eqeqeq: 'warn', 'no-undef': 'error' } as const;
    const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig: { rules } });
    return { results: JSON.parse(JSON.stringify(await eslint.lintFiles(['a.js']))), folder };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('ESLint', () => {
  it('1.2 reads what ESLint really writes', async () => {
    const { results, folder } = await lint(code);
    const { format, findings, problems } = await read(results, folder);
    expect({ format, problems }).toEqual({ format: 'eslint', problems: [] });
    expect(
      findings.map(({ rule, severity, line, column, endColumn, file }) => ({
        rule,
        severity,
        line,
        column,
        endColumn,
        file,
      })),
    ).toEqual([
      { rule: 'no-var', severity: 'high', line: 1, column: 1, endColumn: 11, file: 'a.js' },
      { rule: 'eqeqeq', severity: 'medium', line: 2, column: 7, endColumn: 9, file: 'a.js' },
      { rule: 'no-undef', severity: 'high', line: 2, column: 15, endColumn: 20, file: 'a.js' },
    ]);
  });

  it('4.12 gives its fixes as edits that fit, also behind a byte order mark', async () => {
    const { results, folder } = await lint(code);
    const { findings } = await read(results, folder);
    const edits = findings.find(({ rule }) => rule === 'no-var')?.edits ?? [];
    expect(edits).toHaveLength(1);
    expect(applyEdits(code, code, edits)).toEqual({ text: code.replace('var', 'let') });
    expect(findings.find(({ rule }) => rule === 'eqeqeq')).toMatchObject({
      suggestion: expect.stringContaining('==='),
    });
    expect(findings.find(({ rule }) => rule === 'eqeqeq')).not.toHaveProperty('edits');
  });

  it('1.2 reads a file that cannot be parsed', async () => {
    const { results, folder } = await lint('const = ;');
    expect((await read(results, folder)).findings).toEqual([
      expect.objectContaining({
        severity: 'high',
        category: 'general',
        title: expect.stringContaining('Parsing error'),
      }),
    ]);
  });

  it('1.2 reads what other tools write in its shape: severities as words, numbers as text, ends that are not there', async () => {
    const { findings, problems } = await read(
      message({ ruleId: undefined, severity: 'error', line: '4', endLine: null, column: '2', endColumn: null }),
    );
    expect(problems).toEqual([]);
    expect(findings[0]).toMatchObject({ severity: 'high', category: 'general', line: 4, column: 2 });
    expect(findings[0]).not.toHaveProperty('endColumn');
    const odd = await read(message({ severity: 'loud', column: -1, fix: { text: 'x' } }));
    expect(odd.findings[0]).not.toHaveProperty('column');
    expect(odd.problems.map((problem) => problem.message)).toEqual([
      expect.stringContaining('its fix cannot be read: range'),
      'unknown severity loud; taken as medium',
    ]);
  });

  it('1.2 keeps neither sources nor suppressed messages', async () => {
    const { findings } = await read([{ ...message({})[0], suppressedMessages: [{ message: 'hidden' }] }]);
    expect(findings).toHaveLength(1);
    expect(JSON.stringify(findings)).not.toContain('source');
  });

  it('1.2 says when ESLint was given a file that it ignores', async () => {
    const ignored = {
      ruleId: null,
      severity: 1,
      line: undefined,
      message: 'File ignored because of a matching ignore pattern.',
    };
    const { findings, problems } = await read(message(ignored));
    expect(findings).toEqual([]);
    expect(problems[0]?.message).toContain('not reviewed');
  });

  it('4.12 refuses a range that is not in the text, and keeps the finding', async () => {
    const { findings, problems } = await read(message({ fix: { range: [-1, 0], text: '' } }));
    expect(findings[0]).not.toHaveProperty('edits');
    expect(problems[0]?.message).toContain('cannot be applied');
  });

  it('1.2 makes every bad item a problem with its place', async () => {
    const { findings, problems } = await read([
      ...message({}),
      { filePath: '/elsewhere/b.js', messages: [{ ruleId: 'r', severity: 1, message: 'x' }] },
      { filePath: '/repo/c.js', messages: [null, { message: 3 }, { message: ' ' }, { message: 'odd', severity: 7 }] },
      'nonsense',
    ]);
    expect(findings.map(({ title }) => title)).toEqual(['Words', 'odd']);
    expect(problems.map(({ place }) => place)).toEqual([
      '[1].messages[0]',
      '[2].messages[0]',
      '[2].messages[1]',
      '[2].messages[2]',
      '[2].messages[3]',
      '[3]',
    ]);
  });

  it('1.2 takes an empty list for no findings', async () => {
    expect(await read([])).toEqual({ format: 'eslint', findings: [], problems: [] });
  });
});
