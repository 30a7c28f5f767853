/**
 * From review to commit, through the command line: questions, a plan, a fix that is not good enough, a re-fix that is.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { artifact } from '../support/artifacts.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { changeSince, judging } from '../support/judging.ts';

const files = { 'README.md': 'A place to try things.\n' };
const changed = {
  'src/user.ts': 'export const find = (id) => users[id].name;\n',
  'src/age.ts': 'export const age = (a) => a + 1;\n',
};

const finding = (id: string, file: string, title: string) => ({
  id,
  severity: 'high',
  category: 'correctness',
  title,
  description: `${title}: somebody will trip over it.`,
  file_path: file,
  line_start: 1,
  line_end: 1,
  suggested_fix: 'Mend it.',
});

describe('3.1, 3.4, 6.2 review, clarify, plan, fix, challenge, re-fix, commit', () => {
  it('goes the whole way, and every agent knows what it has to', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const { agent, args } = judging(sandbox, {
        scenario: {
          review: {
            findings: [
              finding('BE-001', 'src/user.ts', 'Missing null check'),
              finding('BE-002', 'src/age.ts', 'Off by one'),
            ],
          },
          clarify: [
            { questions: { 'BE-001': [{ question: 'Throw, or return null?', context: 'both occur' }] }, session: true },
            { ready: true, session: true },
          ],
          plan: { steps: [['BE-001', 'BE-002']], session: true },
          findings: {
            'BE-001': [
              {
                edits: [{ file: 'src/user.ts', find: 'users[id].name', replace: 'users[id]?.name' }],
                explanation: 'Guards the access in src/user.ts.',
              },
              {
                edits: [{ file: 'src/user.ts', find: 'users[id]?.name', replace: 'users[id]?.name ?? null' }],
                explanation: 'Agreed: null now.',
              },
            ],
            'BE-002': { edits: [{ file: 'src/age.ts', find: 'a + 1', replace: 'a' }] },
          },
          challenge: {
            scores: {
              'BE-001': [
                {
                  score: 70,
                  feedback: 'undefined is not null',
                  improvements_needed: ['Return null for unknown users'],
                },
                95,
              ],
              'BE-002': 96,
            },
          },
        },
        set: ['plan.agent=scripted', 'challenger.agents=["scripted"]', 'fix.notes=Be kind to beginners.'],
      });
      const answers = join(sandbox.scratch, 'answers.json');
      writeFileSync(answers, JSON.stringify({ 'BE-001-q1': 'Return null.' }));
      const { ended, report } = await sandbox.report([...args, '--clarify', '--answers', answers]);
      expect(ended.code, ended.stderr).toBe(0);
      expectAccounted(report, sandbox);
      expect(report.totals).toMatchObject({ total: 2, fixed: 2 });
      expect(
        findingOf(report, 'BE-001').attempts.map(({ result, gate, challenge }) => [result, gate, challenge?.score]),
      ).toEqual([
        ['refused', 'challenge', 70],
        ['accepted', undefined, 95],
      ]);
      expect(findingOf(report, 'BE-002').attempts.map(({ challenge }) => challenge?.score)).toEqual([96]);
      expect(sandbox.git('show', `${report.branch}:src/user.ts`)).toContain('?? null');
      expect(agent.calls().map(({ role }) => role)).toEqual(
        expect.arrayContaining(['review', 'clarify', 'plan', 'fix', 'challenge']),
      );
      for (const { prompt } of agent.calls()) expect(prompt).toContain('Be kind to beginners.');
      const refix = artifact(sandbox.state, report.run, 'attempts/1.2.1/prompt.md');
      for (const part of [
        'Return null.',
        'Throw, or return null?',
        'undefined is not null',
        'Return null for unknown users',
        'Your working folder holds',
      ])
        expect(refix).toContain(part);
      expect(agent.calls('fix').filter(({ codes }) => codes.includes('BE-002'))[0]?.prompt).not.toContain(
        'Return null.',
      );
      expect(JSON.parse(artifact(sandbox.state, report.run, 'plan/fix_todo_BE-001.json'))).toMatchObject({
        issue_code: 'BE-001',
        clarifications: [{ question_id: 'BE-001-q1', answer: 'Return null.' }],
      });
      expect(report.coverage).toMatchObject({ complete: true, hunks: 2, reviewed: 2 });
    }, files));
});
