/** The issues of the document, as a master_todo with its files, and a fixer and a challenger that play their parts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario, ScriptedPlan } from '../../fakes/scripted.ts';
import type { Sandbox } from '../../support/sandbox.ts';

export const sources = {
  'src/api/routes.py': 'def get_user(user_id):\n    return bad_query(user_id)\n',
  'src/models/user.py': 'class User:\n    bad_name = 1\n',
  'src/mail.py': 'def send():\n    bad_send()\n',
};

const places: Record<string, { file: keyof typeof sources; title: string }> = {
  'BE-001': { file: 'src/api/routes.py', title: 'Missing null check causes crash' },
  'BE-002': { file: 'src/models/user.py', title: 'Wrong name of a field' },
  'BE-003': { file: 'src/mail.py', title: 'Mail is sent twice' },
};

const todo = (code: string) => ({
  issue_code: code,
  issue_id: `uuid-${code}`,
  file: places[code]?.file,
  line: 2,
  title: places[code]?.title,
  clarifications: [],
  context: { file_content_snippet: '', related_files: [], existing_patterns: [] },
  plan: { approach: 'patch', steps: [`Mend ${code}`], estimated_lines_changed: 1, risks: [], verification: 'Look.' },
});

/** The path of the master; the todos lie beside it. */
export const writeIssues = ({ scratch }: Sandbox): string => {
  const issue = (code: string) => ({
    code,
    todo_file: join(scratch, `fix_todo_${code}.json`),
    agent_type: 'fixer-single',
  });
  const master = join(scratch, 'master_todo.json');
  for (const code of Object.keys(places))
    writeFileSync(join(scratch, `fix_todo_${code}.json`), JSON.stringify(todo(code)));
  writeFileSync(
    master,
    JSON.stringify({
      session_id: 'abc123',
      branch_name: 'fix/abc123',
      execution_steps: [
        {
          step: 1,
          reason: 'Issues on different files - can run in parallel',
          issues: [issue('BE-001'), issue('BE-002')],
        },
        { step: 2, reason: 'After step 1', issues: [issue('BE-003')] },
      ],
      summary: { total_issues: 3, total_steps: 2 },
    }),
  );
  return master;
};

export const plan: ScriptedPlan = {
  steps: [
    { reason: 'Issues on different files - can run in parallel', issues: ['BE-001', 'BE-002'] },
    { reason: 'Depends on step 1', issues: ['BE-003'] },
  ],
  todos: {
    'BE-001': {
      related_files: [{ path: 'src/models/user.py', reason: 'User model definition' }],
      existing_patterns: ['Other endpoints return 404 for not found'],
      plan: {
        approach: 'patch',
        steps: ['Add null check at line 2', 'Return 404 response if null'],
        estimated_lines_changed: 5,
        risks: ['None known'],
        verification: 'Call endpoint with non-existent user_id, expect 404',
      },
    },
  },
};

export const fixes: NonNullable<Scenario['findings']> = {
  'BE-001': {
    edits: [{ file: 'src/api/routes.py', find: 'bad_query', replace: 'good_query' }],
    explanation: 'Added a null check in src/api/routes.py',
    confidence: 0.9,
  },
  'BE-002': [
    { edits: [{ file: 'src/models/user.py', find: 'bad_name', replace: 'half_name' }], explanation: 'Half of it' },
    { edits: [{ file: 'src/models/user.py', find: 'half_name', replace: 'good_name' }], explanation: 'All of it' },
  ],
  'BE-003': [
    { edits: [{ file: 'src/mail.py', find: 'bad_send', replace: 'poor_send' }], explanation: 'Sent once' },
    { edits: [{ file: 'src/mail.py', find: 'poor_send', replace: 'dull_send' }], explanation: 'Sent once, really' },
  ],
};

export const scores: Scenario = {
  challenge: {
    scores: {
      'BE-001': {
        score: 95,
        status: 'SOLVED',
        feedback: 'Fix correct, null check implemented properly',
        quality_scores: { correctness: 100, safety: 90, style: 95 },
      },
      'BE-002': [
        {
          score: 70,
          status: 'IN_PROGRESS',
          feedback: 'Partial fix, missing edge case handling',
          improvements_needed: ['Handle empty array case'],
        },
        96,
      ],
      'BE-003': { score: 89.9, status: 'SOLVED', feedback: 'Almost' },
    },
  },
};
