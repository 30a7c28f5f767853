import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentRequest } from '../../../../test/support/agent-request.ts';
import { FixAnswer } from '../../../model/answer.ts';
import type { Finding } from '../../../model/finding.ts';
import type { TextEdit } from '../../../model/finding/edits.ts';
import { autofixAgent } from './autofix.ts';

let folder: string;
let workspace: string;
let start: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-autofix-'));
  workspace = join(folder, 'workspace');
  start = { 'a.ts': 'a == b;\nc == d;\n', 'src/b.ts': 'let x = 1;\n' };
  mkdirSync(join(workspace, 'src'), { recursive: true });
  for (const [file, text] of Object.entries(start)) write(file, text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string | Uint8Array): void => writeFileSync(join(workspace, file), text);
const read = (file: string): string => readFileSync(join(workspace, file), 'utf8');
const edit = (file: string, find: string, text: string): TextEdit => {
  const from = Math.max(0, (start[file] ?? '').indexOf(find));
  return { file, range: { by: 'offset', start: from, end: from + find.length }, text };
};
const finding = (code: string, edits?: TextEdit[]): Finding => ({
  id: `id-${code}`,
  code,
  severity: 'low',
  category: 'style',
  title: 't',
  description: 'd',
  reviewer: 'eslint',
  level: 'blocking',
  ...(edits === undefined ? {} : { edits }),
});
const run = async (findings: Finding[], signal = new AbortController().signal) => {
  const result = await autofixAgent().run(
    agentRequest({
      input: { role: 'fix', run: 'r', findings, attempts: {}, todo: {}, verify: [], conventions: [] },
      workspace,
      scratch: folder,
      startText: async (file) => start[file] ?? null,
    }),
    { signal },
  );
  const { outcomes } = FixAnswer.parse(result.answer);
  return { ...result, outcomes };
};

describe('4.12 autofix', () => {
  it('replaces no other lines than those that the finding quotes', async () => {
    const at = (line: number): Finding => ({
      ...finding(`F${line}`, [{ file: 'a.ts', range: { by: 'lines', startLine: line, endLine: line }, text: 'e;' }]),
      file: 'a.ts',
      line,
      quote: 'c == d;\r',
    });
    const { outcomes } = await run([at(1), at(2)]);
    expect(read('a.ts')).toBe('a == b;\ne;\n');
    expect(outcomes.map(({ explanation }) => explanation)).toEqual([
      'its machine-made fix cannot be applied: a.ts: its lines are not the ones that it quotes',
      'applied its machine-made fix to a.ts',
    ]);
  });

  it('applies the edits of each finding and says what it did', async () => {
    const result = await run([
      finding('F1', [edit('a.ts', '==', '===')]),
      finding('F2', [edit('a.ts', '== d', '=== d'), edit('src/b.ts', 'let', 'const')]),
    ]);
    expect(read('a.ts')).toBe('a === b;\nc === d;\n');
    expect(read('src/b.ts')).toBe('const x = 1;\n');
    expect(result).toMatchObject({ outcome: 'ok', usage: {} });
    expect(result.outcomes).toEqual([
      { id: 'id-F1', outcome: 'fixed', explanation: 'applied its machine-made fix to a.ts' },
      { id: 'id-F2', outcome: 'fixed', explanation: 'applied its machine-made fix to a.ts, src/b.ts' },
    ]);
    expect(readdirSync(workspace).sort()).toEqual(['a.ts', 'src']);
  });

  it('applies all edits of a finding or none', async () => {
    write('src/b.ts', 'var x = 1;\n');
    const { outcomes } = await run([finding('F1', [edit('a.ts', '==', '==='), edit('src/b.ts', 'let', 'const')])]);
    expect(outcomes).toMatchObject([
      { outcome: 'deferred', explanation: expect.stringMatching(/src\/b\.ts: the text that it changes was changed/) },
    ]);
    expect(read('a.ts')).toBe(start['a.ts']);
  });

  it('maps positions through earlier fixes', async () => {
    write('a.ts', '// a header\na === b;\nc == d;\n');
    await run([finding('F1', [edit('a.ts', 'c == d', 'c === d')])]);
    expect(read('a.ts')).toBe('// a header\na === b;\nc === d;\n');
  });

  it('keeps byte order mark, line ends, the missing last newline and the mode', async () => {
    start['a.ts'] = '\uFEFFa == b;\r\nc == d;';
    write('a.ts', start['a.ts']);
    chmodSync(join(workspace, 'a.ts'), 0o755);
    await run([
      finding('F1', [
        {
          file: 'a.ts',
          range: { by: 'position', startLine: 2, startColumn: 3, endLine: 2, endColumn: 5, unit: 'utf16' },
          text: '===',
        },
      ]),
    ]);
    expect(read('a.ts')).toBe('\uFEFFa == b;\r\nc === d;');
    expect(statSync(join(workspace, 'a.ts')).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['has none', undefined, /no machine-made fix/],
    ['is empty', [], /no machine-made fix/],
    ['changes nothing', [{ file: 'a.ts', range: { by: 'offset', start: 0, end: 1 }, text: 'a' }], /changes nothing/],
    [
      'is past the end',
      [{ file: 'a.ts', range: { by: 'offset', start: 900, end: 901 }, text: 'x' }],
      /no place 900–901/,
    ],
    [
      'is for a file that is missing',
      [{ file: 'no.ts', range: { by: 'offset', start: 0, end: 0 }, text: 'x' }],
      /no\.ts does not exist/,
    ],
  ] satisfies [string, TextEdit[] | undefined, RegExp][])(
    '4.4 defers a finding whose fix %s',
    async (_, edits, reason) => {
      const { outcomes } = await run([finding('F1', edits)]);
      expect(outcomes).toMatchObject([{ outcome: 'deferred', explanation: expect.stringMatching(reason) }]);
      expect(read('a.ts')).toBe(start['a.ts']);
    },
  );

  it.each([
    '../out.ts',
    '/etc/hosts',
    'src/../../out.ts',
    '.git/config',
    'sub/.GIT/config',
    'a.ts/',
    './a.ts',
    'a\0.ts',
    '',
  ])('writes nothing outside of the workspace: %j', async (file) => {
    writeFileSync(join(folder, 'out.ts'), 'a == b');
    start[file] = 'a == b';
    const { outcomes } = await run([finding('F1', [edit(file, '==', '===')])]);
    expect(outcomes).toMatchObject([
      { outcome: 'deferred', explanation: expect.stringMatching(/not a path within the repository/) },
    ]);
    expect(readFileSync(join(folder, 'out.ts'), 'utf8')).toBe('a == b');
  });

  it('writes nothing through links', async () => {
    mkdirSync(join(folder, 'outside'));
    writeFileSync(join(folder, 'outside', 'f.ts'), 'a == b');
    symlinkSync(join(folder, 'outside'), join(workspace, 'linked'));
    symlinkSync(join(folder, 'outside', 'f.ts'), join(workspace, 'f.ts'));
    symlinkSync('src', join(workspace, 'inside'));
    Object.assign(start, { 'linked/f.ts': 'a == b', 'f.ts': 'a == b', 'inside/b.ts': start['src/b.ts'] });
    const { outcomes } = await run(
      ['linked/f.ts', 'f.ts', 'inside/b.ts'].map((file) => finding(file, [{ ...edit('a.ts', '==', '==='), file }])),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['deferred', 'deferred', 'deferred']);
    expect(readFileSync(join(folder, 'outside', 'f.ts'), 'utf8')).toBe('a == b');
    expect(read('src/b.ts')).toBe(start['src/b.ts']);
  });

  it('leaves the other name of a file with two names alone', async () => {
    linkSync(join(workspace, 'a.ts'), join(folder, 'twin.ts'));
    await run([finding('F1', [edit('a.ts', '==', '===')])]);
    expect(readFileSync(join(folder, 'twin.ts'), 'utf8')).toBe(start['a.ts']);
  });

  it('leaves a file alone that is not UTF-8', async () => {
    write('a.ts', Buffer.from([0x61, 0xff, 0xfe]));
    const { outcomes } = await run([finding('F1', [edit('a.ts', '==', '===')])]);
    expect(outcomes).toMatchObject([{ outcome: 'deferred', explanation: expect.stringMatching(/not UTF-8/) }]);
    expect(readFileSync(join(workspace, 'a.ts'))).toEqual(Buffer.from([0x61, 0xff, 0xfe]));
  });

  it('4.10 stops between findings when it is cancelled', async () => {
    expect(await run([finding('F1', [edit('a.ts', '==', '===')])], AbortSignal.abort())).toMatchObject({
      outcome: 'cancelled',
    });
    expect(read('a.ts')).toBe(start['a.ts']);
  });
});
