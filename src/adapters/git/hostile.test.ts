import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AT, begin } from '../../../test/support/custody.ts';
import { poison } from '../../../test/support/poison.ts';
import { testEnvironment, withRepo } from '../../../test/support/repo.ts';
import type { Custody } from '../../ports/repo.ts';
import { runProcess } from '../process/run-process.ts';
import { openRepo } from './user/open-repo.ts';

const workThrough = async (custody: Custody): Promise<void> => {
  const workspace = await custody.workspace(custody.start.commit, 'agent');
  writeFileSync(join(workspace.path, 'src/one.ts'), 'fixed\n');
  const { tree } = await custody.capture(workspace, custody.start.commit);
  await workspace.release();
  const other = await custody.workspace(custody.start.commit, 'agent');
  writeFileSync(join(other.path, 'README.md'), 'fixed\n');
  const second = await custody.capture(other, custody.start.commit);
  await other.release();
  const make = (of: string, parent = custody.start.commit) =>
    custody.commit({ tree: of, parent, message: 'fix', at: AT });
  const [a, b] = [await make(tree), await make(second.tree)];
  const merged = await custody.merge(a.commit, b.commit);
  const head = await make('tree' in merged ? merged.tree : tree, a.commit);
  const verify = await custody.workspace(head.tree, 'verify');
  await verify.release();
  await custody.diff(custody.start.commit, head.commit);
  await custody.readText(head.commit, 'README.md');
  await custody.handOver(head.commit, 'fixpoint/r1');
};

describe('a hostile agent', () => {
  it('8.1 gets nothing executed that it plants in the git of its workspace', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      poison(join(workspace.path, '.git'), test.canary());
      writeFileSync(join(workspace.path, '.gitattributes'), '* filter=planted diff=planted merge=planted\n');
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files.map((file) => file.path)).toEqual(['.gitattributes']);
      await workspace.release();
      await workThrough(custody);
      expect(test.sang()).toBe(false);
    });
  });

  it('8.1 gets nothing executed that it plants in the repository of the user, then or at a later command', async () => {
    await withRepo(async (test) => {
      const { repo, custody } = await begin(test);
      poison(join(test.root, '.git'), test.canary());
      test.write('.gitattributes', '* filter=planted diff=planted merge=planted\n');
      await workThrough(custody);
      appendFileSync(join(test.root, 'README.md'), 'changed by the user\n');
      const head = test.gitIn(
        test.folder,
        `--git-dir=${test.root}/.git`,
        '-c',
        'core.fsmonitor=false',
        'rev-parse',
        'fixpoint/r1',
      );
      expect(await repo.isDirty()).toBe(true);
      await repo.apply({ run: 'r1', start: custody.start.commit, head });
      await custody.close();
      const later = await openRepo(test.root, { stateDir: test.stateDir });
      expect(await later.isDirty()).toBe(true);
      const resumed = await later.reopen('r1');
      await workThrough(resumed);
      const dirty = await later.begin('r2', { includeDirty: true });
      const workspace = await dirty.workspace(dirty.start.commit, 'agent');
      await dirty.capture(workspace, dirty.start.commit);
      expect(test.sang()).toBe(false);
    });
  });

  it('8.1 proves that the canary would sing: plain git in the same repository runs it', async () => {
    await withRepo((test) => {
      poison(join(test.root, '.git'), test.canary());
      try {
        test.git('status');
      } catch {
        // The canary is no real monitor.
      }
      expect(test.sang()).toBe(true);
    });
  });

  it('8.3 cannot have its own signing program run, even though the user signs', async () => {
    await withRepo(async (test) => {
      const signer = join(test.folder, 'signer.sh');
      writeFileSync(
        signer,
        '#!/bin/sh\ncat >/dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho "-----BEGIN PGP SIGNATURE-----"\necho "-----END PGP SIGNATURE-----"\n',
      );
      chmodSync(signer, 0o755);
      test.git('config', '--global', 'commit.gpgSign', 'true');
      test.git('config', '--global', 'gpg.program', signer);
      test.git('config', 'gpg.program', test.canary());
      const { custody } = await begin(test);
      const made = await custody.commit({
        tree: custody.start.tree,
        parent: custody.start.commit,
        message: 'x',
        at: AT,
      });
      await custody.handOver(made.commit, 'b');
      expect(test.git('cat-file', 'commit', 'b')).toContain('gpgsig -----BEGIN PGP SIGNATURE-----');
      expect(test.sang()).toBe(false);
    });
  });

  it('8.3 is told apart from a signing key that does not work', async () => {
    await withRepo(async (test) => {
      test.git('config', '--global', 'commit.gpgSign', 'true');
      test.git('config', '--global', 'gpg.program', '/bin/false');
      const { custody } = await begin(test);
      const request = { tree: custody.start.tree, parent: custody.start.commit, message: 'x', at: AT };
      await expect(custody.commit(request)).rejects.toThrow('commit.gpgSign');
    });
  });

  it('8.1 leaves nested repositories, also empty ones, as plain files', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      for (const nested of ['nested', 'src', 'deep/er']) {
        mkdirSync(join(workspace.path, nested), { recursive: true });
        test.gitIn(join(workspace.path, nested), 'init', '-q');
        poison(join(workspace.path, nested, '.git'), test.canary());
        writeFileSync(join(workspace.path, nested, 'file'), '1');
      }
      test.gitIn(
        join(workspace.path, 'nested'),
        '-c',
        'core.fsmonitor=false',
        '-c',
        'core.hooksPath=/dev/null',
        'commit',
        '--no-gpg-sign',
        '-q',
        '--allow-empty',
        '-m',
        'x',
      );
      rmSync(join(test.folder, 'sang'), { force: true });
      mkdirSync(join(workspace.path, 'empty/.git'), { recursive: true });
      mkdirSync(join(workspace.path, 'pointer'));
      writeFileSync(join(workspace.path, 'pointer/.git'), `gitdir: ${test.root}/.git\n`);
      writeFileSync(join(workspace.path, 'pointer/file'), '1');
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files.map((file) => file.path)).toEqual([
        'deep/er/file',
        'nested/file',
        'pointer/file',
        'src/file',
      ]);
      expect(captured.ignored).toContain('nested/.git');
      expect(test.sang()).toBe(false);
    });
  });

  it('8.1 commits to nobody after removing its own git', async () => {
    await withRepo(async (test) => {
      // The worst place for state: below another repository of the user, such as one of a whole home folder.
      test.gitIn(test.folder, 'init', '-q');
      test.gitIn(test.folder, 'commit', '-q', '--allow-empty', '-m', 'home');
      const home = test.gitIn(test.folder, 'rev-parse', 'HEAD');
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      const before = test.git('rev-parse', 'HEAD');
      rmSync(join(workspace.path, '.git'), { recursive: true });
      const planted = await runProcess({
        command: ['git', 'commit', '-q', '--allow-empty', '-m', 'planted'],
        cwd: workspace.path,
        env: testEnvironment(test.home),
        timeoutMs: 60_000,
        marker: 'hostile',
      });
      expect(planted).toMatchObject({ status: 'exited', exitCode: 128 });
      expect(planted.stderr).toContain('not a git repository');
      expect(test.git('rev-parse', 'HEAD')).toBe(before);
      expect(test.gitIn(test.folder, 'rev-parse', 'HEAD')).toBe(home);
      writeFileSync(join(workspace.path, 'x'), '1');
      expect((await custody.capture(workspace, before)).files.map((file) => file.path)).toEqual(['x']);
    });
  });

  it('8.1 cannot lead a write or a removal out through links', async () => {
    await withRepo(async (test) => {
      test.write('a/b/c.ts', 'c\n');
      test.commitAll('deep');
      const { custody } = await begin(test);
      const outside = join(test.folder, 'outside');
      mkdirSync(join(outside, 'b'), { recursive: true });
      writeFileSync(join(outside, 'b/c.ts'), 'precious');
      writeFileSync(join(outside, 'b/other'), 'precious');
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      rmSync(join(workspace.path, 'a'), { recursive: true });
      symlinkSync(outside, join(workspace.path, 'a'));
      rmSync(join(workspace.path, '.git'), { recursive: true });
      symlinkSync(outside, join(workspace.path, '.git'));
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files).toMatchObject([
        { path: 'a', change: 'added' },
        { path: 'a/b/c.ts', change: 'deleted' },
      ]);
      await workspace.release();
      for (const revision of [custody.start.commit, captured.tree, custody.start.commit]) {
        const next = await custody.workspace(revision, 'agent');
        expect(lstatSync(join(next.path, '.git')).isDirectory()).toBe(true);
        await next.release();
      }
      expect(readFileSync(join(workspace.path, 'a/b/c.ts'), 'utf8')).toBe('c\n');
      expect(readFileSync(join(outside, 'b/c.ts'), 'utf8')).toBe('precious');
      expect(readdirSync(outside)).toEqual(['b']);
      expect(readdirSync(join(outside, 'b')).toSorted()).toEqual(['c.ts', 'other']);
    });
  });

  it('8.1 leaves pipes, and files in the place of folders, without stopping anybody', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      rmSync(join(workspace.path, 'README.md'));
      execFileSync('mkfifo', [join(workspace.path, 'README.md'), join(workspace.path, 'pipe')]);
      writeFileSync(join(workspace.path, 'git~1'), 'a name that git refuses');
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files).toMatchObject([{ path: 'README.md', change: 'deleted' }]);
      expect(captured.ignored).toEqual(['README.md', 'git~1', 'pipe']);
      await workspace.release();
      const next = await custody.workspace(custody.start.commit, 'agent');
      expect(readdirSync(next.path).toSorted()).toEqual(['.git', 'README.md', 'src']);
    });
  });

  it('8.1 cannot hide a change by writing to the index that we keep', async () => {
    await withRepo(async (test) => {
      const { custody, run } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'README.md'), 'changed\n');
      const env = { ...testEnvironment(test.home), GIT_INDEX_FILE: join(run, 'index/agent-1') };
      execFileSync('git', ['update-index', '--assume-unchanged', 'README.md'], { cwd: workspace.path, env });
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files.map((file) => file.path)).toEqual(['README.md']);
    });
  });
});
