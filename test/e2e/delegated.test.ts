/**
 * One call for all findings (`fix.mode=delegated`): groups in, one change out, taken apart by files as far as that can
 * be done.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import type { LoggedCall } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';
import { changeSince, judging } from '../support/judging.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const delegated = 'fix.mode=delegated';

/** Subject and files of every commit, the oldest first. */
const commitsOf = ({ git }: Sandbox, { start, head }: Report): { subject: string; files: string[] }[] =>
  git('rev-list', '--reverse', `${start}..${head}`)
    .split('\n')
    .map((commit) => ({
      subject: git('show', '--no-patch', '--format=%s', commit),
      files: git('diff-tree', '-r', '--no-commit-id', '--name-only', commit).split('\n'),
    }));

const bodyOf = ({ git }: Sandbox, commit: string | undefined): string =>
  git('show', '--no-patch', '--format=%b', commit ?? '');

const groupsOf = (call: LoggedCall | undefined): unknown =>
  call?.input.role === 'fix' ? call.input.groups : undefined;

describe('4.8, 8.2 one call for all findings', () => {
  const files = {
    'src/a.txt': 'bad a\n',
    'src/b.txt': 'bad one\nbad two\n',
    'src/c.txt': 'bad c\n',
    'src/d.txt': 'bad d\n',
  };
  const findings: FindingInput[] = [
    { code: 'A', file: 'src/a.txt', line: 1 },
    { code: 'B1', file: 'src/b.txt', line: 1 },
    { code: 'B2', file: 'src/b.txt', line: 2 },
    { code: 'C', file: 'src/c.txt', line: 1 },
    { code: 'D', file: 'src/d.txt', line: 1 },
  ];

  it('is taken apart by files; where the whole fails, its parts are checked alone, and the good ones stay', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = fixing(sandbox, {
        findings,
        scenario: {
          findings: {
            A: { edits: [{ file: 'src/a.txt', find: 'bad', replace: 'good' }] },
            B1: { edits: [{ file: 'src/b.txt', find: 'bad one', replace: 'good one' }] },
            B2: { edits: [{ file: 'src/b.txt', find: 'bad two', replace: 'good two' }] },
            C: {
              edits: [
                { file: 'src/c.txt', find: 'bad', replace: 'good' },
                { file: 'test/c.test.txt', write: 'c is good\n' },
              ],
            },
            D: [
              { edits: [{ file: 'src/d.txt', find: 'bad', replace: 'BROKEN' }] },
              { edits: [{ file: 'src/d.txt', find: 'BROKEN', replace: 'good' }] },
            ],
          },
        },
        set: [delegated],
      });
      const { ended, report } = await sandbox.report(args);
      expect(ended.code, ended.stderr).toBe(0);
      expectAccounted(report, sandbox);
      const [first, second, ...more] = agent.calls('fix');
      expect([first?.codes, second?.codes, more]).toEqual([['A', 'B1', 'B2', 'C', 'D'], ['D'], []]);
      const groups = [
        { description: 'src/a.txt', findings: ['A'] },
        { description: 'src/b.txt', findings: ['B1', 'B2'] },
        { description: 'src/c.txt', findings: ['C'] },
        { description: 'src/d.txt', findings: ['D'] },
      ];
      expect(groupsOf(first)).toEqual(groups);
      expect(first?.prompt).toContain('start one for each group');
      expect(second?.prompt).not.toContain('group');
      expect(second?.prompt).toMatch(/BROKEN/);
      expect(findingOf(report, 'D').attempts.map(({ cycle, result, gate }) => [cycle, result, gate])).toEqual([
        [1, 'refused', 'verify'],
        [2, 'accepted', undefined],
      ]);
      for (const code of ['A', 'B1', 'B2', 'C'])
        expect(findingOf(report, code).attempts).toMatchObject([{ cycle: 1, result: 'accepted' }]);
      expect(commitsOf(sandbox, report)).toEqual([
        { subject: 'fix(review): import - A - problem A', files: ['src/a.txt'] },
        { subject: 'fix(review): import - B1, B2 - 2 findings', files: ['src/b.txt'] },
        { subject: 'fix(review): import - C - problem C', files: ['src/c.txt', 'test/c.test.txt'] },
        { subject: 'fix(review): import - D - problem D', files: ['src/d.txt'] },
      ]);
      const together = findingOf(report, 'B1').commit;
      expect(findingOf(report, 'B2').commit).toBe(together);
      expect(bodyOf(sandbox, together)).toContain('- B1: problem B1\n- B2: problem B2');
      expect(report.stages.fix.calls).toBe(2);
    }, files));

  it('3.6 has the steps of a plan for groups, one after the other, also where their reasons are the same', () =>
    inSandbox(async (sandbox) => {
      const { args } = fixing(sandbox, { findings, scenario: {}, set: [delegated] });
      const steps = [['C', 'A'], ['B1'], ['D']].map((codes, n) => ({
        step: n + 1,
        reason: n === 0 ? 'Easy' : 'Harder',
        issues: codes.map((code) => ({ code, todo_file: `${code}.json` })),
      }));
      const master = join(sandbox.scratch, 'master_todo.json');
      writeFileSync(master, JSON.stringify({ execution_steps: steps }));
      for (const { code, file, line } of findings)
        writeFileSync(
          join(sandbox.scratch, `${code}.json`),
          JSON.stringify({ issue_code: code, title: `problem ${code}`, file, line }),
        );
      const { code, stdout, stderr } = await sandbox.run(['fix', '--plan', master, ...args.slice(3), '--dry-run']);
      expect(code, stderr).toBe(0);
      expect(stdout).toContain(
        '1. C, A: Step 1: Easy\n2. B1: Step 2, after step 1: Harder\n3. D: Step 3, after step 2: Harder\n',
      );
      expect(stdout).not.toContain('problem B2');
    }, files));
});

describe('2.4 the groups of the unified reviewer', () => {
  const found = (id: string, file: string) => ({
    id,
    file,
    line: '1',
    issue: `${id} is bad`,
    severity: 'major',
    category: 'clean_code',
  });

  it('reach the call; a file that belongs to nobody keeps all together in one commit that names them', () =>
    inSandbox(
      async (sandbox) => {
        changeSince(sandbox, { 'src/a.ts': 'bad(a);\n', 'src/b.ts': 'bad(b);\n' });
        const groups = [
          { description: 'Independent fixes - batch 1', findings: [found('F001', 'src/a.ts')] },
          { description: 'Needs batch 1 first', findings: [found('F002', 'src/b.ts')] },
        ];
        const { agent, args } = judging(sandbox, {
          reviewers: [{ name: 'unified' }],
          scenario: {
            review: { groups },
            findings: {
              F001: {
                edits: [
                  { file: 'src/a.ts', find: 'bad', replace: 'good' },
                  { file: 'src/good.ts', write: 'export const good = 1;\n' },
                ],
              },
              F002: { edits: [{ file: 'src/b.ts', find: 'bad', replace: 'good' }] },
            },
          },
          set: [delegated],
        });
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(0);
        expectAccounted(report, sandbox);
        const [call, ...more] = agent.calls('fix');
        expect(more).toEqual([]);
        expect(groupsOf(call)).toEqual([
          { description: 'Independent fixes - batch 1', findings: ['F001'] },
          { description: 'Needs batch 1 first', findings: ['F002'] },
        ]);
        for (const { description } of groups) expect(call?.prompt).toContain(description);
        expect(commitsOf(sandbox, report)).toEqual([
          { subject: 'fix(review): unified - F001, F002 - 2 findings', files: ['src/a.ts', 'src/b.ts', 'src/good.ts'] },
        ]);
        expect(report.findings.map(({ code, group }) => [code, group])).toEqual([
          ['F001', 'Independent fixes - batch 1'],
          ['F002', 'Needs batch 1 first'],
        ]);
      },
      { 'README.md': 'A place to try things.\n' },
    ));
});
