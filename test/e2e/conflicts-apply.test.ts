/** Bringing a result into a checkout that has moved on: it fits and is laid down, or nothing is written at all. */
import { execFileSync } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { ScriptedStep } from '../fakes/scripted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing, type Fixing } from '../support/fixing.ts';
import { manifestOf } from '../support/manifest.ts';
import type { Sandbox } from '../support/sandbox.ts';

const lines = (first: string, last = 'last'): string => `${first}\n2\n3\n4\n5\n6\n7\n${last}\n`;
const files = { 'src/a.txt': lines('bad a'), 'src/b.txt': lines('bad b'), 'src/c.txt': lines('fine') };
const good = (file: string): ScriptedStep => ({ edits: [{ file, find: 'bad', replace: 'good' }] });

const fix = (sandbox: Sandbox, paths: readonly string[] = ['src/a.txt', 'src/b.txt']): Fixing => {
  const findings = paths.map((file, index) => ({ code: `F-${index + 1}`, file, line: 1 }));
  const steps = Object.fromEntries(paths.map((file, index) => [`F-${index + 1}`, good(file)]));
  return fixing(sandbox, { findings, scenario: { findings: steps } });
};

const everything = (sandbox: Sandbox): string[] => manifestOf(sandbox.root);
/** What a run may add is not looked at: its refs and its objects. */
const usersOwn = (sandbox: Sandbox): string[] =>
  manifestOf(sandbox.root, (path) =>
    /^\.git\/(objects|refs\/(fixpoint|heads\/fixpoint)|logs\/refs\/heads\/fixpoint)/.test(path),
  );

describe('a dirty checkout', () => {
  test('8.4 --include-dirty starts from the files as they are, and leaves them and the index alone', () =>
    inSandbox(async (sandbox) => {
      sandbox.write('src/a.txt', lines('bad a', 'changed by the user'));
      sandbox.write('src/new.txt', lines('bad new'));
      sandbox.git('add', 'src/a.txt');
      sandbox.write('src/a.txt', lines('bad a', 'changed once more'));
      const before = usersOwn(sandbox);
      const { ended, report } = await sandbox.report([
        ...fix(sandbox, ['src/a.txt', 'src/new.txt']).args,
        '--include-dirty',
      ]);
      expect(ended.code).toBe(0);
      expect(usersOwn(sandbox)).toEqual(before);
      expect(sandbox.git('show', `${report.branch}:src/a.txt`)).toBe(lines('good a', 'changed once more').trimEnd());
      expect(sandbox.git('diff', '--name-only', report.start, String(report.branch))).toBe('src/a.txt\nsrc/new.txt');
    }, files));

  test('8.4 apply lays the fixes over what the user changed meanwhile, by a three-way merge', () =>
    inSandbox(async (sandbox) => {
      sandbox.write('src/a.txt', lines('bad a', 'before the run'));
      const { report } = await sandbox.report([...fix(sandbox).args, '--include-dirty']);
      sandbox.write('src/a.txt', lines('bad a', 'after the run'));
      const index = manifestOf(sandbox.root, (path) => path !== '.git' && path !== '.git/index');
      const applied = await sandbox.run(['apply', report.run, '--json']);
      expect(applied.code).toBe(0);
      expect(JSON.parse(applied.stdout)).toMatchObject({ applied: true, files: ['src/a.txt', 'src/b.txt'] });
      expect(sandbox.read('src/a.txt')).toBe(lines('good a', 'after the run'));
      expect(sandbox.read('src/b.txt')).toBe(lines('good b'));
      expect(manifestOf(sandbox.root, (path) => path !== '.git' && path !== '.git/index')).toEqual(index);
    }, files));

  test('8.4 one file that does not fit stops apply before anything is written', () =>
    inSandbox(async (sandbox) => {
      const { report } = await sandbox.report([...fix(sandbox).args, '--include-dirty']);
      sandbox.write('src/b.txt', lines('the user fixed it in another way'));
      const before = everything(sandbox);
      const refused = await sandbox.run(['apply', report.run]);
      expect(refused.code).toBe(1);
      expect(refused.stdout).toContain('Nothing was changed in your checkout');
      expect(refused.stdout).toContain('src/b.txt: both you and the run changed it');
      expect(refused.stdout).not.toContain('src/a.txt');
      expect(everything(sandbox)).toEqual(before);
    }, files));
});

describe('--in-place', () => {
  test('8.1 brings the result in at the end, and the printed command takes it back to the last byte', () =>
    inSandbox(async (sandbox) => {
      sandbox.write('src/c.txt', lines('the user is writing here'));
      chmodSync(`${sandbox.root}/src/a.txt`, 0o600);
      const before = usersOwn(sandbox);
      const ended = await sandbox.run([...fix(sandbox).args, '--in-place']);
      expect(ended.code).toBe(0);
      expect([sandbox.read('src/a.txt'), sandbox.read('src/c.txt')]).toEqual([
        lines('good a'),
        lines('the user is writing here'),
      ]);
      expect(statSync(`${sandbox.root}/src/a.txt`).mode & 0o777).toBe(0o600);
      const printed = /Take it back with: (.+)/.exec(ended.stdout)?.[1] ?? '';
      expect(printed).toMatch(/^fixpoint apply \S+ --undo$/);
      const bin = dirname(fileURLToPath(new URL('../../bin/fixpoint', import.meta.url)));
      const env = { ...sandbox.env, PATH: `${bin}:${sandbox.env['PATH']}` };
      execFileSync('/bin/sh', ['-c', printed], { cwd: sandbox.root, env, stdio: 'pipe' });
      expect(usersOwn(sandbox)).toEqual(before);
    }, files));

  test('8.1 leaves everything as it is, and says so, where the result does not fit', () =>
    inSandbox(async (sandbox) => {
      sandbox.write('src/a.txt', lines('the user fixed it in another way'));
      const before = usersOwn(sandbox);
      const ended = await sandbox.run([...fix(sandbox).args, '--in-place']);
      expect(ended.code).toBe(1);
      expect(ended.stdout).toContain('Nothing was changed in your checkout');
      expect(usersOwn(sandbox)).toEqual(before);
    }, files));
});

describe('apply --merge', () => {
  const prepared = async (sandbox: Sandbox): Promise<string> => (await sandbox.report(fix(sandbox).args)).report.run;

  test('8.1 moves the branch forward where it has not moved, and takes files and index along', () =>
    inSandbox(async (sandbox) => {
      const run = await prepared(sandbox);
      sandbox.write('src/c.txt', lines('not committed'));
      expect((await sandbox.run(['apply', run, '--merge'])).code).toBe(0);
      expect(sandbox.git('rev-parse', 'main')).toBe(sandbox.git('rev-parse', `fixpoint/${run}`));
      expect(sandbox.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
      expect(sandbox.git('status', '--porcelain')).toBe(' M src/c.txt');
      expect(sandbox.read('src/c.txt')).toBe(lines('not committed'));
    }, files));

  test('8.1 makes a merge where it has', () =>
    inSandbox(async (sandbox) => {
      const run = await prepared(sandbox);
      sandbox.write('src/c.txt', lines('committed meanwhile'));
      const mine = sandbox.commitAll('meanwhile');
      expect((await sandbox.run(['apply', run, '--merge'])).code).toBe(0);
      expect(sandbox.git('log', '-1', '--format=%P')).toBe(`${mine} ${sandbox.git('rev-parse', `fixpoint/${run}`)}`);
      expect([sandbox.read('src/a.txt'), sandbox.read('src/c.txt')]).toEqual([
        lines('good a'),
        lines('committed meanwhile'),
      ]);
      expect(sandbox.git('status', '--porcelain')).toBe('');
      expect(sandbox.git('log', '-1', '--format=%an <%ae>')).toBe('Ada Tester <ada@example.com>');
    }, files));

  const refusals: [string, (sandbox: Sandbox) => void][] = [
    [
      'a commit of the user that does not fit',
      (sandbox) => {
        sandbox.write('src/a.txt', lines('another way'));
        sandbox.commitAll('meanwhile');
      },
    ],
    [
      'a change in the way that is not committed',
      (sandbox) => sandbox.write('src/b.txt', lines('bad b', 'not committed')),
    ],
    [
      'a change in the way that is only staged',
      (sandbox) => {
        sandbox.write('src/b.txt', lines('bad b', 'staged'));
        sandbox.git('add', 'src/b.txt');
      },
    ],
    [
      'a merge that is under way',
      (sandbox) => {
        const side = sandbox.git('commit-tree', '-p', 'HEAD', '-m', 'side', 'HEAD^{tree}');
        sandbox.git('update-ref', 'MERGE_HEAD', side);
      },
    ],
  ];
  test.each(refusals)('8.1 changes nothing because of %s', (_, getInTheWay) =>
    inSandbox(async (sandbox) => {
      const run = await prepared(sandbox);
      getInTheWay(sandbox);
      const before = [...usersOwn(sandbox), sandbox.git('rev-parse', 'HEAD')];
      const refused = await sandbox.run(['apply', run, '--merge']);
      expect(refused.code).toBe(1);
      expect([...usersOwn(sandbox), sandbox.git('rev-parse', 'HEAD')]).toEqual(before);
    }, files),
  );
});
