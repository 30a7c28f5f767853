/** One todo of a plan, after somebody edited it. */
import { describe, expect, it } from 'vitest';
import { readPlanFiles } from './read-plan-files.ts';
import { edits, finding } from '../../../test/support/plan/finding.ts';

const reader =
  (files: Record<string, string>) =>
  async (name: string): Promise<string> => {
    const content = files[name];
    if (content === undefined) throw new Error('ENOENT');
    return content;
  };

const master = (...issues: unknown[]): unknown => ({ execution_steps: [{ step: 1, reason: 'r', issues }] });

/** The todo of one finding, as it is read back after somebody edited it. */
const readOne = (todo: unknown) =>
  readPlanFiles(
    master({ code: 'BE-001' }),
    reader({ 'fix_todo_BE-001.json': typeof todo === 'string' ? todo : JSON.stringify(todo) }),
  );

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

const todoOf = (more: object): object => ({
  issue_code: 'BE-001',
  file: 'src/a.ts',
  line: 12,
  title: 'title of BE-001',
  finding: whole,
  ...more,
});

describe('a fix_todo that was edited', () => {
  it('3.6 is the finding in it, as long as nothing beside it was changed', async () => {
    const { todos, problems } = await readOne(todoOf({}));
    expect(problems).toEqual([]);
    expect(todos).toEqual([
      { code: 'BE-001', finding: whole, notes: { clarifications: [], related_files: [], existing_patterns: [] } },
    ]);
    expect((await readOne({ finding: whole })).todos[0]?.finding).toEqual(whole);
  });

  it('3.6 has the title that was written beside the finding', async () => {
    expect((await readOne(todoOf({ title: ' Another ' }))).todos[0]?.finding).toEqual({ ...whole, title: 'Another' });
    expect((await readOne(todoOf({ title: '' }))).todos[0]?.finding).toEqual(whole);
  });

  const {
    file: _f,
    line: _l,
    endLine: _e,
    column: _c,
    endColumn: _n,
    quote: _q,
    anchor: _a,
    edits: made,
    ...placeless
  } = whole;

  it.each([
    [{ line: 40 }, { ...placeless, edits: made, file: 'src/a.ts', line: 40 }],
    [{ line: '40-44' }, { ...placeless, edits: made, file: 'src/a.ts', line: 40, endLine: 44 }],
    [{ line: '12-20' }, { ...placeless, edits: made, file: 'src/a.ts', line: 12, endLine: 20 }],
    [{ line: null }, { ...placeless, edits: made, file: 'src/a.ts' }],
    [{ file: '.\\src\\b.ts' }, { ...placeless, file: 'src/b.ts', line: 12 }],
    [{ file: null }, placeless],
  ])(
    '3.6 is about the place %j that was written beside the finding, and nothing of the old one',
    async (edit, expected) => {
      expect(await readOne(todoOf(edit))).toMatchObject({ problems: [], todos: [{ finding: expected }] });
      expect((await readOne(todoOf(edit))).todos[0]?.finding).toEqual(expected);
    },
  );

  it.each(['/etc/passwd', '../x.ts', 'C:\\x.ts', '.git/config', 'a/../../b', 7])(
    '3.6 is never about %j',
    async (file) => {
      const { todos, problems } = await readOne(todoOf({ file }));
      expect(todos).toEqual([]);
      expect(problems).toEqual([
        {
          place: 'fix_todo_BE-001.json',
          message: `"file" is ${JSON.stringify(file)}: give the path within the repository, or null`,
        },
      ]);
    },
  );

  it.each(['/etc/passwd', '../x.ts', 'a/.git/config', 7])(
    '3.6 is not about %j either when the finding in it says so',
    async (file) => {
      const { todos, problems } = await readOne({ title: 't', finding: { ...whole, file } });
      expect(todos.flatMap((todo) => todo.finding.file ?? [])).toEqual([]);
      expect(problems).toHaveLength(1);
    },
  );

  it('3.6 loses machine-made edits that lead out of the repository', async () => {
    const { todos, problems } = await readOne(
      todoOf({ finding: { ...whole, edits: edits('src/a.ts', '../../.bashrc') } }),
    );
    expect(todos[0]?.finding.edits).toBeUndefined();
    expect(problems.map(({ message }) => message)).toEqual([
      '"finding.edits" names a file outside the repository: the edits are left out',
    ]);
  });

  it('3.6 is kept without a line that is none', async () => {
    const { todos, problems } = await readOne(todoOf({ line: 'twelve' }));
    expect(todos[0]?.finding.line).toBeUndefined();
    expect(problems.map(({ message }) => message)).toEqual([
      '"line" is "twelve", which is no line: the finding is kept without one',
    ]);
  });

  it('3.2, 3.6 needs no more than the fields of the seed', async () => {
    const seed = {
      issue_code: 'BE-001',
      issue_id: 'uuid',
      file: 'src/api/routes.py',
      line: 42,
      title: 'Missing null check causes crash',
      clarifications: [{ question_id: 'BE-001-q1', question: 'How?', answer: 'Return 404', context: 'c' }],
      context: {
        file_content_snippet: 'def get_user(user_id):',
        related_files: [{ path: 'src/models/user.py', reason: 'User model definition' }],
        existing_patterns: ['Other endpoints return 404 for not found'],
      },
      plan: { approach: 'patch', steps: ['Add null check'], estimated_lines_changed: 5, risks: [], verification: 'v' },
    };
    const { todos, problems } = await readOne(seed);
    expect(problems).toEqual([]);
    expect(todos).toEqual([
      {
        code: 'BE-001',
        finding: {
          code: 'BE-001',
          sourceId: 'uuid',
          severity: 'medium',
          category: 'general',
          title: seed.title,
          description: seed.title,
          file: 'src/api/routes.py',
          line: 42,
        },
        notes: {
          clarifications: seed.clarifications,
          related_files: seed.context.related_files,
          existing_patterns: seed.context.existing_patterns,
          plan: seed.plan,
        },
      },
    ]);
    const more = { severity: 'low', category: 'security', description: 'd', suggestion: 's' };
    expect((await readOne({ ...seed, ...more })).todos[0]?.finding).toMatchObject(more);
  });

  it('3.6 falls back to them where the finding in it was broken, and says so', async () => {
    const { todos, problems } = await readOne(todoOf({ finding: { ...whole, severity: 'huge' } }));
    expect(todos[0]?.finding).toMatchObject({
      code: 'BE-001',
      severity: 'medium',
      title: 'title of BE-001',
      file: 'src/a.ts',
      line: 12,
    });
    expect(problems[0]?.message).toMatch(
      /^"finding" is not as it was written \(severity: .*\): what stands beside it is taken$/,
    );
  });

  it('3.6 says that it has no title, and that it is about another finding', async () => {
    expect(await readOne({ issue_code: 'BE-001', file: 'a.ts' })).toMatchObject({
      todos: [],
      problems: [{ place: 'fix_todo_BE-001.json', message: 'it has no "title": say in a line what the problem is' }],
    });
    expect(await readOne(todoOf({ issue_code: 'BE-002' }))).toMatchObject({
      todos: [],
      problems: [
        {
          message:
            'it is about "BE-002", but the master_todo names it for BE-001: make "issue_code" and "code" the same',
        },
      ],
    });
  });

  it('3.6 is a finding of its own when it was copied from another', async () => {
    const { todos } = await readPlanFiles(
      master('BE-001', 'BE-002', 'BE-003'),
      reader({
        'fix_todo_BE-001.json': JSON.stringify(todoOf({})),
        'fix_todo_BE-002.json': JSON.stringify(todoOf({ issue_code: 'BE-002', title: 'copied' })),
        'fix_todo_BE-003.json': JSON.stringify(todoOf({ issue_code: 'BE-003', finding: { ...whole, code: 'BE-003' } })),
      }),
    );
    const { id: _, anchor: __, ...draft } = whole;
    expect(todos.map((todo) => todo.finding)).toEqual([
      whole,
      { ...draft, code: 'BE-002', title: 'copied' },
      { ...draft, code: 'BE-003' },
    ]);
  });

  it('3.6 is a finding of its own also when that other one was taken out', async () => {
    const copied = JSON.stringify(todoOf({ issue_code: 'BE-002' }));
    const { todos } = await readPlanFiles(master('BE-002'), reader({ 'fix_todo_BE-002.json': copied }));
    const { id: _, anchor: __, ...draft } = whole;
    expect(todos.map((todo) => todo.finding)).toEqual([{ ...draft, code: 'BE-002' }]);
    const typed = JSON.stringify(todoOf({ issue_code: 'be-001' }));
    expect(
      (await readPlanFiles(master('be-001'), reader({ 'fix_todo_be-001.json': typed }))).todos[0]?.finding,
    ).toEqual(whole);
  });

  it('3.4, 3.6 has the answers and the plan that were written into it', async () => {
    const clarifications = [
      { question: 'Why?', answer: 'So.' },
      { question_id: 'x', context: 'c' },
      7,
      { answer: 'Mind the users.' },
    ];
    const { todos, problems } = await readOne(
      todoOf({ clarifications, plan: { steps: ['mine'] }, context: { related_files: ['src/x.ts'] } }),
    );
    expect(todos[0]?.notes).toEqual({
      clarifications: [
        { question_id: '', question: 'Why?', answer: 'So.' },
        { question_id: '', question: '', answer: 'Mind the users.' },
      ],
      related_files: [{ path: 'src/x.ts', reason: '' }],
      existing_patterns: [],
      plan: { approach: 'patch', steps: ['mine'], estimated_lines_changed: 0, risks: [], verification: '' },
    });
    expect(problems.map(({ message }) => message)).toEqual([
      'clarification 2 has neither question nor answer: left out',
      'clarification 3 has neither question nor answer: left out',
    ]);
    expect((await readOne(todoOf({ clarifications: 'none', plan: 7 }))).problems.map(({ message }) => message)).toEqual(
      ['"plan" is not an object: left out', '"clarifications" is not a list: left out'],
    );
  });
});
