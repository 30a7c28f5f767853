/** Nothing that the real Claude Code started is left, however a run ends. */
import { describe, expect, test } from 'vitest';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { calls, type ClaudeFixing, claudeFixing, type Plan } from '../support/claude-fixing.ts';
import { reportOf } from '../support/fixpoint.ts';
import { until } from '../support/fixing.ts';
import { processesOf } from '../support/processes.ts';
import type { Sandbox } from '../support/sandbox.ts';

/**
 * Passes, but never comes back when the agent runs it, and leaves an orphan with a session of its own that is deaf to
 * signals.
 */
const check = `[ -z "$CLAUDECODE" ] || { (setsid sh -c 'trap "" TERM INT HUP; sleep 1234; :' &); sleep 1234; }\n`;
const files = { 'src/a.txt': 'bad a\n', 'check.sh': check };
const findings = [{ code: 'F-a', file: 'src/a.txt', line: 1 }];
const good = [...calls.edit('src/a.txt', 'bad', 'good'), calls.report('F-a', 'fixed', 'Put the right word.')];
const plan: Plan = { 'F-a': [[calls.shell('sh check.sh')], good] };

const sleeps = ({ home }: Sandbox): boolean =>
  processesOf(home).filter(({ command }) => command.startsWith('sleep 1234')).length === 2;

const withClaude = (
  sandboxed: string,
  agent: Record<string, unknown>,
  work: (sandbox: Sandbox, run: ClaudeFixing) => Promise<void>,
): Promise<void> =>
  inSandbox(async (sandbox) => {
    const run = await claudeFixing(sandbox, {
      findings,
      plan,
      verify: 'sh check.sh',
      agent,
      set: [`sandbox=${sandboxed}`],
    });
    try {
      await work(sandbox, run);
    } finally {
      await run.model.close();
    }
  }, files);

const start = (sandbox: Sandbox, { args, env }: ClaudeFixing) => {
  let pid = 0;
  const ended = sandbox.run([...args, '--json'], { env, onStart: (started) => (pid = started) });
  return { pid, ended };
};

const expectFixedByResuming = async (sandbox: Sandbox, { env }: ClaudeFixing): Promise<void> => {
  const { ended, report } = await sandbox.report(['resume'], { env });
  expect(ended.code).toBe(0);
  expectAccounted(report, sandbox);
  expect(findingOf(report, 'F-a').status).toBe('fixed');
  expect(processesOf(sandbox.home)).toEqual([]);
};

describe.each(['off', 'auto'])('4.10 no process of the real claude is left (sandbox: %s)', (sandboxed) => {
  test('when the run is cancelled', () =>
    withClaude(sandboxed, {}, async (sandbox, run) => {
      const { pid, ended } = start(sandbox, run);
      await until(() => sleeps(sandbox));
      process.kill(pid, 'SIGINT');
      const end = await ended;
      expect(end.code).toBe(130);
      expect(processesOf(sandbox.home)).toEqual([]);
      expect(findingOf(reportOf(end), 'F-a').attempts).toMatchObject([{ result: 'cancelled' }]);
      await expectFixedByResuming(sandbox, run);
    }));

  test('when Fixpoint itself is killed, and the run resumed', () =>
    withClaude(sandboxed, {}, async (sandbox, run) => {
      const { pid, ended } = start(sandbox, run);
      await until(() => sleeps(sandbox));
      process.kill(pid, 'SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      await expectFixedByResuming(sandbox, run);
    }));

  test('when a call takes too long', () =>
    withClaude(sandboxed, { timeout: '20s' }, async (sandbox, run) => {
      let slept = false;
      const { ended } = start(sandbox, run);
      const watching = until(() => (slept ||= sleeps(sandbox)));
      const end = await ended;
      await watching;
      const report = reportOf(end);
      expect(end.code).toBe(0);
      expect(findingOf(report, 'F-a').attempts).toMatchObject([{ result: 'timeout' }, { result: 'accepted' }]);
      expect(processesOf(sandbox.home)).toEqual([]);
    }));
});
