/** TurboWrap: a plan in the files of the seed is carried out as it is, in every mode. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixInput } from '../../../src/model/answer.ts';
import type { Report } from '../../../src/model/report.ts';
import type { ScriptedAgent } from '../../fakes/scripted.ts';
import { findingOf } from '../../support/accounted.ts';
import { artifact } from '../../support/artifacts.ts';
import { fixing } from '../../support/fixing.ts';
import { openSandbox, type Sandbox } from '../../support/sandbox.ts';

const title = 'Missing null check causes crash';
const uuid = (n: number): string => `7b1f0c9e-0000-4000-8000-00000000000${n}`;

/** Two issues of one file, near each other, in the same words: whoever merges findings makes one of them. */
const todos = [
  { issue_code: 'BE-001', issue_id: uuid(1), file: 'src/routes.py', line: 1, title },
  { issue_code: 'BE-002', issue_id: uuid(2), file: 'src/users.py', line: 1, title },
  { issue_code: 'BE-003', issue_id: uuid(3), file: 'src/routes.py', line: 3, title },
].map((todo, n) => ({
  ...todo,
  clarifications: [
    { question_id: `${todo.issue_code}-q1`, question: 'How?', answer: `Return 40${n + 4}`, context: 'To be decided' },
  ],
  context: { file_content_snippet: 'def get_user(user_id):', related_files: [], existing_patterns: [] },
  plan: {
    approach: 'patch',
    steps: [`Add null check ${n + 1}`],
    estimated_lines_changed: 5,
    risks: [],
    verification: '',
  },
}));

const issue = (folder: string, code: string) => ({
  code,
  todo_file: join(folder, `fix_todo_${code}.json`),
  agent_type: 'fixer-single',
});

const masterIn = (folder: string, more: Record<string, unknown> = {}) => ({
  session_id: 'abc123',
  branch_name: 'fix/abc123',
  execution_steps: [
    {
      step: 1,
      reason: 'Issues on different files - can run in parallel',
      issues: [issue(folder, 'BE-001'), issue(folder, 'BE-002')],
    },
    { step: 2, reason: 'Issues on same file - must run after step 1', issues: [issue(folder, 'BE-003')] },
  ],
  summary: { total_issues: 3, total_steps: 2 },
  ...more,
});

describe('TurboWrap plans', () => {
  let sandbox: Sandbox;
  let agent: ScriptedAgent;
  let args: string[];
  let master: string;
  let folder: string;

  const write = (name: string, content: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(content, null, 2));
    return path;
  };
  const inputsOf = (run: string): FixInput[] =>
    agent
      .calls('fix')
      .filter((call) => call.run === run)
      .map(({ input }) => input)
      .filter((input) => input.role === 'fix');

  beforeAll(() => {
    sandbox = openSandbox({ 'src/routes.py': 'bad 1\n    ok\nbad 3\n', 'src/users.py': 'bad 2\n' });
    folder = join(sandbox.scratch, 'fix_session_abc123');
    mkdirSync(folder);
    const fixes = (file: string, n: number) => ({ edits: [{ file, find: `bad ${n}`, replace: `good ${n}` }] });
    const scenario = {
      findings: {
        'BE-001': fixes('src/routes.py', 1),
        'BE-002': fixes('src/users.py', 2),
        'BE-003': fixes('src/routes.py', 3),
      },
    };
    const set = fixing(sandbox, { findings: [], scenario, verify: 'true' });
    agent = set.agent;
    // As a user has it: findings are merged by default.
    args = set.args.toSpliced(set.args.indexOf('findings.dedup=off') - 1, 2).slice(3);
    for (const todo of todos) write(`fix_todo_${todo.issue_code}.json`, todo);
    master = write('master_todo.json', masterIn(folder));
  });
  afterAll(() => sandbox.dispose());

  describe('of the seed, in the default mode', () => {
    let report: Report;
    beforeAll(async () => {
      const run = await sandbox.report(['fix', '--plan', master, ...args]);
      expect(run.ended.code, run.ended.stderr).toBe(0);
      ({ report } = run);
    });

    it('T07 3.6 makes the branch that branch_name names', () => {
      expect(report.branch).toBe('fix/abc123');
      expect(sandbox.git('rev-parse', 'refs/heads/fix/abc123')).toBe(report.head);
    });

    it('T12 3.6 merges no planned issue away: each has its call, its plan, its answers and its fix', () => {
      expect(report.findings.map(({ code, status }) => [code, status])).toEqual([
        ['BE-001', 'fixed'],
        ['BE-003', 'fixed'],
        ['BE-002', 'fixed'],
      ]);
      const inputs = inputsOf(report.run);
      expect(
        inputs
          .map(({ findings }) => findings.map(({ code }) => code))
          .toSorted((a, b) => a.join().localeCompare(b.join())),
      ).toEqual([['BE-001'], ['BE-002'], ['BE-003']]);
      const third = inputs.find(({ todo }) => 'BE-003' in todo)?.todo['BE-003'];
      expect(third?.clarifications).toMatchObject([{ answer: 'Return 406' }]);
      expect(third?.plan.steps).toEqual(['Add null check 3']);
    });

    it('T09 3.2 keeps the issue_id of the caller, in the report and in what the fixer gets', () => {
      expect(findingOf(report, 'BE-002').sourceId).toBe(uuid(2));
      const input = inputsOf(report.run).find(({ todo }) => 'BE-002' in todo);
      expect(input?.todo['BE-002']?.issue_id).toBe(uuid(2));
      expect(input?.findings).toMatchObject([{ code: 'BE-002', sourceId: uuid(2) }]);
    });

    it('T10 3.2 gives plain code as file_content_snippet', () => {
      const input = inputsOf(report.run).find(({ todo }) => 'BE-001' in todo);
      expect(input?.todo['BE-001']?.context.file_content_snippet).toBe('bad 1\n    ok\nbad 3\n');
    });

    it('T07 3.6 a branch that is there already is an error before anybody is asked; --set names another', async () => {
      const before = agent.calls().length;
      const again = await sandbox.run(['fix', '--plan', master, ...args]);
      expect([again.code, again.stderr]).toEqual([
        1,
        expect.stringMatching(/there is a branch fix\/abc123 already.*--set commit\.branch=NAME/),
      ]);
      expect(agent.calls()).toHaveLength(before);
      const other = await sandbox.report(['fix', '--plan', master, ...args, '--set', 'commit.branch=other/{run}']);
      expect(other.report.branch).toBe(`other/${other.report.run}`);
    });
  });

  it.each([
    ['that climbs', 'fix/../../heads/main', /git does not allow/],
    ['that looks like an option', '-D', /git does not allow/],
    ['of two lines', 'a b\nc', /git does not allow/],
    ['that is a whole ref', 'refs/heads/main', /without refs\//],
    ['that no file system takes', 'x'.repeat(300), /git does not allow/],
    ['of a branch that is there', 'main', /there is a branch main already/],
    ['below a branch that is there', 'main/more', /cannot be made beside your branch main/],
    ['that is no text', 42, /is 42, which is no name/],
  ])('T07 3.6 refuses a branch_name %s, with a clear error', async (_, name, message) => {
    const hostile = write('hostile.json', masterIn(folder, { branch_name: name }));
    const before = agent.calls().length;
    const { code, stderr } = await sandbox.run(['fix', '--plan', hostile, ...args]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(stderr).toContain('--set commit.branch=NAME');
    expect(agent.calls()).toHaveLength(before);
  });

  it('T12 3.6 in batch mode the steps of the plan follow each other, one call for each', async () => {
    const set = ['--set', 'fix.mode=batch', '--set', 'commit.branch=batch/{run}'];
    const shown = await sandbox.run(['fix', '--plan', master, ...args, ...set, '--dry-run']);
    expect(shown.stdout).toMatch(/call 1: BE-001, BE-002, by[^]*call 2: BE-003, by/);
    const { ended, report } = await sandbox.report(['fix', '--plan', master, ...args, ...set]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(inputsOf(report.run).map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      ['BE-001', 'BE-002'],
      ['BE-003'],
    ]);
  });

  it('T15 delegated: one call, a sub-agent for each issue of a step, steps in their order', async () => {
    const later = masterIn(folder).execution_steps.toReversed();
    const reversed = write(
      'reversed.json',
      masterIn(folder, { execution_steps: later.map((step, n) => ({ ...step, step: n + 1 })) }),
    );
    const set = ['--set', 'fix.mode=delegated', '--set', 'commit.branch=delegated/{run}'];
    const { ended, report } = await sandbox.report(['fix', '--plan', reversed, ...args, ...set]);
    expect(ended.code, ended.stderr).toBe(0);
    const calls = agent.calls('fix').filter(({ run }) => run === report.run);
    expect(calls).toHaveLength(1);
    expect(inputsOf(report.run)[0]?.groups).toEqual([
      { description: 'Step 1: Issues on same file - must run after step 1', findings: ['BE-003'] },
      {
        description: 'Step 2, after step 1: Issues on different files - can run in parallel',
        findings: ['BE-001', 'BE-002'],
      },
    ]);
    const prompt = calls[0]?.prompt ?? '';
    expect(prompt).toContain('start one for each finding: all findings of a step at once');
    expect(prompt).toContain('Wait for all of a step before you begin the next');
    expect(prompt).not.toContain('by one mind');
    expect([...prompt.matchAll(/^## (\S+)$/gm)].map(([, code]) => code)).toEqual(['BE-003', 'BE-001', 'BE-002']);
  });

  it('T07 T09 T10 fixpoint plan writes a branch that the fix really gets, the issue_id, and plain code', async () => {
    const from = write('todos.json', todos);
    const out = join(sandbox.scratch, 'plan');
    const made = await sandbox.report(['plan', '--from', from, ...args.slice(0, args.indexOf('--verify')), '-o', out]);
    expect(made.ended.code, made.ended.stderr).toBe(0);
    const file = (name: string) => JSON.parse(readFileSync(join(out, name), 'utf8'));
    const { branch_name: branch } = file('master_todo.json');
    expect(branch).toBe(`fixpoint/${made.report.run}`);
    expect(file('fix_todo_BE-002.json')).toMatchObject({
      issue_id: uuid(2),
      context: { file_content_snippet: 'bad 2\n' },
    });
    expect(artifact(sandbox.state, made.report.run, 'plan/master_todo.json')).toContain(branch);
    const { report } = await sandbox.report(['fix', '--plan', join(out, 'master_todo.json'), ...args]);
    expect(report.branch).toBe(branch);
    expect(findingOf(report, 'BE-002').sourceId).toBe(uuid(2));
  });
});
