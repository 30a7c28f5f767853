/** A fixer says that a finding is wrong: its lines are looked up, and somebody else decides by them (7.8). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scenario, scriptedAgent, type ScriptedAgent, type ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';
import { reportOf } from '../support/fixpoint.ts';
import type { Sandbox } from '../support/sandbox.ts';

const guard = 'if (list.length === 0) return null;';
const files = { 'src/first.js': `export const first = (list) => {\n  ${guard}\n  return list[0].name;\n};\n` };
const findings = [
  {
    code: 'F1',
    file: 'src/first.js',
    line: 3,
    title: 'An empty list crashes',
    description: 'There is no check for an empty list.',
  },
];

const disputed = (quote = guard): ScriptedStep => ({
  outcome: 'blocked',
  explanation: 'I would rather not touch this.',
  dispute: { ground: 'is-there', evidence: [{ file: 'src/first.js', line: 2, quote }] },
});
const fixed: ScriptedStep = { edits: [{ file: 'src/first.js', find: 'list[0].name', replace: 'list[0]?.name' }] };

const says = (verdict: string, more: Record<string, unknown> = {}): NonNullable<Scenario['adjudicate']> => ({
  rulings: {
    F1: { verdict, ground: 'is-there', file: 'src/first.js', line: verdict === 'upheld' ? 3 : 2, ...more },
  },
});
const refuting = says('refuted', { quote: guard, reason: 'The list is checked first.' });
const upholding = says('upheld', { quote: 'return list[0].name;', reason: 'The name may be missing.' });

type Disputing = { fixer: ScriptedAgent; judge: ScriptedAgent; args: string[] };

/** `judged`: undefined where nobody is named to decide. */
const disputing = (
  sandbox: Sandbox,
  steps: ScriptedStep[],
  judged: Scenario['adjudicate'],
  set: readonly string[] = [],
): Disputing => {
  const judge = scriptedAgent(join(sandbox.scratch, 'judge'), judged ? { adjudicate: judged } : {});
  const settings = judged
    ? [`agents.judge=${JSON.stringify({ kind: 'command', command: judge.command })}`, 'disputes.agent=judge']
    : [];
  const { agent, args } = fixing(sandbox, {
    findings,
    scenario: { findings: { F1: steps } },
    set: [...settings, ...set],
  });
  return { fixer: agent, judge, args };
};

const dispositionsIn = (sandbox: Sandbox): string[] => {
  const folder = join(sandbox.root, '.fixpoint/dispositions');
  return existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : [];
};

describe('7.8 a finding that its fixer calls wrong', () => {
  it('7.8 is dismissed when another agent, who is not told the fixer’s words, refutes it by a line', () =>
    inSandbox(async (sandbox) => {
      const { fixer, judge, args } = disputing(sandbox, [disputed()], refuting);
      const { ended, report } = await sandbox.report(args);
      expect(ended.code, ended.stderr).toBe(0);
      expectAccounted(report, sandbox);
      expect(findingOf(report, 'F1')).toMatchObject({
        status: 'dismissed',
        reason: expect.stringMatching(/^refuted by judge: read src\/first\.js:2 .*The list is checked first/),
        attempts: [
          {
            claim: 'blocked',
            result: 'no-change',
            dispute: { ground: 'is-there', evidence: [{ file: 'src/first.js', line: 2, quote: guard }] },
            ruling: { verdict: 'refuted', by: 'judge', read: { line: 2 } },
          },
        ],
      });
      expect(report.stages.challenge.calls).toBe(1);
      const [call] = judge.calls('adjudicate');
      expect(call?.prompt).toContain('There is no check for an empty list.');
      expect(call?.prompt).toContain(guard);
      expect(call?.prompt).not.toContain('rather not');
      expect(JSON.stringify(call?.input)).not.toContain('rather not');
      expect(fixer.calls('fix')[0]?.prompt).toContain('A finding may be wrong');

      // Lasting is what a person takes over, with the evidence; nothing was written before.
      expect(dispositionsIn(sandbox)).toEqual([]);
      const { stdout } = await sandbox.run(['report', report.run]);
      expect(stdout).toContain(`fixpoint dismiss F1 --run ${report.run}`);
      const dismissed = await sandbox.run(['dismiss', 'F1', '--run', report.run]);
      expect(dismissed.code, dismissed.stderr).toBe(0);
      expect(dispositionsIn(sandbox)).toEqual([
        expect.stringMatching(/as: refuted\nreason: .*src\/first\.js:2 .*judge/),
      ]);
      sandbox.commitAll('Keep it away');
      const again = await sandbox.report(args);
      expect(findingOf(again.report, 'F1')).toMatchObject({ status: 'dismissed', attempts: [] });
      expect(fixer.calls('fix')).toHaveLength(1);

      const explained = await sandbox.run(['explain', report.run, 'F1']);
      expect(explained.stdout).toContain('is the finding wrong, as its fixer says?');
      expect(explained.stdout).toContain('refuted');
    }, files));

  it('7.8 is not heard where the quoted code is not there, and the fixer is told why', () =>
    inSandbox(async (sandbox) => {
      const { fixer, judge, args } = disputing(sandbox, [disputed('if (!list) throw new Error();'), fixed], refuting);
      const { ended, report } = await sandbox.report(args);
      expect(ended.code, ended.stderr).toBe(0);
      const { status, attempts } = findingOf(report, 'F1');
      expect(status).toBe('fixed');
      expect(attempts[0]).toMatchObject({
        result: 'refused',
        gate: 'dispute',
        reason: expect.stringMatching(/not heard: .*line 2 does not hold what is quoted/),
      });
      expect(judge.calls()).toEqual([]);
      expect(fixer.calls('fix')[1]?.prompt).toContain('does not hold what is quoted');
    }, files));

  it('7.8 is fixed next where it is upheld', () =>
    inSandbox(async (sandbox) => {
      const { fixer, args } = disputing(sandbox, [disputed(), fixed], upholding);
      const { ended, report } = await sandbox.report(args);
      expect(ended.code, ended.stderr).toBe(0);
      const { status, attempts } = findingOf(report, 'F1');
      expect(status).toBe('fixed');
      expect(attempts.map(({ result, gate }) => [result, gate])).toEqual([
        ['refused', 'dispute'],
        ['accepted', undefined],
      ]);
      expect(fixer.calls('fix')[1]?.prompt).toContain('The name may be missing.');
    }, files));

  it('7.8 ends with the second refusal: nobody is asked a third time', () =>
    inSandbox(async (sandbox) => {
      const { judge, args } = disputing(sandbox, [disputed()], upholding);
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(2);
      const { status, attempts, reason } = findingOf(report, 'F1');
      expect(status).toBe('blocked');
      expect(reason).toMatch(/3 attempts/);
      expect(attempts.map(({ ruling }) => ruling?.verdict)).toEqual(['upheld', 'upheld', 'not-heard']);
      expect(judge.calls('adjudicate')).toHaveLength(2);
    }, files));

  it('7.8 is a question where whoever decides has read no line that settles it', () =>
    inSandbox(async (sandbox) => {
      const unread = says('refuted', { quote: 'assert(list)', reason: 'It must be checked somewhere.' });
      const { judge, fixer, args } = disputing(sandbox, [disputed()], unread);
      const parked = await sandbox.report([...args, '--wait']);
      expect(parked.ended.code, parked.ended.stderr).toBe(3);
      const { run } = parked.report;
      expect(parked.report).toMatchObject({
        status: 'waiting',
        questions: [{ id: 'F1-d1', code: 'F1', answer: null }],
      });
      const { stdout } = await sandbox.run(['answer', run]);
      expect(stdout).toMatch(/Is this finding wrong.*src\/first\.js:2.*\n\s+fixpoint answer \S+ F1-d1/);
      expect(stdout).not.toContain('rather not');
      const answered = await sandbox.run(['answer', run, 'F1-d1', 'yes, it is checked', '--json']);
      expect(answered.code, answered.stderr).toBe(0);
      expect(findingOf(reportOf(answered), 'F1')).toMatchObject({
        status: 'dismissed',
        attempts: [{ ruling: { verdict: 'refuted', by: 'the user', reason: 'yes, it is checked' } }],
      });
      expect(judge.calls('adjudicate')).toHaveLength(1);
      expect(fixer.calls('fix')).toHaveLength(1);
    }, files));

  it('7.8 goes back with the words of the user, who is asked where no agent may decide', () =>
    inSandbox(async (sandbox) => {
      // The only challenger is the one that disputes.
      const { fixer, args } = disputing(sandbox, [disputed(), fixed], undefined, ['challenger.agents=["scripted"]']);
      const parked = await sandbox.report([...args, '--wait']);
      expect(parked.ended.code, parked.ended.stderr).toBe(3);
      const answered = await sandbox.run(['answer', parked.report.run, 'F1-d1', 'no, names may be missing', '--json']);
      expect(answered.code, answered.stderr).toBe(0);
      expect(findingOf(reportOf(answered), 'F1').status).toBe('fixed');
      expect(fixer.calls('adjudicate')).toEqual([]);
      expect(fixer.calls('fix')[1]?.prompt).toContain('no, names may be missing');
    }, files));

  it('7.8 needs a decision where nobody is there to ask', () =>
    inSandbox(async (sandbox) => {
      const { args } = disputing(sandbox, [disputed()], undefined);
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(2);
      expect(findingOf(report, 'F1')).toMatchObject({
        status: 'blocked',
        reason: expect.stringMatching(/needs a decision.*F1-d1.*--wait/),
      });
    }, files));

  it('7.8 is blocked on the word of its fixer where disputes are not heard', () =>
    inSandbox(async (sandbox) => {
      const { fixer, judge, args } = disputing(sandbox, [disputed()], refuting, ['disputes.hear=false']);
      const { report } = await sandbox.report(args);
      expect(findingOf(report, 'F1')).toMatchObject({ status: 'blocked', reason: 'I would rather not touch this.' });
      expect(judge.calls()).toEqual([]);
      expect(fixer.calls('fix')[0]?.prompt).not.toContain('dispute');
    }, files));

  it.each(['after call.started#1', 'before cycle.finished 1#1', 'after cycle.finished 1#1'])(
    '7.8, 11.1 killed %s and resumed it comes to the same, and no stored answer is asked for again',
    (moment) =>
      inSandbox(async (sandbox) => {
        const { fixer, judge, args } = disputing(sandbox, [disputed()], refuting);
        const preload = join(import.meta.dirname, '../../scripts/crash/kill-at-commit.mjs');
        const env = {
          ...sandbox.env,
          NODE_OPTIONS: `--import=${preload}`,
          CRASH_LOG: join(sandbox.scratch, 'commits.log'),
          CRASH_AT: moment,
        };
        const killed = await sandbox.run(args, { env });
        expect(killed.signal, readFileSync(env.CRASH_LOG, 'utf8')).toBe('SIGKILL');
        const resumed = await sandbox.run(['resume', 'latest', '--json']);
        expect(resumed.code, resumed.stderr).toBe(0);
        expect(findingOf(reportOf(resumed), 'F1')).toMatchObject({ status: 'dismissed', attempts: [{ n: 1 }] });
        expect(fixer.calls('fix')).toHaveLength(1);
        expect(judge.calls('adjudicate')).toHaveLength(moment.startsWith('before') ? 2 : 1);
      }, files),
  );
});
