/** TurboWrap's questions and plans: `fixpoint clarify` → answers → `fixpoint plan` → `fixpoint fix`, in one conversation. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClarifyResponse } from '../../../src/model/answers/clarify-response.ts';
import type { Ended } from '../../support/fixpoint.ts';
import { reportOf } from '../../support/fixpoint.ts';
import type { Sandbox } from '../../support/sandbox.ts';
import { made, prepare } from '../../support/seeds.ts';
import { fixes, plan, sources, writeIssues } from './session.ts';

const responseOf = ({ stdout, stderr }: Ended): ClarifyResponse => {
  const { data } = ClarifyResponse.safeParse(JSON.parse(stdout || '{}'));
  if (!data) throw new Error(`no response: ${stdout} ${stderr}`);
  return data;
};

const answersIn = ({ scratch }: Sandbox, answers: Record<string, string>): string => {
  const file = join(scratch, `answers-${Object.keys(answers).join('-')}.json`);
  writeFileSync(file, JSON.stringify(answers));
  return file;
};

const many = Array.from({ length: 7 }, (_, n) => `Question ${n + 1} about the field?`);

const scenario = {
  clarify: [
    {
      questions: {
        'BE-001': [
          { question: 'How should the null case be handled?', context: 'Need to decide error handling strategy' },
        ],
        'BE-002': many,
      },
      session: 'A',
    },
    { questions: { 'BE-001': ['Which message?', 'How should the null case be handled?'] }, session: 'A2' },
    { ready: true, session: 'A3' },
  ],
  plan: { ...plan, session: 'A4' },
  findings: fixes,
  call: { session: 'A5' },
};

const preset = ['--preset', 'turbowrap', '--set', 'challenger.agents=[]'];

describe('clarify, plan, fix', () => {
  const run = made(sources, async (sandbox) => {
    const { agent } = prepare(sandbox, { scenario });
    const first = await sandbox.run(['clarify', ...preset, '--from', writeIssues(sandbox), '--json']);
    const session = responseOf(first).session_id;
    const answer = (answers: Record<string, string>): Promise<Ended> =>
      sandbox.run(['clarify', '--session', session, '--answers', answersIn(sandbox, answers), '--json']);
    const early = await sandbox.run(['plan', ...preset, '--session', session]);
    const stands = await sandbox.run(['clarify', '--session', session, '--json']);
    const unanswered = Object.fromEntries([2, 3, 4, 5].map((n) => [`BE-002-q${n}`, '']));
    const second = await answer({
      'BE-001-q1': 'Return 404 with error message',
      'BE-002-q1': 'good_name',
      ...unanswered,
    });
    const third = await answer({ 'BE-001-q2': 'Not found' });
    const folder = join(sandbox.scratch, 'plan');
    const planned = await sandbox.report(['plan', ...preset, '--session', session, '-o', folder]);
    const master = join(folder, 'master_todo.json');
    const fixed = await sandbox.report(['fix', ...preset, '--plan', master, '--session', planned.report.run]);
    const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return { agent, first, early, stands, second, third, planned, fixed, json, session };
  });

  it('T01 3.1 questions come before a plan, by a command of their own, which fixes and plans nothing', () => {
    expect(run().first.code, run().first.stderr).toBe(3);
    const roles = run()
      .agent.calls()
      .map(({ role }) => role);
    expect(roles).toEqual(['clarify', 'clarify', 'clarify', 'plan', 'fix']);
  });

  it('T02 3.1 questions by issue, each with id, question and context', () => {
    const { questions_by_issue: issues } = responseOf(run().first);
    expect(issues[0]).toEqual({
      issue_code: 'BE-001',
      questions: [
        {
          id: 'BE-001-q1',
          question: 'How should the null case be handled?',
          context: 'Need to decide error handling strategy',
        },
      ],
    });
  });

  it('T02, T04 3.1 the response says whether there are questions, whether a plan can be made, and its session', () => {
    expect(responseOf(run().first)).toMatchObject({ has_questions: true, ready_to_plan: false });
    expect(responseOf(run().stands)).toEqual(responseOf(run().first));
    expect(responseOf(run().second)).toMatchObject({ has_questions: true, session_id: run().session });
    expect(responseOf(run().third)).toEqual({
      has_questions: false,
      questions_by_issue: [],
      session_id: run().session,
      ready_to_plan: true,
    });
  });

  it('T04 3.1 it goes on until it is ready to plan: exit 3 while it asks, 0 then', () => {
    expect([run().first.code, run().second.code, run().third.code]).toEqual([3, 3, 0]);
  });

  it('T04 3.1 a session that still asks cannot be planned', () => {
    expect(run().early.code).toBe(1);
    expect(run().early.stderr).toMatch(/not ready to plan.*fixpoint clarify --session/);
  });

  it('T42 3.1 at most five questions about an issue; an empty answer leaves one open; none is asked twice', () => {
    const [, fields] = responseOf(run().first).questions_by_issue;
    expect(fields?.questions).toHaveLength(5);
    expect(responseOf(run().second).questions_by_issue).toEqual([
      { issue_code: 'BE-001', questions: [expect.objectContaining({ id: 'BE-001-q2', question: 'Which message?' })] },
    ]);
  });

  it('T30 3.5 clarify, plan and fix go on in one conversation', () => {
    expect(
      run()
        .agent.calls()
        .map(({ session }) => session),
    ).toEqual([null, 'A', 'A2', 'A3', 'A4']);
  });

  it('T05, T06 3.2 the plan: master_todo.json with session, branch, steps and summary', () => {
    expect(run().planned.ended.code, run().planned.ended.stderr).toBe(0);
    expect(run().json('master_todo.json')).toMatchObject({
      session_id: expect.any(String),
      branch_name: expect.stringMatching(/^fix\//),
      execution_steps: [
        {
          step: 1,
          reason: 'Issues on different files - can run in parallel',
          issues: [
            { code: 'BE-001', todo_file: expect.stringContaining('fix_todo_BE-001.json'), agent_type: 'fixer-single' },
            { code: 'BE-002', todo_file: expect.stringContaining('fix_todo_BE-002.json'), agent_type: 'fixer-single' },
          ],
        },
        { step: 2, issues: [{ code: 'BE-003' }] },
      ],
      summary: { total_issues: 3, total_steps: 2 },
    });
  });

  it('T08 3.2 fix_todo_{code}.json: the issue, its answers and its context', () => {
    expect(run().json('fix_todo_BE-001.json')).toMatchObject({
      issue_code: 'BE-001',
      issue_id: expect.any(String),
      file: 'src/api/routes.py',
      line: 2,
      title: 'Missing null check causes crash',
      context: {
        file_content_snippet: expect.any(String),
        related_files: [{ path: 'src/models/user.py', reason: 'User model definition' }],
        existing_patterns: ['Other endpoints return 404 for not found'],
      },
    });
  });

  it('T11 3.2 with the plan of its fix', () => {
    expect(run().json('fix_todo_BE-001.json').plan).toEqual({
      approach: 'patch',
      steps: ['Add null check at line 2', 'Return 404 response if null'],
      estimated_lines_changed: 5,
      risks: ['None known'],
      verification: 'Call endpoint with non-existent user_id, expect 404',
    });
  });

  it('T41 3.4 answers reach the todo of the issue that they belong to, and no other', () => {
    expect(run().json('fix_todo_BE-001.json').clarifications).toEqual([
      {
        question_id: 'BE-001-q1',
        question: 'How should the null case be handled?',
        answer: 'Return 404 with error message',
        context: 'Need to decide error handling strategy',
      },
      { question_id: 'BE-001-q2', question: 'Which message?', answer: 'Not found' },
    ]);
    expect(run().json('fix_todo_BE-003.json').clarifications).toEqual([]);
    expect(run().agent.calls('fix')[0]?.prompt).toContain('Return 404 with error message');
  });

  it('T05 3.6 the plan is carried out', () => {
    expect(run().fixed.ended.code, run().fixed.ended.stderr).toBe(0);
    expect(run().fixed.report.totals).toMatchObject({ total: 3, fixed: 3 });
  });
});

describe('what cannot be gone on with', () => {
  const run = made(sources, async (sandbox) => {
    const { agent } = prepare(sandbox, { scenario });
    const from = writeIssues(sandbox);
    const asked = await sandbox.run(['clarify', ...preset, '--from', from, '--json']);
    const session = responseOf(asked).session_id;
    const both = await sandbox.run(['plan', ...preset, '--from', from, '--session', session]);
    const again = await sandbox.run(['fix', ...preset, '--session', session, '--clarify']);
    const nobody = await sandbox.run(['plan', ...preset, '--session', 'nowhere']);
    agent.play({ clarify: { exit: 1, stderr: 'no idea' } });
    const failing = await sandbox.run(['clarify', ...preset, '--from', from, '--json']);
    const fixed = reportOf(await sandbox.run(['fix', ...preset, '--from', from, '--json', '--set', 'limits.cycles=0']));
    const other = await sandbox.run(['fix', ...preset, '--session', fixed.run]);
    const answered = await sandbox.run(['clarify', '--session', fixed.run, '--json']);
    return { both, again, nobody, failing, other, answered };
  });

  it('T30 3.5 is said, with what to do instead, before anything runs', () => {
    expect(run().both.stderr).toMatch(/brings its own findings along/);
    expect(run().again.stderr).toMatch(/has asked already/);
    expect(run().nobody.stderr).toMatch(/There is no run nowhere/);
    expect(run().other.stderr).toMatch(/neither asked nor planned/);
    expect(run().answered.stdout).toMatch(/is not one of fixpoint clarify/);
    for (const each of [run().both, run().again, run().nobody, run().other, run().answered]) expect(each.code).toBe(1);
  });

  it('T04 3.1 an agent that cannot ask has not made anything ready', () => {
    expect(run().failing.code).toBe(1);
    expect(responseOf(run().failing)).toMatchObject({ has_questions: false, ready_to_plan: false });
  });
});
