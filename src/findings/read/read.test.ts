import { describe, expect, it } from 'vitest';
import type { FindingsFault } from './error.ts';
import { FindingsError } from './error.ts';
import { type ReadOptions, readFindings } from './read.ts';

const read = (text: string | Uint8Array, options: Partial<ReadOptions> = {}) =>
  readFindings({ name: 'in.json', text }, { root: '/repo', ...options });

const findings = JSON.stringify({ findings: [{ title: 'Ünsafe', severity: 'minor', file: 'a.ts' }] });

const refusal = async (
  text: string | Uint8Array,
  options: Partial<ReadOptions> = {},
): Promise<{ kind: FindingsFault; message: string }> => {
  const error: unknown = await read(text, options).catch((cause: unknown) => cause);
  if (!(error instanceof FindingsError))
    throw new Error(`refused with a FindingsError was expected, not ${String(error)}`);
  return { kind: error.fault, message: error.message };
};

describe('readFindings: bad input', () => {
  it.each(['', '  \n', '\uFEFF'])('1.2 refuses the empty file %j', async (text) => {
    expect((await refusal(text)).kind).toBe('empty');
  });

  it.each([
    ['{"a": 1,}', 'in.json:1:9'],
    ['{\n  "a": x\n}', 'in.json:2:8'],
    ['{"findings": [', 'in.json:1:15'],
    ['[1] [2]', 'in.json:1:5'],
    ['{"a": "\\q"}', 'in.json:1:9'],
  ])('1.2 says where %j stops being JSON', async (text, place) => {
    const { kind, message } = await refusal(text);
    expect(kind).toBe('not-json');
    expect(message.startsWith(`${place}: `)).toBe(true);
  });

  it('1.2 says that a file is cut off', async () => {
    expect((await refusal(findings.slice(0, -3))).message).toContain('cut off');
  });

  it.each(['{}', '3', 'null', '"text"', '[1, 2]', '{"findings": 3}', '{"version": "2.1.0"}'])(
    '1.2 refuses the JSON %j and names the known formats',
    async (text) => {
      const { kind, message } = await refusal(text);
      expect(kind).toBe('unknown-format');
      expect(message).toContain('sarif');
      expect(message).toContain('--format');
    },
  );

  it('1.2 says what a file looks like when it is not in the format that was named', async () => {
    const { kind, message } = await refusal(findings, { format: 'sarif' });
    expect(kind).toBe('wrong-format');
    expect(message).toContain('format accountability: leave out --format');
  });

  it.each(['2.0.0', '1.0.0', '3.0'])('1.2 refuses SARIF %s', async (version) => {
    const { kind, message } = await refusal(JSON.stringify({ version, runs: [] }));
    expect(kind).toBe('version');
    expect(message).toContain(version);
  });

  it('1.2 is not harmed by deep nesting', async () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    expect((await refusal(deep)).kind).toBe('unknown-format');
    expect((await refusal('['.repeat(1_000_000))).kind).toBe('not-json');
    const inside = `{"findings":[{"title":"a","context":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`;
    expect((await read(inside)).findings).toHaveLength(1);
  });
});

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('readFindings: encodings', () => {
  it.each([
    ['UTF-8', Buffer.from(findings)],
    ['UTF-8 with a BOM', Buffer.from(`\uFEFF${findings}`)],
    ['UTF-16LE', utf16(findings)],
    ['UTF-16BE', utf16(findings).swap16()],
    ['text with a BOM', `\uFEFF${findings}`],
  ])('1.2 reads %s', async (_, content) => {
    expect((await read(content)).findings[0]?.title).toBe('Ünsafe');
  });

  it('1.2 refuses bytes that are no text', async () => {
    const { kind, message } = await refusal(Buffer.from([0x7b, 0xc3, 0x28, 0x7d]));
    expect(kind).toBe('encoding');
    expect(message).toContain('UTF-8');
  });
});

describe('readFindings: names', () => {
  it('1.2 puts names on one line, since they end up in commit messages', async () => {
    const item = { title: 't', category: 'a\n\nb\u001b[31m', rule: ' r\t1 ', reviewer: 'x'.repeat(500) };
    const [finding] = (await read(JSON.stringify({ findings: [item] }))).findings;
    expect(finding).toMatchObject({ category: 'a b [31m', rule: 'r 1' });
    expect(finding?.reviewer).toHaveLength(200);
  });
});

describe('readFindings: what was made to harm', () => {
  it('1.2 refuses JSON that is nested beyond reason', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const diagnostic = `{"message":"m","location":{"path":"a.ts"},"severity":${deep}}`;
    expect(await refusal(`{"diagnostics":[${diagnostic}]}`)).toMatchObject({ kind: 'not-json' });
  });

  it.each(['\n', '\u2028', ' ', '\r\n'])('1.2 looks at 300 kB of %j in time', async (blank) => {
    // Quadratic work would take minutes; the time limit of the test is the assertion.
    expect(await refusal(`!${blank.repeat(300_000 / blank.length)}!`)).toMatchObject({ kind: 'unknown-format' });
  });
});

describe('readFindings: output of tools', () => {
  const eslint = JSON.stringify([
    { filePath: '/repo/a.js', messages: [{ ruleId: 'eqeqeq', severity: 2, message: 'Use ===.', line: 3 }] },
  ]);

  it('2.7 finds the JSON between other lines', async () => {
    const output = `> lint\n> eslint {x} [1]\n\n${eslint}\n\nnpm notice { a: 1 }\n`;
    expect((await read(output, { fromTool: true })).findings).toHaveLength(1);
    expect((await refusal(output)).kind).toBe('not-json');
  });

  it('2.7 skips JSON that is something else', async () => {
    expect((await read(`{"level":"info"}\n${eslint}\n{"done":true}`, { fromTool: true })).format).toBe('eslint');
  });

  it('2.7 does not take half a report for a whole one', async () => {
    expect((await refusal(`note\n${eslint.slice(0, -4)}`, { fromTool: true })).kind).toBe('not-json');
  });

  it('2.7 leaves naming the reviewer to the configuration', async () => {
    expect((await read(eslint, { fromTool: true })).findings[0]).not.toHaveProperty('reviewer');
    expect((await read(eslint)).findings[0]).toHaveProperty('reviewer', 'eslint');
  });
});

describe('1.11 a tool that found nothing', () => {
  const read = (text: string, fromTool: boolean) =>
    readFindings({ name: 'in', text }, { root: '/repo', fromTool, mayBeEmpty: true });

  it.each(['Success: no issues found in 3 source files', 'All checks passed!', '0 errors, 0 warnings, 0 informations'])(
    'says %j',
    async (text) => {
      expect(await read(text, true)).toEqual({ format: 'lines', findings: [], problems: [] });
      expect(await read(text, false)).toEqual({ format: 'lines', findings: [], problems: [] });
    },
  );

  it('is said to be taken so when it said nothing at all', async () => {
    expect(await read(' \n', true)).toEqual({ format: 'lines', findings: [], problems: [] });
    expect((await read(' \n', false)).problems).toEqual([
      { place: 'input', message: 'Input is empty: taken as "no findings".' },
    ]);
    await expect(readFindings({ name: 'in', text: '' }, { root: '/repo' })).rejects.toThrow('this is empty');
  });

  it.each([
    'No issues found in the parser, but the cache leaks',
    'No problems found except in src/a.ts',
    'No warnings. However the retry never ends',
  ])('is not taken for one that goes on: %j', async (text) => {
    const ended = await read(text, false).then(
      ({ format }) => format,
      () => 'refused',
    );
    expect(ended).not.toBe('lines');
  });

  it('does not hide what it reports beside that', async () => {
    const { findings } = await read('src/a.ts:3:1: error: bad\n0 warnings', true);
    expect(findings).toHaveLength(1);
  });
});
