/**
 * Acceptance 4: an agent without quota, or that asks to wait for too long, stops the run; resumed, it goes on (exit 75
 * and 77).
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedAgent, type ScriptedCall } from '../fakes/scripted.ts';
import { expectAccounted } from '../support/accounted.ts';
import { badFindings, badVerify, goodF1, goodF2, inSandbox } from '../support/bad-agent.ts';

type Stop = { name: string; first: ScriptedCall; stopReason: string; message: RegExp };

const stops: Stop[] = [
  {
    name: '75 for longer than limits.wait',
    first: { exit: 75, stderr: 'slow down\n' },
    stopReason: 'rate-limit',
    message: /limits\.wait.*slow down/s,
  },
  { name: '77', first: { exit: 77, stderr: 'no credits left\n' }, stopReason: 'quota', message: /no credits left/ },
];

describe('an agent that exits with', () => {
  test.each(stops)('$name stops the run, which can be resumed', ({ first, stopReason, message }) =>
    inSandbox(async (sandbox) => {
      const agent = scriptedAgent(join(sandbox.scratch, 'agent'), {
        calls: [first, {}],
        findings: { F1: goodF1, F2: goodF2 },
      });
      const command = JSON.stringify({ kind: 'command', command: agent.command });
      const limits = ['--set', 'limits.wait=1ms', '--set', 'limits.cycles=1', '--set', 'fix.concurrency=1'];
      const args = [
        'fix',
        '--from',
        sandbox.findings(badFindings),
        '--set',
        `agents.bad=${command}`,
        '--agent',
        'bad',
        ...limits,
      ];
      const { ended, report } = await sandbox.report([...args, '--verify', badVerify]);
      expect(ended.code).toBe(2);
      expect(report).toMatchObject({ status: 'leftovers', stopReason });
      expect(report.message).toMatch(message);
      expectAccounted(report, sandbox);
      for (const finding of report.findings) expect(finding).toMatchObject({ status: 'blocked', attempts: [] });
      expect(agent.calls()).toHaveLength(1);

      const resumed = await sandbox.report(['resume']);
      expect(resumed.ended.code).toBe(0);
      expect(resumed.report).toMatchObject({
        run: report.run,
        status: 'clean',
        stopReason: null,
        totals: { fixed: 2 },
      });
      expectAccounted(resumed.report, sandbox);
      for (const finding of resumed.report.findings)
        expect(finding.attempts.map(({ result }) => result)).toEqual(['accepted']);
    }),
  );

  test('75 once is waited for, at no cost to its finding', () =>
    inSandbox(async (sandbox) => {
      const agent = scriptedAgent(join(sandbox.scratch, 'agent'), {
        calls: [{ exit: 75 }, {}],
        findings: { F1: goodF1 },
      });
      const command = JSON.stringify({ kind: 'command', command: agent.command });
      const args = [
        'fix',
        '--from',
        sandbox.findings(badFindings.slice(0, 1)),
        '--set',
        `agents.bad=${command}`,
        '--agent',
        'bad',
      ];
      const { ended, report } = await sandbox.report([
        ...args,
        '--set',
        'limits.attemptsPerFinding=1',
        '--verify',
        badVerify,
      ]);
      expect(ended.code).toBe(0);
      expect(report.findings[0]?.attempts.map(({ result }) => result)).toEqual(['accepted']);
      expect(agent.calls()).toHaveLength(2);
    }));
});
