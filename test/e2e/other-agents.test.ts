/** Which agent goes on, and with which conversation: fallback (4.15) and session continuity (3.5). */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedAgent, type Scenario } from '../fakes/scripted.ts';
import { notBroken } from '../support/fixing.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'a BAD\n', 'src/b.txt': 'b BAD\n' };
const found = [
  { code: 'F1', file: 'src/a.txt', line: 1 },
  { code: 'F2', file: 'src/b.txt', line: 1 },
];
const good = (file: string) => ({ edits: [{ file, find: 'BAD', replace: 'good' }] });
const fixesBoth: Scenario = { findings: { F1: good('src/a.txt'), F2: good('src/b.txt') } };

const inSandbox = async (work: (sandbox: Sandbox) => Promise<void>): Promise<void> => {
  const sandbox = openSandbox(files);
  try {
    await work(sandbox);
  } finally {
    sandbox.dispose();
  }
};

const two = (sandbox: Sandbox, first: Scenario, second: Scenario, ...set: string[]) => {
  const agents = {
    first: scriptedAgent(join(sandbox.scratch, 'first'), first),
    second: scriptedAgent(join(sandbox.scratch, 'second'), second),
  };
  const config = {
    first: { kind: 'command', command: agents.first.command, fallback: 'second' },
    second: { kind: 'command', command: agents.second.command },
  };
  const more = ['findings.dedup=off', 'fix.concurrency=1', ...set].flatMap((each) => ['--set', each]);
  const args = [
    'fix',
    '--from',
    sandbox.findings(found),
    '--set',
    `agents=${JSON.stringify(config)}`,
    '--agent',
    'first',
    ...more,
  ];
  return { ...agents, args: [...args, '--verify', notBroken] };
};

describe('4.15 another agent goes on', () => {
  test('when one is out of quota, in the same run and at no cost to the finding', () =>
    inSandbox(async (sandbox) => {
      const { first, second, args } = two(sandbox, { call: { exit: 77, stderr: 'no credits left' } }, fixesBoth);
      const ended = await sandbox.run([...args, '--jsonl']);
      expect(ended.code).toBe(0);
      expect(ended.stdout).toMatch(
        /"type":"agent\.replaced","agent":"first","by":"second","reason":"[^"]*no credits left/,
      );
      const { report } = await sandbox.report(['report']);
      expect(report.findings.map(({ attempts }) => attempts.map(({ agent, result }) => [agent, result]))).toEqual([
        [['second', 'accepted']],
        [['second', 'accepted']],
      ]);
      expect([first.calls().length, second.calls().length]).toEqual([1, 2]);
    }));

  test('when one keeps failing', () =>
    inSandbox(async (sandbox) => {
      const { first, second, args } = two(
        sandbox,
        { call: { exit: 1, stderr: 'boom' } },
        fixesBoth,
        'limits.attemptsPerFinding=4',
      );
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(0);
      expect(report.findings.map(({ attempts }) => attempts.map(({ agent }) => agent))).toEqual([
        ['first', 'first', 'second'],
        ['first', 'second'],
      ]);
      expect([first.calls().length, second.calls().length]).toEqual([3, 2]);
    }));

  test('and stays for a run that is resumed, which stops when the other one is out of quota too', () =>
    inSandbox(async (sandbox) => {
      const none = { call: { exit: 77, stderr: 'none left' } };
      const { first, second, args } = two(sandbox, none, none);
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(2);
      expect(report).toMatchObject({ stopReason: 'quota' });
      second.play(fixesBoth);
      const again = await sandbox.report(['resume']);
      expect(again.report).toMatchObject({ status: 'clean', totals: { fixed: 2 } });
      expect([first.calls().length, second.calls().length]).toEqual([1, 3]);
    }));
});

describe('3.5 a session', () => {
  const bad = { edits: [{ file: 'src/a.txt', find: 'BAD', replace: 'BROKEN' }] };
  const worse = { edits: [{ file: 'src/a.txt', find: 'BROKEN', replace: 'still BROKEN' }] };

  test('goes on when a fix was refused; the last of three attempts starts afresh (4.14)', () =>
    inSandbox(async (sandbox) => {
      const agent = scriptedAgent(join(sandbox.scratch, 'agent'), {
        calls: [{ session: 's-1' }, { session: 's-2' }, { session: 's-3' }],
        findings: { F1: [bad, worse, good('src/a.txt')] },
      });
      const house = JSON.stringify({ kind: 'command', command: agent.command });
      const args = [
        'fix',
        '--from',
        sandbox.findings(found.slice(0, 1)),
        '--set',
        `agents.house=${house}`,
        '--agent',
        'house',
      ];
      const { report } = await sandbox.report([...args, '--verify', notBroken]);
      expect(report.findings[0]?.attempts.map(({ result }) => result)).toEqual(['refused', 'refused', 'accepted']);
      expect(agent.calls().map(({ session }) => session)).toEqual([null, 's-1', null]);
    }));

  test('is not taken over by another finding', () =>
    inSandbox(async (sandbox) => {
      const agent = scriptedAgent(join(sandbox.scratch, 'agent'), { call: { session: 's-1' }, ...fixesBoth });
      const house = JSON.stringify({ kind: 'command', command: agent.command });
      const args = ['fix', '--from', sandbox.findings(found), '--set', `agents.house=${house}`, '--agent', 'house'];
      await sandbox.run([...args, '--set', 'findings.dedup=off', '--set', 'fix.concurrency=1', '--verify', notBroken]);
      expect(agent.calls().map(({ session }) => session)).toEqual([null, null]);
    }));
});
