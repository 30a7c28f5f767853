/** A plan as files. */
import { describe, expect, it } from 'vitest';
import { FixTodo, MasterTodo } from '../../model/todo.ts';
import { edits, finding } from '../../../test/support/plan/finding.ts';
import { fixTodoOf, type PlanToWrite, todoFiles } from './todo-files.ts';

const notes = {
  clarifications: [
    {
      question_id: 'BE-001-q1',
      question: 'How should the null case be handled?',
      answer: 'Return 404 with error message',
      context: 'Need to decide error handling strategy',
    },
  ],
  related_files: [{ path: 'src/models/user.py', reason: 'User model definition' }],
  existing_patterns: ['Other endpoints return 404 for not found'],
  plan: {
    approach: 'patch' as const,
    steps: ['Add null check at line 42', 'Return 404 response if null'],
    estimated_lines_changed: 5,
    risks: [],
    verification: 'Call endpoint with non-existent user_id, expect 404',
  },
};

const write = (more: Partial<PlanToWrite>): Record<string, unknown> =>
  Object.fromEntries(
    todoFiles({
      session: 'abc123',
      branch: 'fix/abc123',
      steps: [],
      todos: {},
      findings: [],
      snippets: new Map(),
      folder: '',
      ...more,
    }).map(({ name, text }) => [name, JSON.parse(text)]),
  );

describe('todoFiles', () => {
  const [a, b, c] = [finding('BE-001', 'src/a.py'), finding('BE-002', 'src/b.py'), finding('BE-003', 'src/a.py')];

  it('3.2 writes the master_todo of the seed, its todo files beside it', () => {
    const steps = [
      { reason: 'Issues on different files - can run in parallel', findings: [a.id, b.id] },
      { reason: 'Issues on same file - must run after step 1', findings: [c.id] },
    ];
    const files = write({ steps, findings: [c, b, a] });
    const issue = (code: string) => ({ code, todo_file: `fix_todo_${code}.json`, agent_type: 'fixer-single' });
    expect(files['master_todo.json']).toEqual({
      session_id: 'abc123',
      branch_name: 'fix/abc123',
      execution_steps: [
        {
          step: 1,
          reason: 'Issues on different files - can run in parallel',
          issues: [issue('BE-001'), issue('BE-002')],
        },
        { step: 2, reason: 'Issues on same file - must run after step 1', issues: [issue('BE-003')] },
      ],
      summary: { total_issues: 3, total_steps: 2 },
    });
    expect(MasterTodo.safeParse(files['master_todo.json']).success).toBe(true);
    expect(Object.keys(files)).toEqual([
      'master_todo.json',
      'fix_todo_BE-001.json',
      'fix_todo_BE-002.json',
      'fix_todo_BE-003.json',
    ]);
  });

  it('3.2 writes the fix_todo of the seed, with the whole finding besides', () => {
    const whole = finding('BE-001', 'src/api/routes.py', {
      line: 42,
      title: 'Missing null check causes crash',
      edits: edits('x.py'),
    });
    const snippet = 'def get_user(user_id):\n    return db.query(User)...';
    const files = write({
      steps: [{ reason: 'r', findings: [whole.id] }],
      findings: [whole],
      todos: { [whole.id]: notes },
      snippets: new Map([[whole.id, snippet]]),
    });
    expect(files['fix_todo_BE-001.json']).toEqual({
      issue_code: 'BE-001',
      issue_id: 'id-BE-001',
      file: 'src/api/routes.py',
      line: 42,
      title: 'Missing null check causes crash',
      clarifications: notes.clarifications,
      context: {
        file_content_snippet: snippet,
        related_files: notes.related_files,
        existing_patterns: notes.existing_patterns,
      },
      plan: notes.plan,
      finding: whole,
    });
  });

  it('3.2 writes a plan where nobody planned: what the reviewer suggests, or nothing', () => {
    const todo = fixTodoOf({
      finding: finding('A', undefined, { suggestion: 'Use ===' }),
      notes: undefined,
      snippet: '',
    });
    expect(todo).toMatchObject({ file: null, line: null, clarifications: [] });
    expect(todo.plan).toEqual({
      approach: 'patch',
      steps: ['Use ==='],
      estimated_lines_changed: 0,
      risks: [],
      verification: '',
    });
    expect(fixTodoOf({ finding: finding('A'), notes: undefined, snippet: '' }).plan.steps).toEqual([]);
    expect(FixTodo.safeParse(todo).success).toBe(true);
  });

  it('3.2 gives every finding a file of its own, with a name that is safe, whatever its code', () => {
    const codes = ['../../etc/passwd', 'a/b', 'a_b', 'A_B', 'a_b~2', 'a b', 'x'.repeat(500), '\u0000', 'ü', '..'];
    const findings = codes.map((code) => finding(code, `${codes.indexOf(code)}.ts`));
    const names = Object.keys(write({ steps: [{ reason: '', findings: findings.map(({ id }) => id) }], findings }));
    expect(names).toHaveLength(codes.length + 1);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names.slice(1)) expect(name).toMatch(/^fix_todo_[A-Za-z0-9._~-]{1,90}\.json$/);
  });

  it('3.2 names all of thousands of codes apart that look alike in a file name', () => {
    const findings = Array.from({ length: 2_000 }, (_, n) => finding(String.fromCodePoint(0x4e00 + n), `${n}.ts`));
    expect(
      Object.keys(write({ steps: [{ reason: '', findings: findings.map(({ id }) => id) }], findings })),
    ).toHaveLength(2_001);
  });

  it('3.2 puts the folder before the names of the files, never into the master', () => {
    const files = write({ steps: [{ reason: '', findings: [a.id] }], findings: [a], folder: 'plan/1' });
    expect(Object.keys(files)).toEqual(['plan/1/master_todo.json', 'plan/1/fix_todo_BE-001.json']);
    expect(JSON.stringify(files['plan/1/master_todo.json'])).toContain('"todo_file":"fix_todo_BE-001.json"');
  });
});
