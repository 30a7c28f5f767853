/** Requirement 5.1: a verification command that misbehaves is reported as what it is, and proves nothing. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Verification } from '../../src/model/verification.ts';
import { scriptedAgent } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { badFindings, goodF1, goodF2, inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';

/** Only where F1 is fixed does the command misbehave; the start and the fix of F2 are fine. */
const onF1 = (command: string): string => `if grep -q good src/a.txt; then ${command}; fi`;

type VerifyCase = {
  name: string;
  command: string;
  verdict: Verification['verdict'];
  status: string;
  reason: RegExp;
  timeout?: string;
  also?: (verification: Verification | undefined) => void;
};

const refused: VerifyCase[] = [
  {
    name: 'fails',
    command: 'echo on stdout; echo on stderr >&2; exit 3',
    verdict: 'failed',
    status: 'failed',
    reason: /failed \(exit 3\)/,
  },
  {
    name: 'is killed by a signal',
    command: 'kill -SEGV $$',
    verdict: 'crashed',
    status: 'crashed',
    reason: /crashed \((?:SIGSEGV|exit 139|.*Segmentation fault)/,
  },
  { name: 'is not found', command: 'no-such-program', verdict: 'crashed', status: 'crashed', reason: /crashed/ },
  { name: 'may not be run', command: './src/c.txt', verdict: 'crashed', status: 'crashed', reason: /crashed/ },
  {
    name: 'hangs',
    command: 'sleep 600',
    timeout: '1s',
    verdict: 'failed',
    status: 'timeout',
    reason: /ran out of time/,
  },
  {
    name: 'hangs, ignores SIGTERM and leaves an orphan',
    command: `trap "" TERM; setsid sh -c 'trap "" TERM; while :; do sleep 1; done' & while :; do sleep 1; done`,
    timeout: '1s',
    verdict: 'failed',
    status: 'timeout',
    reason: /ran out of time/,
  },
  {
    name: 'prints 100 MB and fails',
    command: 'echo the beginning; head -c 100000000 /dev/zero | tr "\\0" x; echo; echo the end; exit 1',
    verdict: 'failed',
    status: 'failed',
    reason: /failed \(exit 1\)/,
    also: (verification) => {
      const stdout = verification?.commands[0]?.stdout ?? '';
      expect(stdout.length).toBeLessThan(10_000);
      expect(stdout).toMatch(/^the beginning\n[^]*left out[^]*the end\n$/);
    },
  },
];

type Use = (sandbox: Sandbox, run: Awaited<ReturnType<Sandbox['report']>>) => void;

const run = (verify: string, timeout: string | undefined, use: Use, together = 'auto'): Promise<void> =>
  inSandbox(async (sandbox) => {
    const agent = scriptedAgent(join(sandbox.scratch, 'agent'), { findings: { F1: goodF1, F2: goodF2 } });
    const command = JSON.stringify({ kind: 'command', command: agent.command });
    const limits = [
      '--set',
      'limits.cycles=1',
      '--set',
      `verify.together=${together}`,
      ...(timeout === undefined ? [] : ['--set', `verify.timeout=${timeout}`]),
    ];
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
    const ended = await sandbox.report([...args, '--verify', verify]);
    expectAccounted(ended.report, sandbox);
    use(sandbox, ended);
  });

describe('a verification command that', () => {
  const inBothModes = refused.flatMap((each) => ['auto', 'each'].map((together) => ({ ...each, together })));

  test.each(inBothModes)('5.6 $name, verify.together $together', (each) => {
    const { command, timeout, verdict, status, reason, also, together } = each;
    const judged: Use = (_, { ended, report }) => {
      expect(ended.code).toBe(2);
      expect(ended.peakBytes).toBeLessThan(400 * 1024 * 1024);
      const attempt = findingOf(report, 'F1').attempts.at(-1);
      expect(attempt).toMatchObject({ result: 'refused', gate: 'verify' });
      expect(attempt?.reason).toMatch(reason);
      expect(attempt?.verification?.verdict).toBe(verdict);
      expect(attempt?.verification?.commands[0]?.status).toBe(status);
      expect(findingOf(report, 'F2').status).toBe('fixed');
      also?.(attempt?.verification);
    };
    return run(onF1(command), timeout, judged, together);
  });

  test('writes into its workspace changes nothing of the result', () =>
    run(
      'echo spoilt > src/a.txt; echo new > src/new.txt; git init -q nested; rm -rf .git',
      undefined,
      (sandbox, { ended, report }) => {
        expect(ended.code).toBe(0);
        expect(sandbox.git('show', `${report.head}:src/a.txt`)).toBe('good a');
        expect(sandbox.git('ls-tree', '-r', '--name-only', report.head ?? '').split('\n')).toEqual([
          'src/a.txt',
          'src/b.txt',
          'src/c.txt',
        ]);
      },
    ));

  test.each([
    ['crashes', 'kill -SEGV $$', 'crashed'],
    ['is not found', 'no-such-program', 'crashed'],
    ['hangs', 'sleep 600', 'timeout'],
  ])('5.9 %s on the untouched start already ends the run before anybody is asked', (_name, command, status) =>
    run(command, status === 'timeout' ? '1s' : undefined, (_, { ended, report }) => {
      expect(ended.code).toBe(1);
      expect(report).toMatchObject({ status: 'failed', stopReason: 'baseline' });
      expect(report.verification.baseline?.commands[0]?.status).toBe(status);
      for (const finding of report.findings) expect(finding).toMatchObject({ status: 'blocked', attempts: [] });
    }),
  );
});
