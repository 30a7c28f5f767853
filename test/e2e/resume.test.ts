/**
 * Cancelling and going on: what was proven is kept, what was paid for is not asked again, and nothing is left running.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJournal } from '../../scripts/crash/journal.ts';
import type { ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { reportOf } from '../support/fixpoint.ts';
import { fixing, type Fixing, start, until } from '../support/fixing.ts';
import { isAlive, processesOf } from '../support/processes.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n', 'src/c.txt': 'bad c\n' };
const findings: FindingInput[] = ['a', 'b', 'c'].map((name) => ({
  code: `F-${name}`,
  file: `src/${name}.txt`,
  line: 1,
}));

const good = (name: string): ScriptedStep => ({ edits: [{ file: `src/${name}.txt`, find: 'bad', replace: 'good' }] });
const hanging: ScriptedStep = { call: { hang: true } };

/**
 * F-a is fixed at once; F-b hangs the first time; F-c comes after both. One at a time, so that F-a is proven by then.
 */
const stuckAtB = (
  sandbox: Sandbox,
  hang: ScriptedStep = hanging,
  concurrency = 1,
  second: ScriptedStep = good('b'),
  together = 'each',
): Fixing =>
  fixing(sandbox, {
    findings,
    scenario: { findings: { 'F-a': good('a'), 'F-b': [hang, second], 'F-c': good('c') } },
    // What is proven by itself is proven at once, and not with what is stuck.
    set: [`fix.concurrency=${concurrency}`, `verify.together=${together}`],
  });

const called = ({ agent }: Fixing, code: string): number =>
  agent.calls().filter(({ codes }) => codes.includes(code)).length;

/** How many fixes wait to be proven. */
const readyIn = ({ folder }: Sandbox): number =>
  readJournal(folder).events.flatMap((event) => (event.type === 'units.ready' ? event.units : [])).length;

const happened = ({ folder }: Sandbox, type: string): number =>
  readJournal(folder).events.filter((event) => event.type === type).length;

const expectAllFixedAfter = async (sandbox: Sandbox, fix: Fixing, calls: Record<string, number>): Promise<void> => {
  const { ended, report } = await sandbox.report(['resume']);
  expect(ended.code).toBe(0);
  expectAccounted(report, sandbox);
  // By the names that people know them by, and counted with what was done before.
  expect(ended.stderr).toContain('Holds: 3 of 3 proven');
  expect(ended.stderr).not.toMatch(/\bf[0-9a-f]{12}\b/);
  expect(report.findings.map(({ status }) => status)).toEqual(['fixed', 'fixed', 'fixed']);
  expect(Object.fromEntries(Object.keys(calls).map((code) => [code, called(fix, code)]))).toEqual(calls);
};

/** Where there is a sandbox, what agents start ends with Fixpoint by itself. */
const uncontained = ['--set', 'sandbox=off'];

describe('cancelling a run', () => {
  test('4.10 once: ends cleanly with what was proven, and a resumed run does the rest', () =>
    inSandbox(async (sandbox) => {
      const fix = stuckAtB(sandbox);
      const { pid, ended } = start(sandbox, [...fix.args, '--json']);
      await until(() => called(fix, 'F-b') === 1 && happened(sandbox, 'head.accepted') === 1);
      process.kill(pid, 'SIGINT');
      const end = await ended;
      expect(end.code).toBe(130);
      expect(processesOf(sandbox.home)).toEqual([]);
      const report = reportOf(end);
      expectAccounted(report, sandbox);
      expect(report).toMatchObject({
        status: 'cancelled',
        stopReason: 'cancelled',
        totals: { fixed: 1, blocked: 2, open: 0 },
      });
      expect(findingOf(report, 'F-b')).toMatchObject({ status: 'blocked', reason: 'the run was cancelled' });
      expect(findingOf(report, 'F-b').attempts).toMatchObject([{ result: 'cancelled' }]);
      expect(sandbox.git('show', `${report.branch}:src/a.txt`)).toBe('good a');
      await expectAllFixedAfter(sandbox, fix, { 'F-a': 1, 'F-b': 2, 'F-c': 1 });
    }, files));

  test('4.10, 11.1 once: an answer that was stored and not yet proven is not asked for again', () =>
    inSandbox(async (sandbox) => {
      const fix = stuckAtB(sandbox, hanging, 2, good('b'), 'auto');
      const { pid, ended } = start(sandbox, [...fix.args, '--jsonl']);
      // Two answers are there and wait to be proven while the third call hangs.
      await until(() => readyIn(sandbox) === 2 && called(fix, 'F-b') === 1);
      process.kill(pid, 'SIGINT');
      const { code, stdout } = await ended;
      expect(code).toBe(130);
      expect(stdout).toContain('"type":"run.finished"');
      expect(sandbox.git('for-each-ref', 'refs/heads/fixpoint')).toBe('');
      await expectAllFixedAfter(sandbox, fix, { 'F-a': 1, 'F-b': 2, 'F-c': 1 });
    }, files));

  test('4.10 twice: ends at once, with all that the agent started, and can be resumed', () =>
    inSandbox(async (sandbox) => {
      const stubborn: ScriptedStep = {
        call: { hang: true, ignoreSigterm: true, child: 'orphan', childIgnoresSigterm: true },
      };
      const fix = stuckAtB(sandbox, stubborn);
      // Whatever ends the cage ends all that is in it: outside of it, an agent can ignore that it is asked to end.
      const { pid, ended, said } = start(sandbox, [...fix.args, '--set', 'sandbox=off']);
      await until(() => called(fix, 'F-b') === 1 && fix.agent.children().length === 1);
      process.kill(pid, 'SIGINT');
      // Not by the journal: the event is stored together with what comes of it, once the stubborn agent was killed.
      await until(() => said().includes('Press Ctrl-C again'));
      process.kill(pid, 'SIGINT');
      const { code, stderr } = await ended;
      expect(code).toBe(130);
      expect(stderr).toMatch(/Ending right away[^]*^fixpoint: Run \S+ was ended at once\.$/m);
      expect(processesOf(sandbox.home)).toEqual([]);
      for (const child of fix.agent.children()) expect(isAlive(child)).toBe(false);
      await expectAllFixedAfter(sandbox, fix, { 'F-a': 1, 'F-b': 2, 'F-c': 1 });
    }, files));

  test('4.10 from another process, by its run', () =>
    inSandbox(async (sandbox) => {
      const fix = stuckAtB(sandbox);
      const { ended, pid } = start(sandbox, [...fix.args, '--json']);
      await until(() => called(fix, 'F-b') === 1);
      const run = await runOf(sandbox);
      const asked = await sandbox.run(['cancel', run]);
      expect(asked).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`Asked run ${run} to end (process ${pid})`),
      });
      const end = await ended;
      expect(end.code).toBe(130);
      expect(reportOf(end)).toMatchObject({ run, status: 'cancelled', totals: { fixed: 1 } });
      const again = await sandbox.run(['cancel', run]);
      expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('finished already') });
      await expectAllFixedAfter(sandbox, fix, { 'F-a': 1, 'F-b': 2, 'F-c': 1 });
    }, files));

  test('4.10, 11.1 of a run whose process was killed: ends what it left, hands over what was proven', () =>
    inSandbox(async (sandbox) => {
      const fix = stuckAtB(sandbox);
      const { pid, ended } = start(sandbox, [...fix.args, ...uncontained]);
      await until(() => called(fix, 'F-b') === 1 && happened(sandbox, 'head.accepted') === 1);
      process.kill(pid, 'SIGKILL');
      await until(() => !isAlive(pid));
      expect(processesOf(sandbox.home)).not.toEqual([]);
      const cancelled = await sandbox.run(['cancel']);
      await ended;
      expect(cancelled.code).toBe(0);
      expect(cancelled.stdout).toContain('was not under way any more; it is ended now, with 1 of 3 findings fixed');
      expect(processesOf(sandbox.home)).toEqual([]);
      const { report } = await sandbox.report(['report']);
      expectAccounted(report, sandbox);
      expect(report).toMatchObject({ status: 'cancelled', totals: { fixed: 1, blocked: 2 } });
      await expectAllFixedAfter(sandbox, fix, { 'F-a': 1, 'F-b': 2, 'F-c': 1 });
    }, files));
});

describe('going on with a run', () => {
  test('11.1 after a kill: what was left running has ended before anybody is asked again', () =>
    inSandbox(async (sandbox) => {
      const log = join(sandbox.scratch, 'agent/calls.jsonl');
      const mark = join(sandbox.outside, 'still-there');
      const first = `$(grep '"F-b"' ${log} | head -1 | sed 's/.*"pid":\\([0-9]*\\).*/\\1/')`;
      const look = `if grep -qs '^State:.[^ZX]' /proc/${first}/status; then touch ${mark}; fi`;
      const fix = stuckAtB(sandbox, hanging, 1, { ...good('b'), run: look });
      const { pid, ended } = start(sandbox, [...fix.args, ...uncontained]);
      await until(() => called(fix, 'F-b') === 1);
      process.kill(pid, 'SIGKILL');
      await until(() => !isAlive(pid));
      expect(processesOf(sandbox.home)).toHaveLength(1);
      await expectAllFixedAfter(sandbox, fix, { 'F-a': 1, 'F-b': 2, 'F-c': 1 });
      expect(existsSync(mark)).toBe(false);
      await ended;
    }, files));

  test('11.1 is refused while its process lives, and says which one that is', () =>
    inSandbox(async (sandbox) => {
      const fix = stuckAtB(sandbox);
      const { pid, ended } = start(sandbox, fix.args);
      await until(() => called(fix, 'F-b') === 1);
      const refused = await sandbox.run(['resume']);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(`process ${pid} on `);
      expect(isAlive(pid)).toBe(true);
      process.kill(pid, 'SIGINT');
      expect((await ended).code).toBe(130);
      await expectAllFixedAfter(sandbox, fix, { 'F-a': 1, 'F-b': 2, 'F-c': 1 });
    }, files));

  test('11.1 is refused once it is through, and changes nothing', () =>
    inSandbox(async (sandbox) => {
      const fix = fixing(sandbox, {
        findings,
        scenario: { findings: { 'F-a': good('a'), 'F-b': good('b'), 'F-c': good('c') } },
      });
      const { report } = await sandbox.report(fix.args);
      const refused = await sandbox.run(['resume', report.run]);
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`Run ${report.run} is finished (clean)`),
      });
      expect((await sandbox.report(['report'])).report).toEqual(report);
      expect(fix.agent.calls()).toHaveLength(3);
    }, files));

  test('8.1 two runs in one repository at the same time do not meet', () =>
    inSandbox(async (sandbox) => {
      const scenario = { call: { sleepMs: 200 }, findings: { 'F-a': good('a'), 'F-b': good('b'), 'F-c': good('c') } };
      const first = fixing(sandbox, { findings, scenario });
      const second = fixing(sandbox, { findings, scenario, name: 'second' });
      const reports = await Promise.all([sandbox.report(first.args), sandbox.report(second.args)]);
      for (const { ended, report } of reports) {
        expect(ended.code).toBe(0);
        expect(sandbox.git('rev-parse', `refs/heads/fixpoint/${report.run}`)).toBe(report.head);
        expect(sandbox.git('rev-list', '--count', `${report.start}..${report.head}`)).toBe('3');
      }
      expect(reports[0]?.report.run).not.toBe(reports[1]?.report.run);
      expect([first, second].map(({ agent }) => agent.calls().length)).toEqual([3, 3]);
    }, files));

  test('11.1 out of quota: stops with what was proven and goes on when there is some again', () =>
    inSandbox(async (sandbox) => {
      const fix = stuckAtB(sandbox, { call: { exit: 77, stderr: 'no credit left' } });
      const { ended, report } = await sandbox.report(fix.args);
      expect(ended.code).toBe(2);
      expectAccounted(report, sandbox);
      expect(report).toMatchObject({ status: 'leftovers', stopReason: 'quota', totals: { fixed: 1, blocked: 2 } });
      expect(report.message).toContain('no credit left');
      expect(findingOf(report, 'F-b').attempts).toEqual([]);
      await expectAllFixedAfter(sandbox, fix, { 'F-a': 1, 'F-b': 2, 'F-c': 1 });
    }, files));

  test('4.9 a rate limit is waited for and costs no attempt', () =>
    inSandbox(async (sandbox) => {
      const fix = stuckAtB(sandbox, { call: { exit: 75, stderr: 'too many requests' } });
      const { ended, report } = await sandbox.report(fix.args);
      expect(ended.code).toBe(0);
      expectAccounted(report, sandbox);
      expect(findingOf(report, 'F-b').attempts).toMatchObject([{ n: 1, result: 'accepted' }]);
      expect(called(fix, 'F-b')).toBe(2);
    }, files));
});

const runOf = async (sandbox: Sandbox): Promise<string> => {
  const runs: { run: string }[] = JSON.parse((await sandbox.run(['status', '--json'])).stdout);
  return runs[0]?.run ?? '';
};
