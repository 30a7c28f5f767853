/** A fix that adds what lasts, and that its finding does not ask for, is a question to the user (7.7). */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { type Fixing, fixing } from '../support/fixing.ts';
import { reportOf } from '../support/fixpoint.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.js': 'export const a = 1 / 0;\n', 'src/b.js': 'export const b = 1 / 0;\n' };
const findings: FindingInput[] = ['a', 'b'].map((name) => ({
  code: name.toUpperCase(),
  file: `src/${name}.js`,
  line: 1,
  title: 'A division by zero',
  description: 'The result is not a number that anybody can use.',
}));
const mended = (name: string): ScriptedStep => ({ edits: [{ file: `src/${name}.js`, find: '1 / 0', replace: '1' }] });
const table: ScriptedStep = {
  edits: [
    ...(mended('a').edits ?? []),
    { file: 'db/migrations/2_results.sql', write: 'CREATE TABLE results (id int);\n' },
  ],
};

const adding = (sandbox: Sandbox, steps: ScriptedStep[], set: readonly string[] = []): Fixing =>
  fixing(sandbox, { findings, scenario: { findings: { A: steps, B: mended('b') } }, set });

describe('7.7 a fix that adds a table which nobody asked for', () => {
  it('7.7 parks its finding only, and goes on as it is when the user says yes, without another call', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = adding(sandbox, [table]);
      const parked = await sandbox.report([...args, '--wait']);
      expect(parked.ended.code, parked.ended.stderr).toBe(3);
      const { run, questions } = parked.report;
      expect(parked.report.status).toBe('waiting');
      expect(questions).toMatchObject([
        {
          id: 'A-s1',
          code: 'A',
          question: expect.stringMatching(/db\/migrations\/2_results\.sql: .*\(new-migration\)/),
        },
      ]);
      expect(findingOf(parked.report, 'B').status).toBe('fixed');
      const answered = await sandbox.run(['answer', run, 'A-s1', 'yes', '--json']);
      expect(answered.code, answered.stderr).toBe(0);
      const report = reportOf(answered);
      expectAccounted(report, sandbox);
      expect(findingOf(report, 'A')).toMatchObject({ status: 'fixed', attempts: [{ n: 1, result: 'accepted' }] });
      expect(agent.calls('fix')).toHaveLength(2);
      expect(sandbox.git('show', `${report.branch}:db/migrations/2_results.sql`)).toContain('CREATE TABLE');
      const gates = findingOf(report, 'A').attempts[0]?.gates ?? [];
      expect(gates.find(({ gate }) => gate === 'durable')?.evidence).toMatchObject({ decision: 'yes' });
    }, files));

  it('7.7 is sent back when the user says no', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = adding(sandbox, [table, mended('a')]);
      const parked = await sandbox.report([...args, '--wait']);
      const answered = await sandbox.run(['answer', parked.report.run, 'A-s1', 'no, no tables', '--json']);
      expect(answered.code, answered.stderr).toBe(0);
      const report = reportOf(answered);
      expect(findingOf(report, 'A')).toMatchObject({
        status: 'fixed',
        attempts: [
          { result: 'refused', gate: 'durable', reason: expect.stringMatching(/does not want.*\(no, no tables\)/) },
          { result: 'accepted' },
        ],
      });
      const told = agent.calls('fix').filter(({ codes }) => codes.includes('A'));
      expect(told[1]?.prompt).toContain('no, no tables');
      expect(() => sandbox.git('show', `${report.branch}:db/migrations/2_results.sql`)).toThrow(/2_results/);
    }, files));

  it('7.7 needs a decision where nobody is there to ask', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = adding(sandbox, [table]);
      const { ended, report } = await sandbox.report(args);
      expect(ended.code, ended.stderr).toBe(2);
      expect(findingOf(report, 'A')).toMatchObject({
        status: 'blocked',
        reason: expect.stringMatching(/needs a decision.*A-s1/),
        attempts: [{ result: 'refused', gate: 'durable' }],
      });
      expect(findingOf(report, 'B').status).toBe('fixed');
      expect(agent.calls('fix')).toHaveLength(2);
    }, files));

  it.each(['gates.allow=["new-migration"]', 'gates.allow=["durable"]', 'gates.durable=allow'])(
    '7.7 is let through by %s',
    (setting) =>
      inSandbox(async (sandbox) => {
        const { args } = adding(sandbox, [table], [setting]);
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(0);
        expect(report.questions).toEqual([]);
      }, files),
  );

  it('7.7 takes an answer that was given beforehand', () =>
    inSandbox(async (sandbox) => {
      const { args } = adding(sandbox, [table]);
      sandbox.write('../scratch/answers.json', '{ "A-s1": "yes" }');
      const { ended, report } = await sandbox.report([...args, '--answers', join(sandbox.scratch, 'answers.json')]);
      expect(ended.code, ended.stderr).toBe(0);
      expect(findingOf(report, 'A').status).toBe('fixed');
      expect(report.warnings).toEqual([]);
    }, files));

  it.each(['after question.asked#1', 'after run.waiting#1'])(
    '7.7, 11.1 killed %s it still waits, and goes on with the answer',
    (moment) =>
      inSandbox(async (sandbox) => {
        const { agent, args } = adding(sandbox, [table]);
        const preload = join(import.meta.dirname, '../../scripts/crash/kill-at-commit.mjs');
        const env = {
          ...sandbox.env,
          NODE_OPTIONS: `--import=${preload}`,
          CRASH_LOG: join(sandbox.scratch, 'commits.log'),
          CRASH_AT: moment,
        };
        const killed = await sandbox.run([...args, '--wait'], { env });
        expect(killed.signal).toBe('SIGKILL');
        const answered = await sandbox.run(['answer', 'latest', 'A-s1', 'yes', '--json']);
        expect(answered.code, answered.stderr).toBe(0);
        expect(reportOf(answered)).toMatchObject({ status: 'clean', totals: { fixed: 2 } });
        expect(agent.calls('fix').filter(({ codes }) => codes.includes('A'))).toHaveLength(1);
      }, files),
  );
});
