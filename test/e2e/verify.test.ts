/** Verification through the command line: baseline, set-up, tools, hooks. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedAgent, type Scenario } from '../fakes/scripted.ts';
import { findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'a.txt': 'bad a\n', 'b.txt': 'bad b\n' };
const good: Scenario = {
  findings: {
    F1: { edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }] },
    F2: { edits: [{ file: 'b.txt', find: 'bad', replace: 'good' }] },
  },
};

const fixArgs = (sandbox: Sandbox, scenario: Scenario, ...more: string[]): string[] => {
  const { command } = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
  const from = sandbox.findings([
    { code: 'F1', file: 'a.txt', line: 1 },
    { code: 'F2', file: 'b.txt', line: 1 },
  ]);
  return [
    'fix',
    '--from',
    from,
    '--set',
    `agents.fake=${JSON.stringify({ kind: 'command', command })}`,
    '--agent',
    'fake',
    ...more,
  ];
};

describe('baseline', () => {
  it('5.2 calls a fix unproven when the command failed before and still fails, and refuses it', () =>
    inSandbox(async (sandbox) => {
      const { ended, report } = await sandbox.report(
        fixArgs(sandbox, good, '--verify', 'exit 3', '--set', 'limits.cycles=1'),
      );
      expect(ended.code).toBe(1);
      expect(report.verification.baseline?.commands[0]).toMatchObject({ status: 'failed', exitCode: 3 });
      expect(findingOf(report, 'F1').attempts[0]).toMatchObject({
        result: 'refused',
        gate: 'verify',
        reason: expect.stringContaining('as it did before'),
      });
    }, files));

  it('5.2 takes an unproven fix only when told so', () =>
    inSandbox(async (sandbox) => {
      const { report } = await sandbox.report(
        fixArgs(sandbox, good, '--verify', 'exit 3', '--set', 'verify.unproven=accept'),
      );
      expect(report.totals).toMatchObject({ fixed: 2 });
      expect(report.verification.final?.verdict).toBe('unproven');
    }, files));

  it('5.2 blames a fix for single tests that fail newly, and not for those that failed before', () =>
    inSandbox(async (sandbox) => {
      const suite = `echo TAP version 13; grep -q good a.txt && echo not ok 1 - a stays bad || echo ok 1 - a stays bad; echo not ok 2 - old; echo 1..2; exit 1`;
      const { report } = await sandbox.report(fixArgs(sandbox, good, '--verify', suite, '--set', 'limits.cycles=1'));
      expect(findingOf(report, 'F1')).toMatchObject({
        status: 'blocked',
        attempts: [{ reason: expect.stringContaining('a stays bad') }],
      });
      expect(findingOf(report, 'F2').status).toBe('fixed');
    }, files));

  it('5.2 runs a failure again before it believes it, and calls it flaky when it passes', () =>
    inSandbox(async (sandbox) => {
      const counter = join(sandbox.scratch, 'runs');
      // Fails once, at the first run after the baseline's.
      const flaky = `echo x >> ${counter}; test $(wc -l < ${counter}) -ne 2`;
      const { report } = await sandbox.report(fixArgs(sandbox, good, '--verify', flaky, '--set', 'fix.concurrency=1'));
      expect(report.totals).toMatchObject({ fixed: 2 });
      const failures = report.findings
        .flatMap((finding) => finding.attempts)
        .flatMap((attempt) => attempt.verification?.failures ?? []);
      expect(failures).toEqual([expect.objectContaining({ kind: 'flaky' })]);
    }, files));

  it('2.10, 4.13 runs neither baseline nor set-up when there is nothing to fix', () =>
    inSandbox(async (sandbox) => {
      const marker = join(sandbox.scratch, 'ran');
      const args = [
        'fix',
        '--from',
        sandbox.findings([]),
        '--verify',
        `touch ${marker}`,
        '--set',
        `verify.setup=["touch ${marker}"]`,
      ];
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(0);
      expect(report).toMatchObject({ status: 'clean', branch: null, totals: { total: 0 } });
      expect(existsSync(marker)).toBe(false);
    }, files));

  it('4.13 lists every finding as blocked when fixing is disabled', () =>
    inSandbox(async (sandbox) => {
      const { ended, report } = await sandbox.report(
        fixArgs(sandbox, good, '--set', 'limits.cycles=0', '--verify', 'true'),
      );
      expect(ended.code).toBe(2);
      expect(report.findings.map(({ status, reason, attempts }) => ({ status, reason, attempts }))).toEqual(
        ['F1', 'F2'].map(() => ({ status: 'blocked', reason: 'fixing disabled', attempts: [] })),
      );
    }, files));
});

describe('set-up', () => {
  const withLock = { ...files, 'package-lock.json': '{}\n', '.gitignore': 'deps/\n' };

  it('5.3 prepares every room, and agents’ workspaces too, once for each tree', () =>
    inSandbox(async (sandbox) => {
      const log = join(sandbox.scratch, 'setups');
      const setup = `--set=verify.setup=${JSON.stringify([`echo once >> ${log} && mkdir deps && echo made > deps/tool`])}`;
      const scenario: Scenario = {
        ...good,
        default: {},
        findings: {
          ...good.findings,
          F1: { run: 'test -f deps/tool', edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }] },
        },
      };
      const args = fixArgs(sandbox, scenario, setup, '--verify', 'test "$(cat deps/tool)" = made');
      const { report } = await sandbox.report(args);
      expect(report.totals).toMatchObject({ fixed: 2 });
      // The start, which both agents begin from, and both fixes together.
      expect(readFileSync(log, 'utf8')).toBe('once\n'.repeat(2));
      expect(sandbox.git('diff', '--name-only', report.start, report.head ?? '')).toBe('a.txt\nb.txt');
    }, withLock));

  it('5.8 T6: a command finds a terminal that people have, a home and a temporary folder that it may write to', () =>
    inSandbox(async (sandbox) => {
      const look =
        'test "$TERM" = xterm-256color && touch "$HOME/x" "${TMPDIR:-/tmp}/x" && test "$PWD" = "$(pwd)" && test "$COLOUR" = yes';
      const env = { ...sandbox.env, COLOUR: 'yes' };
      const { report } = await sandbox.report(fixArgs(sandbox, good, '--set=verify.env=["COLOUR"]', '--verify', look), {
        env,
      });
      expect(report).toMatchObject({ verification: { baseline: { verdict: 'passed' } }, totals: { fixed: 2 } });
      expect(existsSync(join(sandbox.home, 'x'))).toBe(report.verification.baseline?.caged !== true);
    }, files));

  it('5.3 prepares anew for a fix that changes the lock file', () =>
    inSandbox(async (sandbox) => {
      const log = join(sandbox.scratch, 'setups');
      const setup = `--set=verify.setup=${JSON.stringify([`cat package-lock.json >> ${log} && mkdir -p deps && cp package-lock.json deps/tool`])}`;
      const edits = [
        { file: 'a.txt', find: 'bad', replace: 'good' },
        { file: 'package-lock.json', write: '{"v":2}\n' },
      ];
      const args = fixArgs(
        sandbox,
        { findings: { F1: { edits }, F2: { outcome: 'blocked', explanation: 'no' } } },
        setup,
        '--verify',
        'cmp package-lock.json deps/tool',
        '--set=gates.allow=["path:package-lock.json"]',
      );
      const { report } = await sandbox.report(args);
      expect(findingOf(report, 'F1').status).toBe('fixed');
      expect(readFileSync(log, 'utf8')).toBe('{}\n{"v":2}\n');
    }, withLock));

  it('5.2 stops the run when set-up fails on the untouched start, and says with what', () =>
    inSandbox(async (sandbox) => {
      const { ended, report } = await sandbox.report(
        fixArgs(sandbox, good, '--set', 'verify.setup=["echo no network >&2; exit 4"]', '--verify', 'true'),
      );
      expect(ended.code).toBe(1);
      expect(report).toMatchObject({
        status: 'failed',
        stopReason: 'setup',
        message: expect.stringContaining('no network'),
      });
      expect(report.totals).toMatchObject({ fixed: 0, open: 0 });
    }, files));
});

describe('tool reviewers', () => {
  /** Reports every line with "bad" or "worse", in the JSON of ESLint. */
  const linter = `#!/usr/bin/env node
import { readdirSync, readFileSync } from 'node:fs';
const results = readdirSync('.').filter((name) => name.endsWith('.txt')).map((name) => ({
  filePath: process.cwd() + '/' + name,
  messages: readFileSync(name, 'utf8').split('\\n').flatMap((text, index) => ['bad', 'worse'].filter((word) => text.includes(word))
    .map((word) => ({ ruleId: 'no-' + word, severity: 2, message: word + ' is not allowed', line: index + 1, column: 1 }))),
}));
console.log(JSON.stringify(results));
process.exit(results.some((result) => result.messages.length > 0) ? 1 : 0);
`;

  const runWith = async (sandbox: Sandbox, scenario: Scenario) => {
    const tool = join(sandbox.scratch, 'linter.mjs');
    writeFileSync(tool, linter);
    chmodSync(tool, 0o755);
    const { command } = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
    sandbox.write(
      'fixpoint.yaml',
      JSON.stringify({
        agents: { fake: { kind: 'command', command } },
        reviewers: [{ name: 'lint', kind: 'tool', command: [process.execPath, tool], format: 'eslint' }],
        fix: { agent: 'fake' },
        verify: { commands: ['true'] },
        limits: { cycles: 1 },
      }),
    );
    return sandbox.report(['run']);
  };

  it('2.7, 5.5 counts a finding of a tool as fixed only when the tool no longer reports it', () =>
    inSandbox(async (sandbox) => {
      const { report } = await runWith(sandbox, {
        findings: {
          F001: { edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }] },
          F002: { edits: [{ file: 'b.txt', append: 'comment\n' }] },
        },
      });
      expect(report.reviewers).toEqual([
        expect.objectContaining({ name: 'lint', round: 1, verdict: 'NEEDS_WORK', findings: 2 }),
        expect.objectContaining({ name: 'lint', round: 2, verdict: 'NEEDS_WORK', findings: 1 }),
      ]);
      expect(report.totals).toMatchObject({ total: 2, fixed: 1, blocked: 1 });
      expect(findingOf(report, 'F001').status).toBe('fixed');
      expect(findingOf(report, 'F002').attempts).toEqual([
        expect.objectContaining({ result: 'refused', gate: 'tool', reason: 'lint still reports no-bad in b.txt' }),
      ]);
    }, files));

  it('5.5 refuses a fix that brings in something new', () =>
    inSandbox(async (sandbox) => {
      const { report } = await runWith(sandbox, {
        findings: {
          F001: { edits: [{ file: 'a.txt', find: 'bad', replace: 'worse' }] },
          F002: { edits: [{ file: 'b.txt', find: 'bad', replace: 'good' }] },
        },
      });
      expect(findingOf(report, 'F001').attempts).toEqual([
        expect.objectContaining({ gate: 'tool', reason: expect.stringContaining('something new: no-worse in a.txt') }),
      ]);
      expect(findingOf(report, 'F002').status).toBe('fixed');
    }, files));

  it('2.3 ends clean when the tool passes, without asking anybody else', () =>
    inSandbox(
      async (sandbox) => {
        const { ended, report } = await runWith(sandbox, {});
        expect(ended.code).toBe(0);
        expect(report).toMatchObject({
          status: 'clean',
          reviewers: [{ verdict: 'PASSED' }],
          verification: { baseline: null },
        });
      },
      { 'a.txt': 'good\n' },
    ));

  it('1.3 fails the run when a reviewer prints what cannot be read: no verdict is an error', () =>
    inSandbox(async (sandbox) => {
      sandbox.write('fixpoint.yaml', 'reviewers:\n  - { name: broken, kind: tool, command: "echo oops; exit 1" }\n');
      const { ended, report } = await sandbox.report(['run']);
      expect(ended.code).toBe(1);
      expect(report).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('reviewer broken'),
        reviewers: [{ verdict: 'error' }],
      });
    }, files));
});

describe('commit hooks', () => {
  const hook = (sandbox: Sandbox, name: string, body: string): void => {
    const path = join(sandbox.root, '.git', 'hooks', name);
    writeFileSync(path, `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o755);
  };

  it('8.3 runs no hooks by default', () =>
    inSandbox(async (sandbox) => {
      const marker = join(sandbox.outside, 'hook-ran');
      for (const name of ['pre-commit', 'commit-msg', 'post-commit', 'reference-transaction', 'post-checkout'])
        hook(sandbox, name, `touch ${marker}; exit 1`);
      const { report } = await sandbox.report(fixArgs(sandbox, good, '--verify', 'true'));
      expect(report.totals.fixed).toBe(2);
      expect(existsSync(marker)).toBe(false);
    }, files));

  it('8.3 runs the pre-commit and commit-msg hooks as a gate with commit.hooks, on what would be committed', () =>
    inSandbox(async (sandbox) => {
      const messages = join(sandbox.scratch, 'messages');
      hook(
        sandbox,
        'pre-commit',
        'if git diff --cached --name-only | grep -q b.txt; then echo "b.txt is frozen" >&2; exit 1; fi',
      );
      hook(sandbox, 'commit-msg', `head -1 "$1" >> ${messages}`);
      const { report } = await sandbox.report(
        fixArgs(sandbox, good, '--verify', 'true', '--set', 'commit.hooks=true', '--set', 'limits.cycles=1'),
      );
      expect(findingOf(report, 'F1').status).toBe('fixed');
      expect(findingOf(report, 'F2').attempts).toEqual([
        expect.objectContaining({ gate: 'hooks', reason: expect.stringContaining('b.txt is frozen') }),
      ]);
      expect(readFileSync(messages, 'utf8')).toMatch(/^fix\(review\): import - F1 - problem F1\n$/);
    }, files));

  it('8.3 never runs a hook that appeared while an agent was at work, and says that it did', () =>
    inSandbox(async (sandbox) => {
      const canary = join(sandbox.outside, 'planted-ran');
      const planted = join(sandbox.root, '.git', 'hooks', 'pre-commit');
      const plant = `printf '#!/bin/sh\\ntouch ${canary}\\n' > ${planted} && chmod +x ${planted} && git config --file ${join(sandbox.root, '.git', 'config')} alias.x y`;
      const scenario: Scenario = {
        findings: { ...good.findings, F1: { run: plant, edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }] } },
      };
      const first = await sandbox.report(fixArgs(sandbox, scenario, '--verify', 'true', '--set', 'commit.hooks=true'));
      expect(first.report.totals.fixed).toBe(2);
      expect(first.report.warnings).toEqual([
        expect.stringMatching(/\.git\/config was changed while agents were at work/),
        expect.stringMatching(/\.git\/hooks was changed while agents were at work/),
      ]);
      const later = await sandbox.run(fixArgs(sandbox, good, '--verify', 'true', '--set', 'commit.hooks=true'));
      expect(later.code).toBe(1);
      expect(later.stderr).toContain('may not be yours');
      const without = await sandbox.report(fixArgs(sandbox, good, '--verify', 'true'));
      expect(without.report.totals.fixed).toBe(2);
      expect(existsSync(canary)).toBe(false);
    }, files));
});
