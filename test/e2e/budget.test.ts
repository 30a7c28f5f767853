/** Hard budgets (10.4): set aside before each call, never overrun, and the run can be resumed with more. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedAgent, type ScriptedAgent, type ScriptedCall } from '../fakes/scripted.ts';
import { processesOf } from '../support/processes.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const codes = ['F1', 'F2', 'F3', 'F4', 'F5'];
const files = Object.fromEntries(codes.map((code) => [`src/${code}.txt`, `${code} BAD\n`]));

type Setting = { price?: object; call: ScriptedCall; set: string[]; agent?: string };

const inRun = async (
  { price, call, set }: Setting,
  work: (run: { sandbox: Sandbox; agent: ScriptedAgent; args: string[] }) => Promise<void>,
): Promise<void> => {
  const sandbox = openSandbox(files);
  try {
    const agent = scriptedAgent(join(sandbox.scratch, 'agent'), {
      call,
      findings: Object.fromEntries(
        codes.map((code) => [code, { edits: [{ file: `src/${code}.txt`, find: 'BAD', replace: 'good' }] }]),
      ),
    });
    const settings = { kind: 'command', command: agent.command, ...(price && { price }) };
    const findings = sandbox.findings(codes.map((code) => ({ code, file: `src/${code}.txt`, line: 1 })));
    const more = ['findings.dedup=off', 'fix.concurrency=1', ...set].flatMap((each) => ['--set', each]);
    const args = [
      'fix',
      '--from',
      findings,
      '--set',
      `agents.paid=${JSON.stringify(settings)}`,
      '--agent',
      'paid',
      '--verify',
      'true',
      ...more,
    ];
    await work({ sandbox, agent, args });
  } finally {
    sandbox.dispose();
  }
};

const cheap = { inputPerMTok: 1, outputPerMTok: 1 };

describe('limits.usd', () => {
  test('10.4 refuses to start with an agent whose price nobody knows, and says what to set', () =>
    inRun({ call: {}, set: ['limits.usd=1'] }, async ({ sandbox, agent, args }) => {
      const ended = await sandbox.run(args);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(/nobody knows what agent paid costs.*agents\.paid\.price/s);
      expect(agent.calls()).toHaveLength(0);
    }));

  test('10.4 stops before the call that could exceed it; resumed with more, it goes on and repeats nothing', () =>
    inRun(
      { price: cheap, call: { usage: { inputTokens: 10, outputTokens: 5, usd: 0.4 } }, set: ['limits.usd=1'] },
      async (run) => {
        const { ended, report } = await run.sandbox.report(run.args);
        expect(ended.code).toBe(2);
        expect(report).toMatchObject({ status: 'leftovers', stopReason: 'budget', totals: { fixed: 2, blocked: 3 } });
        expect(report.message).toMatch(/limits\.usd: \$0\.80 of \$1 are spent, and a call of paid may take \$0\.40/);
        expect(report.usd).toBeCloseTo(0.8);
        expect(report.stages.fix).toMatchObject({ calls: 2, tokens: { input: 20, output: 10 } });
        expect(run.agent.calls()).toHaveLength(2);

        const same = await run.sandbox.report(['resume']);
        expect(same.report).toMatchObject({ stopReason: 'budget', totals: { fixed: 2 } });
        expect(run.agent.calls()).toHaveLength(2);

        const more = await run.sandbox.report(['resume', '--set', 'limits.usd=3']);
        expect(more.ended.code).toBe(0);
        expect(more.report).toMatchObject({ status: 'clean', stopReason: null, totals: { fixed: 5 } });
        expect(more.report.usd).toBeCloseTo(2);
        expect(run.agent.calls().map((call) => call.codes.join())).toEqual(codes);
      },
    ));

  test('10.4 works out what a call costs from its tokens and the configured price', () =>
    inRun(
      {
        price: { inputPerMTok: 10, outputPerMTok: 100 },
        call: { usage: { inputTokens: 1_000, outputTokens: 100 } },
        set: [],
      },
      async ({ sandbox, args }) => {
        const { report } = await sandbox.report(args);
        expect(report.usd).toBeCloseTo(5 * 0.02);
        expect(report.findings[0]?.attempts[0]?.usd).toBeCloseTo(0.02);
      },
    ));

  test('10.4 sets aside for calls side by side together', () =>
    inRun(
      {
        price: cheap,
        call: { usage: { inputTokens: 10, outputTokens: 5, usd: 0.4 } },
        set: ['limits.usd=0.07', 'fix.concurrency=5'],
      },
      async ({ sandbox, agent, args }) => {
        // Two first calls fit, at 0.033 each; what they really cost leaves nothing for a third.
        const { report } = await sandbox.report(args);
        expect(report.stopReason).toBe('budget');
        expect(agent.calls()).toHaveLength(2);
      },
    ));

  test('only limits can be set when a run is resumed', () =>
    inRun({ price: cheap, call: { usage: { usd: 9 } }, set: ['limits.usd=1'] }, async ({ sandbox, args }) => {
      await sandbox.run(args);
      const ended = await sandbox.run(['resume', '--set', 'fix.concurrency=9']);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(/only limits can be set, not fix\.concurrency/);
      expect((await sandbox.run(['resume', '--set', 'limits.usd=much'])).stderr).toMatch(/limits\.usd/);
    }));
});

test('10.4 limits.tokens counts input and output, and what a silent agent was expected to use', () =>
  inRun({ call: {}, set: ['limits.tokens=70000'] }, async ({ sandbox, agent, args }) => {
    const { report } = await sandbox.report(args);
    expect(report).toMatchObject({ stopReason: 'budget', totals: { fixed: 2 } });
    expect(report.message).toMatch(/limits\.tokens: 66000 of 70000/);
    expect(agent.calls()).toHaveLength(2);
  }));

test('10.4 limits.minutes ends what is under way, leaves nothing running, and the run can be resumed', () =>
  inRun({ call: { hang: true, child: 'detached' }, set: ['limits.minutes=0.02'] }, async ({ sandbox, agent, args }) => {
    const { ended, report } = await sandbox.report(args);
    expect(ended.code).toBe(2);
    expect(report).toMatchObject({ status: 'leftovers', stopReason: 'budget', totals: { fixed: 0 } });
    expect(report.message).toMatch(/limits\.minutes/);
    expect(processesOf(sandbox.home)).toEqual([]);
    expect(agent.calls().length).toBeLessThanOrEqual(1);

    agent.play({ default: {} });
    const again = await sandbox.report(['resume', '--set', 'limits.minutes=10', '--set', 'limits.cycles=1']);
    expect(again.report.stopReason).toBeNull();
    expect(agent.calls().length).toBeGreaterThan(1);
  }));
