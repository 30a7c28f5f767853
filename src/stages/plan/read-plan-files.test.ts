/** A plan that was written, edited by a person and is read back. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import type { TodoNotes } from '../../model/todo.ts';
import { correctPlan } from './correct.ts';
import { readPlanFiles } from './read-plan-files.ts';
import { edits, finding } from '../../../test/support/plan/finding.ts';
import { todoFiles } from './todo-files.ts';

type Files = Record<string, string | Uint8Array>;

const reader =
  (files: Files) =>
  async (name: string): Promise<string | Uint8Array> => {
    const content = files[name];
    if (content === undefined) throw new Error('ENOENT');
    return content;
  };

const master = (...issues: unknown[]): unknown => ({ execution_steps: [{ step: 1, reason: 'r', issues }] });

const whole = finding('BE-001', 'src/a.ts', {
  line: 12,
  endLine: 14,
  column: 3,
  endColumn: 9,
  suggestion: 'Use ===',
  quote: 'a == b',
  anchor: 'abc',
  edits: edits('src/a.ts'),
  group: 'g',
});

describe('what was written', () => {
  const findings: Finding[] = [
    whole,
    finding('BE-002', 'we\\ird name.ts', {
      merged: [{ reviewer: 'x', severity: 'low', category: 'c', title: 't', line: 3 }],
    }),
    finding('BE-003', 'src/a.ts', { suggestion: `  ${'long '.repeat(2_000)}` }),
    finding('odd/code ü', undefined, { fingerprints: { a: 'b' } }),
  ];
  const todos: Record<string, TodoNotes> = {
    'id-BE-001': {
      clarifications: [
        { question_id: 'BE-001-q1', question: 'Why?', answer: 'So.', context: 'c' },
        { question_id: 'BE-001-q2', question: 'How?', answer: '' },
      ],
      related_files: [{ path: 'src/x.ts', reason: '' }],
      existing_patterns: ['p'],
      plan: {
        approach: 'rewrite',
        steps: ['one', 'two\nlines'],
        estimated_lines_changed: 40,
        risks: ['r'],
        verification: 'v',
      },
    },
  };
  const steps = [
    { reason: 'first', findings: ['id-BE-001', 'id-BE-002'] },
    { reason: 'second', findings: ['id-BE-003'] },
    { reason: 'third', findings: ['id-odd/code ü'] },
  ];
  const files: Files = Object.fromEntries(
    todoFiles({ session: 's', branch: 'b', steps, todos, findings, snippets: new Map(), folder: 'plan' }).map(
      ({ name, text }) => [posix.basename(name), text],
    ),
  );
  const written: unknown = JSON.parse(String(files['master_todo.json']));

  it('3.6 is read back: the same steps, findings and notes', async () => {
    const { steps: named, todos: read, problems } = await readPlanFiles(written, reader(files));
    expect(problems).toEqual([]);
    expect(read.map((each) => each.finding)).toEqual(findings);
    const none = { clarifications: [], related_files: [], existing_patterns: [] };
    expect(read.map((each) => each.notes)).toEqual([todos['id-BE-001'], none, none, none]);
    expect(correctPlan(named, findings)).toEqual({ steps, corrections: [] });
  });

  it('3.6 is read from bytes, with a byte order mark, and from wherever it was copied to', async () => {
    const moved = JSON.parse(JSON.stringify(written).replaceAll('"fix_todo_', '"C:\\\\tmp\\\\gone\\\\fix_todo_'));
    const bytes = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, Buffer.from(`\uFEFF${String(text)}`)]),
    );
    const read = await readPlanFiles(moved, reader(bytes));
    expect(read.problems).toEqual([]);
    expect(read.todos.map((each) => each.finding)).toEqual(findings);
    const texts = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, `\uFEFF${String(text)}`]));
    expect(await readPlanFiles(written, reader(texts))).toEqual(read);
  });
});

describe('a master_todo that was edited', () => {
  const files = {
    'fix_todo_A.json': JSON.stringify({ title: 'a' }),
    'fix_todo_B.json': JSON.stringify({ title: 'b' }),
  };

  it('3.6 has its steps in the order of their numbers', async () => {
    const edited = {
      execution_steps: [
        { step: 2, reason: 'later', issues: ['A'] },
        { step: 1, reason: 'sooner', issues: [{ code: 'B' }] },
      ],
    };
    expect(await readPlanFiles(edited, reader(files))).toMatchObject({
      steps: [
        { reason: 'sooner', names: ['B'] },
        { reason: 'later', names: ['A'] },
      ],
      todos: [{ code: 'B' }, { code: 'A' }],
      problems: [],
    });
  });

  it('3.6 reads the file beside it before the path that it gives', async () => {
    const apart = {
      'fix_todo_A.json': JSON.stringify({ title: 'beside' }),
      '/x/fix_todo_A.json': JSON.stringify({ title: 'elsewhere' }),
    };
    const edited = master({ code: 'A', todo_file: '/x/fix_todo_A.json' });
    expect((await readPlanFiles(edited, reader(apart))).todos[0]?.finding.title).toBe('beside');
    expect(
      (await readPlanFiles(edited, reader({ '/x/fix_todo_A.json': '{"title":"elsewhere"}' }))).todos[0]?.finding.title,
    ).toBe('elsewhere');
  });

  it('3.6 leaves a finding that it names twice to those who correct plans', async () => {
    expect(await readPlanFiles(master('A', { code: 'a' }), reader(files))).toMatchObject({
      steps: [{ names: ['A', 'a'] }],
      todos: [{ code: 'A' }],
      problems: [],
    });
  });

  it.each([[null], [[]], ['x'], [{ execution_steps: {} }]])('3.6 says what is wrong with %j', async (edited) => {
    expect(await readPlanFiles(edited, reader({}))).toEqual({
      steps: [],
      todos: [],
      problems: [
        {
          place: 'master_todo',
          message: 'it has no list "execution_steps": name the master_todo.json that "fixpoint plan" wrote',
        },
      ],
    });
  });

  it('3.6 says with the place what cannot be read, and reads the rest', async () => {
    const broken: Files = {
      ...files,
      'broken.json': '{ "secret": ',
      'list.json': '[]',
      'bytes.json': Buffer.from([0xff, 0x00]),
      'big.json': 'x'.repeat(4_000_001),
    };
    const named = (code: string, todo_file: string): unknown => ({ code, todo_file });
    const edited = {
      execution_steps: [
        'no step',
        {
          issues: [
            7,
            {},
            named('C', 'gone.json'),
            named('D', '/etc/passwd'),
            named('E', 'broken.json'),
            named('F', 'list.json'),
            named('G', 'bytes.json'),
            named('H', 'big.json'),
            'A',
          ],
        },
      ],
    };
    const { todos, steps, problems } = await readPlanFiles(edited, reader(broken));
    expect(todos.map(({ code }) => code)).toEqual(['A']);
    expect(steps[1]?.names).toEqual(['C', 'D', 'E', 'F', 'G', 'H', 'A']);
    const again = 'correct it, or write the plan anew with "fixpoint plan"';
    expect(problems.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      'step 1: it has no list "issues": give it one, or take the step out',
      'step 2, issue 1: it has no "code": give it that of its fix_todo file, or take it out',
      'step 2, issue 2: it has no "code": give it that of its fix_todo file, or take it out',
      'step 2, issue 3 (C): gone.json is not there, neither beside the master_todo nor under this path: put it there, or take the issue out',
      'step 2, issue 4 (D): /etc/passwd does not end in .json: name the fix_todo file of the issue',
      `step 2, issue 5 (E): broken.json is not JSON: ${again}`,
      `step 2, issue 6 (F): list.json holds no JSON object: ${again}`,
      `step 2, issue 7 (G): bytes.json is not JSON: ${again}`,
      `step 2, issue 8 (H): big.json is larger than 4 MB: ${again}`,
    ]);
  });
});
