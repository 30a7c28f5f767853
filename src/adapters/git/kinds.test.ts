import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withRepo } from '../../../test/support/repo.ts';
import type { TestRepo } from '../../../test/support/repo.ts';
import { RepoError } from '../../ports/repo.ts';
import type { Custody, Repo } from '../../ports/repo.ts';
import { openRepo } from './index.ts';

const AT = '2026-01-02T03:04:05Z';

async function begin(test: TestRepo, options: { root?: string; includeDirty?: boolean } = {}): Promise<{ repo: Repo; custody: Custody }> {
  const repo = await openRepo(options.root ?? test.root, { stateDir: test.stateDir });
  return { repo, custody: await repo.begin('r1', { includeDirty: options.includeDirty === true }) };
}

/** One fix from beginning to end: gives its commit. */
async function fix(custody: Custody, file = 'src/one.ts', text = 'fixed\n'): Promise<string> {
  const workspace = await custody.workspace(custody.start.commit, 'agent');
  writeFileSync(join(workspace.path, file), text);
  const captured = await custody.capture(workspace, custody.start.commit);
  expect(captured.files.map((change) => change.path)).toEqual([file]);
  await workspace.release();
  const made = await custody.commit({ tree: captured.tree, parent: custody.start.commit, message: 'fix', at: AT });
  await custody.handOver(made.commit, 'fixpoint/r1');
  return made.commit;
}

describe('what cannot be worked with is refused with what to do', () => {
  it('8.1 not a repository', async () => {
    await withRepo(async (test) => {
      const refused = openRepo(test.home, { stateDir: test.stateDir });
      await expect(refused).rejects.toThrow(RepoError);
      await expect(refused).rejects.toThrow('git init');
      await expect(openRepo(join(test.folder, 'nowhere'), { stateDir: test.stateDir })).rejects.toThrow('does not exist');
    });
  });

  it('8.1 no commits yet', async () => {
    await withRepo((test) => expect(openRepo(test.root, { stateDir: test.stateDir })).rejects.toThrow('git commit'), { empty: true });
  });

  it('8.1 bare, and inside .git', async () => {
    await withRepo(async (test) => {
      test.git('clone', '-q', '--bare', '.', join(test.folder, 'bare'));
      await expect(openRepo(join(test.folder, 'bare'), { stateDir: test.stateDir })).rejects.toThrow('git worktree add');
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

describe('submodules', () => {
  async function withModule(use: (test: TestRepo) => Promise<void>): Promise<void> {
    await withRepo(async (test) => {
      const library = join(test.folder, 'library');
      mkdirSync(library);
      test.gitIn(library, 'init', '-q', '-b', 'main');
      writeFileSync(join(library, 'lib.c'), 'int x;\n');
      test.gitIn(library, 'add', '-A');
      test.gitIn(library, 'commit', '-q', '-m', 'lib');
      test.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'vendor/lib');
      test.commitAll('module');
      await use(test);
    });
  }

  it('8.1 are laid out, and their links survive whatever is done to them', async () => {
    await withModule(async (test) => {
      const { custody } = await begin(test);
      for (const work of [
        (path: string) => writeFileSync(join(path, 'vendor/lib/lib.c'), 'changed'),
        (path: string) => writeFileSync(join(path, 'vendor/lib/new.c'), 'new'),
        (path: string) => rmSync(join(path, 'vendor/lib'), { recursive: true }),
        (path: string) => rmSync(join(path, 'vendor'), { recursive: true }),
        (path: string) => (rmSync(join(path, 'vendor/lib'), { recursive: true }), writeFileSync(join(path, 'vendor/lib'), 'file')),
        (path: string) => test.gitIn(join(path, 'vendor/lib'), 'init', '-q'),
        (path: string) => mkdirSync(join(path, 'vendor/lib/.git')),
      ]) {
        const workspace = await custody.workspace(custody.start.commit, 'agent');
        expect(readFileSync(join(workspace.path, 'vendor/lib/lib.c'), 'utf8')).toBe('int x;\n');
        work(workspace.path);
        writeFileSync(join(workspace.path, 'README.md'), 'fixed\n');
        const captured = await custody.capture(workspace, custody.start.commit);
        expect(captured.files.map((file) => file.path)).toEqual(['README.md']);
        expect(captured.protected).toEqual([]);
        await workspace.release();
      }
    });
  });

  it('8.1 say what was changed inside, and refuse when the link itself cannot stay', async () => {
    await withModule(async (test) => {
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'vendor/lib/lib.c'), 'changed');
      writeFileSync(join(workspace.path, 'vendor/lib/new.c'), 'new');
      expect((await custody.capture(workspace, custody.start.commit)).ignored).toEqual(['vendor/lib/lib.c', 'vendor/lib/new.c']);
      await workspace.release();
      const again = await custody.workspace(custody.start.commit, 'agent');
      const outside = join(test.folder, 'outside');
      mkdirSync(join(outside, 'lib'), { recursive: true });
      writeFileSync(join(outside, 'lib/precious'), '1');
      rmSync(join(again.path, 'vendor'), { recursive: true });
      symlinkSync(outside, join(again.path, 'vendor'));
      const captured = await custody.capture(again, custody.start.commit);
      expect(captured.protected).toEqual(['vendor/lib']);
      await again.release();
      const last = await custody.workspace(custody.start.commit, 'agent');
      expect(existsSync(join(last.path, 'vendor/lib/lib.c'))).toBe(true);
      expect(readdirSync(join(outside, 'lib'))).toEqual(['precious']);
    });
  });

  it('8.1 that are not there are empty folders, and the user is told', async () => {
    await withModule(async (test) => {
      const clone = join(test.folder, 'clone');
      test.git('clone', '-q', '.', clone);
      const { custody } = await begin(test, { root: clone });
      expect(custody.notes.join()).toContain('git submodule update --init');
      await fix(custody, 'README.md');
    });
  });
});

describe('how files look', () => {
  it('8.3 autocrlf: files have the endings of the checkout, commits those of the repository', async () => {
    await withRepo(async (test) => {
      test.git('config', 'core.autocrlf', 'true');
      const { repo, custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      expect(readFileSync(join(workspace.path, 'README.md'), 'utf8')).toBe('# Example\r\n');
      appendFileSync(join(workspace.path, 'README.md'), 'more\r\n');
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files).toEqual([{ path: 'README.md', change: 'modified', added: 1, removed: 0 }]);
      expect(await custody.readText(captured.tree, 'README.md')).toBe('# Example\nmore\n');
      const made = await custody.commit({ tree: captured.tree, parent: custody.start.commit, message: 'x', at: AT });
      writeFileSync(join(test.root, 'README.md'), '# Example\r\n');
      await repo.apply({ run: 'r1', start: custody.start.commit, head: made.commit });
      expect(test.read('README.md')).toBe('# Example\r\nmore\r\n');
    });
  });

  it('8.3 files that are not normalised do not appear in patches of others', async () => {
    await withRepo(async (test) => {
      test.write('crlf.txt', 'one\r\ntwo\r\n');
      test.commitAll('crlf');
      test.write('.gitattributes', '*.txt text\n');
      test.git('add', '.gitattributes');
      test.git('commit', '-q', '-m', 'attributes only');
      const { custody } = await begin(test);
      await fix(custody);
    });
  });

  it('8.3 global and local excludes count as they do for the user', async () => {
    await withRepo(async (test) => {
      mkdirSync(join(test.home, '.config/git'), { recursive: true });
      writeFileSync(join(test.home, '.config/git/ignore'), '*.swp\n');
      appendFileSync(join(test.root, '.git/info/exclude'), 'private/\n');
      const { repo, custody } = await begin(test);
      test.write('x.swp', '1');
      test.write('private/x', '1');
      expect(await repo.isDirty()).toBe(false);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'y.swp'), '1');
      mkdirSync(join(workspace.path, 'private'));
      writeFileSync(join(workspace.path, 'private/y'), '1');
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files).toEqual([]);
      expect(captured.ignored).toEqual(['private', 'y.swp']);
      expect(test.gitIn(workspace.path, 'status', '--porcelain')).toBe('');
    });
  });

  it('8.3 filters are never run: their files stay as stored, and a patch that touches one is marked', async () => {
    await withRepo(async (test) => {
      test.write('.gitattributes', '*.big filter=big\n');
      test.write('data.big', 'version https://example.com/pointer\n');
      test.write('plain.ts', 'plain\n');
      test.commitAll('pointers');
      for (const key of ['clean', 'smudge', 'process']) test.git('config', '--global', `filter.big.${key}`, test.canary());
      const { repo, custody } = await begin(test);
      const change = async (files: Record<string, string>): Promise<string[]> => {
        const workspace = await custody.workspace(custody.start.commit, 'agent');
        expect(readFileSync(join(workspace.path, 'data.big'), 'utf8')).toContain('pointer');
        for (const [file, text] of Object.entries(files)) writeFileSync(join(workspace.path, file), text);
        const captured = await custody.capture(workspace, custody.start.commit);
        await workspace.release();
        return captured.protected;
      };
      expect(await change({ 'plain.ts': 'fixed\n' })).toEqual([]);
      expect(await change({ 'data.big': 'changed', 'plain.ts': 'fixed\n' })).toEqual(['data.big']);
      expect(await change({ 'new.big': 'new' })).toEqual(['new.big']);
      expect(await change({ 'data.big': 'changed', '.gitattributes': '' })).toEqual(['data.big']);
      expect(await change({ 'plain.ts': 'x', '.gitattributes': '*.big filter=big\nplain.ts filter=big\n' })).toEqual(['plain.ts']);
      await repo.isDirty();
      expect(test.sang()).toBe(false);
    });
  });
});
