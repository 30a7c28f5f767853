import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AT, begin } from '../../../test/support/custody.ts';
import { withRepo } from '../../../test/support/repo.ts';
import { type Custody, RepoError } from '../../ports/repo.ts';
import { openRepo } from './user/open-repo.ts';

/** One fix from beginning to end: gives its commit. */
const fix = async (custody: Custody, file = 'src/one.ts', text = 'fixed\n'): Promise<string> => {
  const workspace = await custody.workspace(custody.start.commit, 'agent');
  writeFileSync(join(workspace.path, file), text);
  const captured = await custody.capture(workspace, custody.start.commit);
  expect(captured.files.map((change) => change.path)).toEqual([file]);
  await workspace.release();
  const made = await custody.commit({ tree: captured.tree, parent: custody.start.commit, message: 'fix', at: AT });
  await custody.handOver(made.commit, 'fixpoint/r1');
  return made.commit;
};

describe('what cannot be worked with is refused with what to do', () => {
  it('8.1 not a repository', async () => {
    await withRepo(async (test) => {
      const refused = openRepo(test.home, { stateDir: test.stateDir });
      await expect(refused).rejects.toThrow(RepoError);
      await expect(refused).rejects.toThrow('git init');
      await expect(openRepo(join(test.folder, 'nowhere'), { stateDir: test.stateDir })).rejects.toThrow(
        'does not exist',
      );
    });
  });

  it('8.1 no commits yet', async () => {
    await withRepo((test) => expect(openRepo(test.root, { stateDir: test.stateDir })).rejects.toThrow('git commit'), {
      empty: true,
    });
  });

  it('8.1 bare, and inside .git', async () => {
    await withRepo(async (test) => {
      test.git('clone', '-q', '--bare', '.', join(test.folder, 'bare'));
      await expect(openRepo(join(test.folder, 'bare'), { stateDir: test.stateDir })).rejects.toThrow(
        'git worktree add',
      );
      await expect(openRepo(join(test.root, '.git'), { stateDir: test.stateDir })).rejects.toThrow(RepoError);
    });
  });

  it('8.1 a name that is no run', async () => {
    await withRepo(async (test) => {
      const repo = await openRepo(test.root, { stateDir: test.stateDir });
      await expect(repo.begin('../evil', { includeDirty: false })).rejects.toThrow('cannot name a run');
    });
  });
});

describe('kinds of repositories', () => {
  it('8.1 detached HEAD, and a start below the root', async () => {
    await withRepo(async (test) => {
      test.git('checkout', '-q', '--detach');
      const { repo, custody } = await begin(test, { root: join(test.root, 'src') });
      expect(repo.root).toBe(test.root);
      expect(await repo.head()).toMatchObject({ branch: null, commit: custody.start.commit });
      expect(test.git('show', `${await fix(custody)}:src/one.ts`)).toBe('fixed');
    });
  });

  it('8.1 SHA-256', async () => {
    await withRepo(
      async (test) => {
        const { custody } = await begin(test);
        expect(await fix(custody)).toMatch(/^[0-9a-f]{64}$/);
        expect(test.git('show', 'fixpoint/r1:src/one.ts')).toBe('fixed');
      },
      { format: 'sha256' },
    );
  });

  it('8.1 a linked work tree, with a configuration of its own and a repository that moved its files', async () => {
    await withRepo(async (test) => {
      const linked = join(test.folder, 'linked');
      test.git('config', 'extensions.worktreeConfig', 'true');
      test.git('worktree', 'add', '-q', '-b', 'side', linked);
      test.gitIn(linked, 'config', '--worktree', 'user.name', 'Side Tester');
      writeFileSync(join(linked, 'new'), '1');
      const { repo, custody } = await begin(test, { root: linked });
      expect(repo.root).toBe(linked);
      expect(await repo.isDirty()).toBe(true);
      await fix(custody);
      expect(test.git('show', '-s', '--format=%an', 'fixpoint/r1')).toBe('Side Tester');
    });
  });

  it('8.1 core.worktree', async () => {
    await withRepo(async (test) => {
      const elsewhere = join(test.folder, 'elsewhere');
      mkdirSync(elsewhere);
      test.git('config', 'core.worktree', elsewhere);
      test.git('checkout', '-q', '-f', 'main');
      const { repo, custody } = await begin(test);
      expect(repo.root).toBe(elsewhere);
      expect(await repo.isDirty()).toBe(false);
      await fix(custody);
    });
  });

  it('8.1 shallow', async () => {
    await withRepo(async (test) => {
      for (const n of [1, 2, 3]) {
        test.write('n', `${n}\n`);
        test.commitAll(`n ${n}`);
      }
      const shallow = join(test.folder, 'shallow');
      test.git('clone', '-q', '--depth=1', `file://${test.root}`, shallow);
      const { custody } = await begin(test, { root: shallow });
      const commit = await fix(custody);
      expect(test.gitIn(shallow, 'rev-list', '--count', commit)).toBe('2');
      const workspace = await custody.workspace(commit, 'agent');
      expect(test.gitIn(workspace.path, 'rev-list', '--count', 'HEAD')).toBe('2');
    });
  });

  it('8.1 partial: what is missing of the start is fetched once', async () => {
    await withRepo(async (test) => {
      test.write('deep/er/file.ts', 'deep\n');
      test.commitAll('deep');
      test.git('config', 'uploadpack.allowFilter', 'true');
      test.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
      for (const filter of ['blob:none', 'tree:0']) {
        const partial = join(test.folder, `partial-${filter.slice(0, 4)}`);
        test.git('clone', '-q', '--no-checkout', `--filter=${filter}`, `file://${test.root}`, partial);
        const repo = await openRepo(partial, { stateDir: test.stateDir });
        const custody = await repo.begin('r1', { includeDirty: false });
        const workspace = await custody.workspace(custody.start.commit, 'agent');
        expect(readFileSync(join(workspace.path, 'deep/er/file.ts'), 'utf8')).toBe('deep\n');
        await workspace.release();
        const commit = await fix(custody);
        expect(test.gitIn(partial, 'show', `${commit}:src/one.ts`)).toBe('fixed');
      }
    });
  });

  it('8.1 partial, without the remote: refused, and nothing planted is run to reach it', async () => {
    await withRepo(async (test) => {
      test.git('config', 'uploadpack.allowFilter', 'true');
      const partial = join(test.folder, 'partial');
      test.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${test.root}`, partial);
      test.gitIn(partial, 'config', 'remote.origin.url', 'ssh://nobody@localhost:1/x');
      test.gitIn(partial, 'config', 'core.sshCommand', test.canary());
      const repo = await openRepo(partial, { stateDir: test.stateDir });
      await expect(repo.begin('r1', { includeDirty: false })).rejects.toThrow('partial clone');
      expect(test.sang()).toBe(false);
    });
  });

  it('8.1 sparse: workspaces have everything, the checkout stays sparse', async () => {
    await withRepo(async (test) => {
      test.write('inside/a.ts', 'a\n');
      test.write('outside/b.ts', 'b\n');
      test.commitAll('both');
      test.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'inside');
      expect(test.exists('outside')).toBe(false);
      const { repo, custody } = await begin(test, { includeDirty: true });
      expect(await repo.isDirty()).toBe(false);
      expect(custody.start.tree).toBe(test.git('rev-parse', 'HEAD^{tree}'));
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      expect(existsSync(join(workspace.path, 'outside/b.ts'))).toBe(true);
      await workspace.release();
      const head = await fix(custody, 'outside/b.ts');
      const applied = await repo.apply({ run: 'r1', start: custody.start.commit, head });
      expect(applied).toMatchObject({ applied: false, conflicts: [{ file: 'outside/b.ts' }] });
      expect(JSON.stringify(applied)).toContain('sparse checkout');
    });
  });

  it('8.1 borrowed objects and packed refs', async () => {
    await withRepo(async (test) => {
      const shared = join(test.folder, 'shared');
      test.git('clone', '-q', '--shared', '.', shared);
      test.gitIn(shared, 'pack-refs', '--all');
      const { custody } = await begin(test, { root: shared });
      await fix(custody);
      expect(test.gitIn(shared, 'show', 'fixpoint/r1:src/one.ts')).toBe('fixed');
    });
  });

  it('8.1 a split index and a folder with odd characters', async () => {
    await withRepo(async (test) => {
      const odd = join(test.folder, 'a "b"\n#é');
      test.git('clone', '-q', '.', odd);
      test.gitIn(odd, 'update-index', '--split-index');
      writeFileSync(join(odd, 'new'), '1');
      const { repo, custody } = await begin(test, { root: odd, includeDirty: true });
      expect(await repo.isDirty()).toBe(true);
      expect(await custody.existing(custody.start.commit, ['new'])).toEqual(new Set(['new']));
      await fix(custody);
    });
  });
});
