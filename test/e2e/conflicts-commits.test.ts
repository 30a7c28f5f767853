/**
 * What is handed over: one commit per fix, one for all, or a patch; by whom and signed as the user has it configured.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { artifact } from '../support/artifacts.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fakeGpg } from '../support/fake-gpg.ts';
import { fixing, type Fixing, start, until } from '../support/fixing.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n', 'src/c.txt': 'bad c\n' };
const findings = [
  { code: 'BE-001', file: 'src/a.txt', line: 1, title: 'A is bad', reviewer: 'security' },
  { code: 'BE-002', file: 'src/b.txt', line: 1, title: 'B is bad\nSigned-off-by: Mallory', reviewer: 'security' },
];
const good = (name: string, more: Partial<ScriptedStep> = {}): ScriptedStep => ({
  edits: [{ file: `src/${name}.txt`, find: 'bad', replace: 'good' }],
  explanation: `made ${name} good`,
  ...more,
});
const both = { findings: { 'BE-001': good('a'), 'BE-002': good('b') } };

const fix = (
  sandbox: Sandbox,
  set: readonly string[] = [],
  scenario: Parameters<typeof fixing>[1]['scenario'] = both,
): Fixing => fixing(sandbox, { findings, scenario, set });

const commitsOf = (sandbox: Sandbox, range: string, format: string): string[] =>
  sandbox.git('log', '--reverse', `--format=${format}`, range).split('\n');

describe('commits', () => {
  test('8.2, 8.3 one for each fix: its subject, its explanation, its own paths and nothing else', () =>
    inSandbox(async (sandbox) => {
      sandbox.write('src/c.txt', 'the user is writing here\n');
      const { ended, report } = await sandbox.report(fix(sandbox).args);
      expect(ended.code).toBe(0);
      expectAccounted(report, sandbox);
      const range = `${report.start}..${report.branch}`;
      expect(commitsOf(sandbox, range, '%s')).toEqual([
        'fix(review): security - BE-001 - A is bad',
        expect.stringMatching(/^fix\(review\): security - BE-002 - B is bad/),
      ]);
      const commits = findings.map(({ code }) => String(findingOf(report, code).commit));
      expect(commits.map((commit) => sandbox.git('diff-tree', '--no-commit-id', '--name-only', '-r', commit))).toEqual([
        'src/a.txt',
        'src/b.txt',
      ]);
      expect(sandbox.git('log', '-1', '--format=%b', String(commits[0]))).toContain('made a good');
      // Text of others cannot pass for a trailer of the user's.
      expect(sandbox.git('log', '-1', '--format=%(trailers:key=Signed-off-by)', String(commits[1]))).toBe('');
      expect(sandbox.git('remote')).toBe('');
    }, files));

  test('8.2 per run: one commit that names all codes, with the tree that was verified', () =>
    inSandbox(async (sandbox) => {
      const { report } = await sandbox.report(fix(sandbox, ['commit.per=run']).args);
      expect(sandbox.git('rev-list', '--count', `${report.start}..${report.branch}`)).toBe('1');
      const message = sandbox.git('log', '-1', '--format=%B', String(report.branch));
      expect(message).toMatch(/^fix\(review\): security - BE-001, BE-002 - 2 findings\n/);
      expect(report.verification.final?.tree).toBe(sandbox.git('rev-parse', `${report.branch}^{tree}`));
    }, files));

  test('8.2, 4.10 per run: the branch of a cancelled run becomes that of the whole run when it goes on', () =>
    inSandbox(async (sandbox) => {
      const scenario = { findings: { 'BE-001': good('a'), 'BE-002': [{ call: { hang: true } }, good('b')] } };
      const fixes = fix(sandbox, ['commit.per=run', 'fix.concurrency=1'], scenario);
      const { pid, ended } = start(sandbox, fixes.args);
      await until(() => fixes.agent.calls().length === 2);
      process.kill(pid, 'SIGINT');
      expect((await ended).code).toBe(130);
      const { report } = await sandbox.report(['resume']);
      expect(report.branch).toBe(`fixpoint/${report.run}`);
      expect(sandbox.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/fixpoint')).toBe(report.branch);
      expect(sandbox.git('log', '-1', '--format=%s', String(report.branch))).toContain('BE-001, BE-002');
    }, files));

  test('8.2 per none: no branch, a patch that apply lays down', () =>
    inSandbox(async (sandbox) => {
      const { report } = await sandbox.report(fix(sandbox, ['commit.per=none']).args);
      expect(report).toMatchObject({ branch: null, fixesApplied: true, totals: { fixed: 2 } });
      expect(sandbox.git('for-each-ref', 'refs/heads/fixpoint')).toBe('');
      const patch = artifact(sandbox.state, report.run, String(report.patch));
      expect(patch).toContain('+good a');
      const head = sandbox.git('rev-parse', 'HEAD');
      expect((await sandbox.run(['apply', report.run])).code).toBe(0);
      expect([sandbox.read('src/a.txt'), sandbox.read('src/b.txt')]).toEqual(['good a\n', 'good b\n']);
      expect(sandbox.git('rev-parse', 'HEAD')).toBe(head);
      expect(await sandbox.run(['apply', report.run, '--merge'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('made no branch'),
      });
    }, files));

  test('8.3 author and committer are those that were configured before the first agent started', () =>
    inSandbox(async (sandbox) => {
      sandbox.git('config', '--global', 'author.name', 'Ada the Author');
      sandbox.git('config', '--global', 'committer.email', 'committer@example.com');
      const usurp =
        'git config --global user.name Mallory; git config --global author.name Mallory; git config --global user.email m@example.com';
      const scenario = { findings: { 'BE-001': good('a', { run: usurp }), 'BE-002': good('b', { run: usurp }) } };
      const { report } = await sandbox.report(fix(sandbox, [], scenario).args);
      const people = commitsOf(sandbox, `${report.start}..${report.branch}`, '%an <%ae> / %cn <%ce>');
      const expected = 'Ada the Author <ada@example.com> / Ada Tester <committer@example.com>';
      expect(people).toEqual([expected, expected]);
    }, files));
});

describe('signatures', () => {
  test('8.3 commits are signed when the user signs, with the key and the program that are configured', () =>
    inSandbox(async (sandbox) => {
      const { log } = fakeGpg(sandbox);
      const { report } = await sandbox.report(fix(sandbox).args);
      for (const { code } of findings) {
        const commit = sandbox.git('cat-file', 'commit', String(findingOf(report, code).commit));
        expect(commit).toContain('gpgsig -----BEGIN PGP SIGNATURE-----');
      }
      expect(readFileSync(log, 'utf8')).toContain('-bsau ADA');
    }, files));

  test('8.3 a program that an agent puts in its place is not run', () =>
    inSandbox(async (sandbox) => {
      fakeGpg(sandbox);
      const evil = `printf '#!/bin/sh\\ntouch ${sandbox.outside}/run-by-fixpoint\\n' > ${sandbox.scratch}/evil; chmod +x ${sandbox.scratch}/evil; git config --global gpg.program ${sandbox.scratch}/evil`;
      const scenario = { findings: { 'BE-001': good('a', { run: evil }), 'BE-002': good('b') } };
      const { report } = await sandbox.report(fix(sandbox, [], scenario).args);
      expectAccounted(report, sandbox);
      expect(() => readFileSync(join(sandbox.outside, 'run-by-fixpoint'))).toThrow('ENOENT');
    }, files));

  test('8.3 a signature that fails is said, with what to do, and the run can be resumed', () =>
    inSandbox(async (sandbox) => {
      const { program } = fakeGpg(sandbox);
      const works = readFileSync(program, 'utf8');
      writeFileSync(program, '#!/bin/sh\necho "gpg: no secret key" >&2\nexit 2\n');
      const ended = await sandbox.run(fix(sandbox).args);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain('could not be signed');
      expect(sandbox.git('for-each-ref', 'refs/heads/fixpoint')).toBe('');
      writeFileSync(program, works);
      const { ended: resumed, report } = await sandbox.report(['resume']);
      expect(resumed.code).toBe(0);
      expectAccounted(report, sandbox);
    }, files));
});
