/** Proofs that fall silent: tests that no longer tell that they ran, and tools that call a file by another name. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { findingOf } from '../support/accounted.ts';
import { attack, attackArguments } from '../support/attack.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const inSandbox = async (files: Record<string, string>, work: (sandbox: Sandbox) => Promise<void>): Promise<void> => {
  const sandbox = openSandbox(files);
  try {
    await work(sandbox);
  } finally {
    sandbox.dispose();
  }
};

describe('tests that ran on the untouched start', () => {
  const told: [string, string][] = [
    ['one by one', 'echo "ok 1 - adds"; echo "ok 2 - divides"; echo 1..2'],
    ['as a number', 'echo "Tests: 2 passed, 2 total"'],
  ];
  test.each(told)('5.2, 7.1 are missed where code ends them and says nothing of them: told %s', (_, tests) =>
    inSandbox(
      { 'test.sh': `. ./lib.sh\n. ./other.sh\n${tests}\n`, 'lib.sh': 'a=1\n', 'other.sh': 'b=1\n' },
      async (sandbox) => {
        const { report } = await attack(sandbox, {
          findings: [
            { code: 'ends', file: 'lib.sh', line: 1 },
            { code: 'honest', file: 'other.sh', line: 1 },
          ],
          scenario: {
            findings: {
              ends: { edits: [{ file: 'lib.sh', write: 'a=2\nexit 0\n' }] },
              honest: { edits: [{ file: 'other.sh', write: 'b=2\n' }] },
            },
          },
          verify: ['sh test.sh'],
          sandbox: 'off',
        });
        expect(findingOf(report, 'honest').status).toBe('fixed');
        const { status, attempts } = findingOf(report, 'ends');
        expect(status).toBe('blocked');
        expect(attempts[0]).toMatchObject({
          result: 'refused',
          gate: 'verify',
          reason: expect.stringContaining('tells of none'),
        });
      },
    ),
  );
});

test('5.5, 5.10 a tool that reports the finding under a name that no file has does not prove it gone', () =>
  inSandbox({ 'a.txt': 'one\nbad\n', 'b.txt': 'one\nbad\n', 'lint.conf': '\n' }, async (sandbox) => {
    // As linters do that take a prefix for their paths from a file of the repository.
    const lint = join(sandbox.outside, 'lint');
    writeFileSync(
      lint,
      `#!/bin/sh\ngrep -Hn bad "$@" | sed "s#^\\([^:]*\\):\\([0-9]*\\):.*#$(cat lint.conf)\\1:\\2:1: error: bad word [no-bad]#"\n`,
    );
    chmodSync(lint, 0o755);
    const prefixed = {
      edits: [
        { file: 'a.txt', write: 'uno\nbad\n' },
        { file: 'lint.conf', write: 'sub/\n' },
      ],
    };
    const honest = { edits: [{ file: 'b.txt', write: 'one\ngood\n' }] };
    const findings = ['a', 'b'].map((name) => ({
      code: name,
      file: `${name}.txt`,
      line: 2,
      rule: 'no-bad',
      title: 'bad word',
    }));
    const { report } = await sandbox.report([
      ...attackArguments(sandbox, {
        findings,
        scenario: { findings: { a: prefixed, b: honest } },
        verify: ['true'],
        sandbox: 'off',
      }),
      '--recheck',
      `${lint} {files}`,
    ]);
    expect(findingOf(report, 'b')).toMatchObject({ status: 'fixed', proof: expect.arrayContaining(['tool']) });
    const { status, attempts } = findingOf(report, 'a');
    expect(status).toBe('blocked');
    expect(attempts[0]).toMatchObject({
      result: 'refused',
      gate: 'tool',
      reason: expect.stringContaining('no-bad in sub/a.txt'),
    });
  }));

describe('a branch of the user in the way of the result', () => {
  const fixing = (sandbox: Sandbox): string[] =>
    attackArguments(sandbox, {
      findings: [{ code: 'one', file: 'a.txt', line: 1 }],
      scenario: { findings: { one: { edits: [{ file: 'a.txt', write: 'good\n' }] } } },
      verify: ['true'],
      sandbox: 'off',
    });

  it('8.2 is found before anything is spent, and the name that is proposed works', () =>
    inSandbox({ 'a.txt': 'bad\n' }, async (sandbox) => {
      sandbox.git('branch', 'fixpoint');
      const refused = await sandbox.run(fixing(sandbox));
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('beside your branch fixpoint') });
      expect(refused.stderr).toContain('--set commit.branch=NAME');
      expect(refused.stdout + refused.stderr).not.toContain('Cycle 1');
      const { report } = await sandbox.report([...fixing(sandbox), '--set', 'commit.branch=review/{run}']);
      expect(report.branch).toBe(`review/${report.run}`);
    }));

  it('8.2 made while the run is under way costs nothing: what the message says brings the result', () =>
    inSandbox({ 'a.txt': 'bad\n' }, async (sandbox) => {
      const ended = await sandbox.run([
        ...fixing(sandbox),
        '--set',
        `verify.commands=["git -C ${sandbox.root} branch -f fixpoint"]`,
      ]);
      expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('git branch -m fixpoint NAME') });
      sandbox.git('branch', '-m', 'fixpoint', 'mine');
      expect(await sandbox.run(['resume', 'latest'])).toMatchObject({ code: 0 });
      expect(sandbox.git('branch', '--list', 'fixpoint/*')).toContain('fixpoint/');
    }));
});
