/**
 * Attacks on bringing a result in: what is in the way, what changes meanwhile, what cannot be written, and a kill in
 * the middle.
 */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing, start } from '../support/fixing.ts';
import { manifestOf } from '../support/manifest.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'a.txt': 'bad\n', 'locked/b.txt': 'bad\n', 'z.txt': 'bad\n' };
const checkout = (sandbox: Sandbox): string[] =>
  manifestOf(sandbox.root, (path) => path === '.git' || path.startsWith('.git/'));

/** A run whose one fix does what the shell line does. */
const fixed = async (sandbox: Sandbox, run: string, uid?: number): Promise<string> => {
  const findings = [{ code: 'F1', file: 'a.txt', line: 1 }];
  const { args } = fixing(sandbox, { findings, scenario: { findings: { F1: { run } } }, verify: 'true' });
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${uid}`, sandbox.folder]);
  const { ended, report } = await sandbox.report(args, uid === undefined ? {} : { uid });
  expect(ended.code).toBe(0);
  return report.run;
};

const allFiles = 'for f in a.txt locked/b.txt z.txt; do echo good > $f; done';

describe('a file of the user that the result would replace', () => {
  const add = 'echo good > a.txt; echo theirs > local.cfg; mkdir -p conf; echo theirs > conf/own.cfg';
  const ways: [string, string, (sandbox: Sandbox) => void][] = [
    ['ignored by .gitignore', 'local.cfg', (sandbox) => sandbox.write('.gitignore', 'local.cfg\n')],
    ['ignored by .git/info/exclude', 'local.cfg', (sandbox) => sandbox.write('.git/info/exclude', 'local.cfg\n')],
    [
      'ignored by the configuration of the user',
      'local.cfg',
      (sandbox) => {
        sandbox.write('../home/ignore', '*.cfg\n');
        sandbox.git('config', '--global', 'core.excludesFile', join(sandbox.home, 'ignore'));
      },
    ],
    ['in an ignored folder', 'conf/own.cfg', (sandbox) => sandbox.write('.gitignore', 'conf/\n')],
    ['untracked', 'local.cfg', () => undefined],
    ['empty', 'local.cfg', (sandbox) => sandbox.write('.gitignore', 'local.cfg\n')],
    ['a link that leads nowhere', 'local.cfg', (sandbox) => sandbox.write('.gitignore', 'local.cfg\n')],
    ['a folder', 'local.cfg', (sandbox) => sandbox.write('.gitignore', 'local.cfg\n')],
  ];
  test.each(ways)('8.1 stays, and apply and --merge change nothing: one %s', (kind, path, ignore) =>
    inSandbox(async (sandbox) => {
      const run = await fixed(sandbox, add);
      ignore(sandbox);
      if (kind === 'a folder') sandbox.write(`${path}/inner`, 'the only copy\n');
      else if (kind.startsWith('a link')) symlinkSync('nowhere', join(sandbox.root, path));
      else sandbox.write(path, kind === 'empty' ? '' : 'the only copy\n');
      const before = manifestOf(sandbox.root, (name) => name.startsWith('.git/objects'));
      for (const how of [[], ['--merge']]) {
        const refused = await sandbox.run(['apply', run, ...how]);
        expect(refused.code).toBe(1);
        expect(refused.stdout).toContain(`${path}: `);
        expect(manifestOf(sandbox.root, (name) => name.startsWith('.git/objects'))).toEqual(before);
      }
      // The control: with the file out of the way, the result comes in.
      rmSync(join(sandbox.root, path), { recursive: true });
      expect(await sandbox.run(['apply', run, '--merge'])).toMatchObject({ code: 0 });
      expect(sandbox.read(path)).toBe('theirs\n');
      expect(sandbox.git('rev-parse', 'HEAD')).toBe(sandbox.git('rev-parse', `fixpoint/${run}`));
      expect(sandbox.git('diff', 'HEAD', '--stat')).toBe('');
      const undo = await sandbox.run(['apply', run, '--undo']);
      expect(undo).toMatchObject({ code: 1, stderr: expect.stringContaining('git reset --keep') });
    }, files),
  );
});

const root = process.getuid?.() === 0;
const NOBODY = 65534;

describe.runIf(root)('a file that cannot be written', () => {
  const ways: [string, string, (sandbox: Sandbox, path: (name: string) => string) => () => void][] = [
    [
      'its folder is not writable',
      'locked/b.txt',
      (_, path) => {
        chmodSync(path('locked'), 0o555);
        return () => chmodSync(path('locked'), 0o755);
      },
    ],
    [
      'it belongs to another in a sticky folder, which only writing shows',
      'locked/b.txt',
      (_, path) => {
        chownSync(path('locked'), 0, 0);
        chownSync(path('locked/b.txt'), 0, 0);
        chmodSync(path('locked'), 0o1777);
        return () => chmodSync(path('locked'), 0o777);
      },
    ],
    [
      'it cannot be read',
      'locked/b.txt',
      (_, path) => {
        chownSync(path('locked/b.txt'), 0, 0);
        chmodSync(path('locked/b.txt'), 0o600);
        return () => chmodSync(path('locked/b.txt'), 0o644);
      },
    ],
  ];
  test.each(ways)('8.1 leaves all others as they were, and is told plainly: %s', (_, path, lock) =>
    inSandbox(async (sandbox) => {
      sandbox.git('config', '--global', '--add', 'safe.directory', '*');
      const run = await fixed(sandbox, allFiles, NOBODY);
      const before = checkout(sandbox);
      const unlock = lock(sandbox, (name) => join(sandbox.root, name));
      for (const how of [[], ['--merge']]) {
        const refused = await sandbox.run(['apply', run, ...how], { uid: NOBODY });
        expect(refused.code).toBe(1);
        expect(refused.stdout).toContain(`${path}: it `);
        expect(refused.stderr).not.toContain('should not');
        for (const name of Object.keys(files)) expect(readFileSync(join(sandbox.root, name), 'utf8')).toBe('bad\n');
        expect((await sandbox.run(['apply', run, '--undo'], { uid: NOBODY })).stderr).toContain('nothing to take back');
      }
      unlock();
      chownSync(join(sandbox.root, path), NOBODY, NOBODY);
      expect((await sandbox.run(['apply', run], { uid: NOBODY })).code).toBe(0);
      expect(sandbox.read('z.txt')).toBe('good\n');
      expect((await sandbox.run(['apply', run, '--undo'], { uid: NOBODY })).code).toBe(0);
      expect(checkout(sandbox).length).toBe(before.length);
      expect(sandbox.read('z.txt')).toBe('bad\n');
    }, files),
  );
});

describe('a branch that cannot be moved', () => {
  test.each(['.git/refs/heads/main.lock', '.git/HEAD.lock', '.git/index.lock'])(
    '8.1 %s: files and index are put back',
    (lock) =>
      inSandbox(async (sandbox) => {
        const run = await fixed(sandbox, allFiles);
        sandbox.write('staged.txt', 'mine\n');
        sandbox.git('add', 'staged.txt');
        const [before, index] = [checkout(sandbox), readFileSync(join(sandbox.root, '.git/index'))];
        sandbox.write(lock, '');
        const refused = await sandbox.run(['apply', run, '--merge']);
        expect(refused).toMatchObject({ code: 1, stdout: '' });
        expect(refused.stderr).not.toContain('should not');
        rmSync(join(sandbox.root, lock));
        expect(checkout(sandbox)).toEqual(before);
        expect(readFileSync(join(sandbox.root, '.git/index')).equals(index)).toBe(true);
        expect(sandbox.git('status', '--porcelain')).toBe('A  staged.txt');
        expect((await sandbox.run(['apply', run, '--undo'])).stderr).toContain('nothing to take back');
        expect((await sandbox.run(['apply', run, '--merge'])).code).toBe(0);
        expect(sandbox.git('status', '--porcelain')).toBe('A  staged.txt');
        expect(sandbox.read('z.txt')).toBe('good\n');
      }, files),
  );
});

const COUNT = 200;
const name = (n: number): string => `f${String(n).padStart(4, '0')}.txt`;
const many = {
  'a.txt': 'bad\n',
  ...Object.fromEntries(Array.from({ length: COUNT }, (_, n) => [name(n), `line ${n}\n`])),
};
const last = name(COUNT - 1);

/** Freezes the command after its first write and before its last; where it was too quick for that, once more. */
const frozenInTheMiddle = async (sandbox: Sandbox, args: readonly string[]) => {
  const head = sandbox.git('rev-parse', 'HEAD');
  for (;;) {
    const { ended, pid } = start(sandbox, args);
    while (sandbox.read('a.txt') === 'bad\n');
    process.kill(pid, 'SIGSTOP');
    if (!sandbox.read(last).includes('good')) return { ended, pid };
    process.kill(pid, 'SIGCONT');
    await ended;
    sandbox.git('reset', '--quiet', '--hard', head);
  }
};

const everyFile = 'echo good > a.txt; for f in f*.txt; do echo good >> $f; done';

describe('in the middle of writing', () => {
  test.each([[], ['--merge']])(
    '8.1 an edit that is saved meanwhile is kept, and all else is put back (apply %s)',
    (...how) =>
      inSandbox(async (sandbox) => {
        const run = await fixed(sandbox, everyFile);
        const { ended, pid } = await frozenInTheMiddle(sandbox, ['apply', run, ...how]);
        writeFileSync(join(sandbox.root, last), 'my edit\n');
        process.kill(pid, 'SIGCONT');
        const refused = await ended;
        expect(refused).toMatchObject({
          code: 1,
          stdout: expect.stringContaining(`${last}: it was changed while Fixpoint was writing`),
        });
        expect(sandbox.read(last)).toBe('my edit\n');
        expect(sandbox.git('status', '--porcelain')).toBe(` M ${last}`);
        expect((await sandbox.run(['apply', run, '--undo'])).stderr).toContain('nothing to take back');
        sandbox.git('checkout', '--', last);
        expect((await sandbox.run(['apply', run, ...how])).code).toBe(0);
        expect(sandbox.read(last)).toContain('good');
      }, many),
  );

  const ends: [string, string[], string[], 'after' | 'before'][] = [
    ['apply', [], [], 'after'],
    ['apply', [], ['--undo'], 'before'],
    ['apply', [], ['--merge'], 'after'],
    ['--merge', ['--merge'], ['--merge'], 'after'],
    ['--merge', ['--merge'], ['--undo'], 'before'],
  ];
  test.each(ends)('11.1 after a kill in the middle of %s %j, apply %j ends it whole', (_, how, next, side) =>
    inSandbox(async (sandbox) => {
      const run = await fixed(sandbox, everyFile);
      const { ended, pid } = await frozenInTheMiddle(sandbox, ['apply', run, ...how]);
      process.kill(pid, 'SIGKILL');
      await ended;
      const settled = await sandbox.run(['apply', run, ...next]);
      expect(settled.code).toBe(0);
      expect(sandbox.read(last).includes('good')).toBe(side === 'after');
      expect(existsSync(join(sandbox.root, '.git/index.lock'))).toBe(false);
      const status = sandbox.git('status', '--porcelain').split('\n').filter(Boolean);
      expect(status.length).toBe(side === 'after' && !next.includes('--merge') ? COUNT + 1 : 0);
      expect(statSync(join(sandbox.root, 'a.txt')).isFile()).toBe(true);
      mkdirSync(join(sandbox.root, 'usable'));
      sandbox.write('usable/x', 'x\n');
      sandbox.git('add', 'usable');
    }, many),
  );
});
