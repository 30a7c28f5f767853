/**
 * A process that stands still for longer than its lease: it goes on where nobody has taken its run, and otherwise writes
 * nothing more, says so, and leaves nothing behind. Tests cannot wait for a minute: they move the end of the lease.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../scripts/crash/journal.ts';
import type { ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing, type Fixing, start, type UnderWay, until } from '../support/fixing.ts';
import { reportOf } from '../support/fixpoint.ts';
import { isAlive, processesOf } from '../support/processes.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n' };
const findings: FindingInput[] = ['a', 'b'].map((name) => ({
  code: name.toUpperCase(),
  file: `src/${name}.txt`,
  line: 1,
}));

const good = (name: string): ScriptedStep => ({ edits: [{ file: `src/${name}.txt`, find: 'bad', replace: 'good' }] });

const signOf = ({ scratch }: Sandbox, name: string): string => join(scratch, name);
const give = (sandbox: Sandbox, sign: string): void => writeFileSync(signOf(sandbox, sign), '');

/** Fixes it once there is a sign, and waits for that no longer than there is a test. */
const onSign = (sandbox: Sandbox, name: string, sign: string): ScriptedStep => ({
  ...good(name),
  run: `while test -d ${sandbox.scratch} && ! test -f ${signOf(sandbox, sign)}; do sleep 0.02; done`,
});

const inJournal = <T>(sandbox: Sandbox, patienceMs: number, work: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(sandbox.state, 'fixpoint/journal.db'), { timeout: patienceMs });
  try {
    return work(database);
  } finally {
    database.close();
  }
};

/** Not where whoever stands still stands in the middle of a write: nobody else could write then. */
const letLeaseRunOut = (sandbox: Sandbox): boolean => {
  try {
    inJournal(sandbox, 500, (database) => database.exec('UPDATE runs SET lease_until = 1'));
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('locked')) return false;
    throw error;
  }
};

const leaseEnd = (sandbox: Sandbox): number =>
  inJournal(sandbox, 15_000, (database) =>
    Number(database.prepare('SELECT lease_until FROM runs').get()?.['lease_until']),
  );

const calls = ({ agent }: Fixing, code: string): number =>
  agent.calls().filter(({ codes }) => codes.includes(code)).length;

/**
 * What runs of a test beside one process, by age. The shell that waits starts a `sleep` again and again; until that is
 * one, it is the shell a second time.
 */
const commandsBeside = (sandbox: Sandbox, besides: number): string[] => {
  const others = processesOf(sandbox.home).filter(({ pid }) => pid !== besides);
  return [...new Set(others.map(({ command }) => command))].filter((command) => !command.startsWith('sleep'));
};

/** Starts it, waits until the agent is asked, and makes it stand still as a laptop that is shut. */
const asleep = async (sandbox: Sandbox, fix: Fixing, code: string): Promise<UnderWay> => {
  const underWay = start(sandbox, [...fix.args, '--set', 'sandbox=off']);
  onTestFinished(() => {
    if (isAlive(underWay.pid)) process.kill(underWay.pid, 'SIGKILL');
  });
  await until(() => calls(fix, code) === 1);
  await until(() => {
    process.kill(underWay.pid, 'SIGSTOP');
    if (letLeaseRunOut(sandbox)) return true;
    process.kill(underWay.pid, 'SIGCONT');
    return false;
  });
  return underWay;
};

test('11.1 a run that was taken over meanwhile: its process writes nothing, says who has it, and ends alone', () =>
  inSandbox(async (sandbox) => {
    const fix = fixing(sandbox, {
      findings,
      set: ['fix.concurrency=1'],
      scenario: { findings: { A: [onSign(sandbox, 'a', 'never'), onSign(sandbox, 'a', 'go')], B: good('b') } },
    });
    const first = await asleep(sandbox, fix, 'A');
    const second = start(sandbox, ['resume', '--json']);
    await until(() => commandsBeside(sandbox, second.pid).some((command) => command.includes(signOf(sandbox, 'go'))));
    const before = readJournal(sandbox.folder).events;

    process.kill(first.pid, 'SIGCONT');
    const lost = await first.ended;
    expect(lost.code, lost.stderr).toBe(1);
    const [run = ''] = readJournal(sandbox.folder).runs;
    expect(lost.stderr.trimEnd().split('\n').at(-1)).toMatch(
      new RegExp(
        `^fixpoint: the run ${run} was taken over by process ${second.pid} on \\S+, because this process stood still ` +
          `for too long: nothing more is written here, and fixpoint status ${run} shows how the run fares there$`,
      ),
    );
    expect(readJournal(sandbox.folder).events).toEqual(before);
    // What the other process has started goes on, and nothing else is there.
    expect(fix.agent.calls().map(({ pid }) => isAlive(pid))).toEqual([false, true]);
    expect(commandsBeside(sandbox, second.pid)).toEqual([
      expect.stringContaining('agent.mjs'),
      expect.stringContaining(signOf(sandbox, 'go')),
    ]);

    give(sandbox, 'go');
    const ended = await second.ended;
    expect(ended.code, ended.stderr).toBe(0);
    const report = reportOf(ended);
    expectAccounted(report, sandbox);
    expect(report).toMatchObject({ run, status: 'clean', totals: { fixed: 2 } });
    expect(processesOf(sandbox.home)).toEqual([]);
  }, files));

test('11.1 a run that nobody took: its process renews the lease and goes on', () =>
  inSandbox(async (sandbox) => {
    const fix = fixing(sandbox, {
      findings,
      set: ['fix.concurrency=1'],
      scenario: { findings: { A: onSign(sandbox, 'a', 'go'), B: onSign(sandbox, 'b', 'go-on') } },
    });
    const { pid, ended } = await asleep(sandbox, fix, 'A');
    process.kill(pid, 'SIGCONT');
    give(sandbox, 'go');
    await until(() => calls(fix, 'B') === 1);
    expect(leaseEnd(sandbox)).toBeGreaterThan(Date.now());
    const refused = await sandbox.run(['resume']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`process ${pid} on `)]);
    give(sandbox, 'go-on');
    const end = await ended;
    expect(end.code, end.stderr).toBe(0);
    expect(reportOf(await sandbox.run(['report', '--json']))).toMatchObject({ status: 'clean', totals: { fixed: 2 } });
    expect(processesOf(sandbox.home)).toEqual([]);
  }, files));
