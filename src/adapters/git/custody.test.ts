import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withRepo } from '../../../test/support/repo.ts';
import type { TestRepo } from '../../../test/support/repo.ts';
import type { Custody, Repo } from '../../ports/repo.ts';
import { gitProcesses, openRepo } from './index.ts';

const AT = '2026-01-02T03:04:05.678Z';

async function begin(test: TestRepo, includeDirty = false): Promise<{ repo: Repo; custody: Custody }> {
  const repo = await openRepo(test.root, { stateDir: test.stateDir });
  return { repo, custody: await repo.begin('r1', { includeDirty }) };
}

/** Everything of the user's repository but what a run may add: its pin and its branch. */
const usersOwn = (path: string): boolean => /^\.git\/(refs\/(fixpoint|heads\/fixpoint)|logs\/refs\/heads\/fixpoint|objects\/)/.test(path);

describe('workspaces', () => {
  it('8.1 hold exactly the revision, with a git of their own', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      expect(readdirSync(workspace.path).toSorted()).toEqual(['.git', 'README.md', 'src']);
      expect(test.gitIn(workspace.path, 'status', '--porcelain')).toBe('');
      expect(test.gitIn(workspace.path, 'rev-parse', 'HEAD')).toBe(custody.start.commit);
      expect(workspace.path.startsWith(test.root)).toBe(false);
    });
  });

  it('8.1 are reset to exactly the revision, whatever was done in them', async () => {
    await withRepo(async (test) => {
      test.write('.gitignore', 'out/\n');
      test.write('bin/tool', '#!/bin/sh\n');
      chmodSync(join(test.root, 'bin/tool'), 0o755);
      symlinkSync('README.md', join(test.root, 'link'));
      test.commitAll('more');
      const { custody } = await begin(test);
      const first = await custody.workspace(custody.start.commit, 'verify');
      const outside = join(test.folder, 'outside');
      mkdirSync(outside);
      writeFileSync(join(outside, 'one.ts'), 'precious');
      const { path } = first;
      rmSync(join(path, 'src'), { recursive: true });
      symlinkSync(outside, join(path, 'src'));
      mkdirSync(join(path, 'out/deep'), { recursive: true });
      writeFileSync(join(path, 'out/deep/x'), '1');
      writeFileSync(join(path, 'untracked'), '1');
      rmSync(join(path, 'README.md'));
      mkdirSync(join(path, 'README.md/deep'), { recursive: true });
      chmodSync(join(path, 'bin/tool'), 0o644);
      rmSync(join(path, 'link'));
      writeFileSync(join(path, 'link'), 'README.md');
      chmodSync(join(path, 'bin'), 0o555);
      await first.release();
      const second = await custody.workspace(custody.start.commit, 'verify');
      expect(second.path).toBe(path);
      expect(test.gitIn(path, 'status', '--porcelain', '--ignored')).toBe('');
      expect(readFileSync(join(path, 'src/one.ts'), 'utf8')).toContain('one = 1');
      expect(readFileSync(join(outside, 'one.ts'), 'utf8')).toBe('precious');
      expect(readdirSync(outside)).toEqual(['one.ts']);
    });
  });

  it('8.1 find a change that keeps size and time of a file', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const first = await custody.workspace(custody.start.commit, 'verify');
      const text = readFileSync(join(first.path, 'src/one.ts'), 'utf8');
      writeFileSync(join(first.path, 'src/one.ts'), text.replace('one = 1', 'one = 7'));
      await first.release();
      const second = await custody.workspace(custody.start.commit, 'verify');
      expect(readFileSync(join(second.path, 'src/one.ts'), 'utf8')).toBe(text);
    });
  });

  it('5.3 keep what set-up made, put back what it changed, and leave it out of snapshots', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const first = await custody.workspace(custody.start.commit, 'agent');
      mkdirSync(join(first.path, 'node_modules/dep'), { recursive: true });
      writeFileSync(join(first.path, 'node_modules/dep/index.js'), '1');
      mkdirSync(join(first.path, 'packages/a/node_modules'), { recursive: true });
      writeFileSync(join(first.path, 'packages/a/node_modules/x'), '1');
      appendFileSync(join(first.path, 'README.md'), 'by set-up\n');
      expect(await first.untracked()).toEqual(['node_modules', 'packages']);
      await first.keep(['node_modules', 'packages/a/node_modules']);
      expect(await first.untracked()).toEqual([]);
      writeFileSync(join(first.path, 'made.ts'), '1');
      const captured = await custody.capture(first, custody.start.commit);
      expect(captured.files.map((file) => file.path)).toEqual(['made.ts']);
      await first.release();
      const second = await custody.workspace(custody.start.commit, 'agent');
      expect(second.kept).toEqual(['node_modules', 'packages/a/node_modules']);
      expect(existsSync(join(second.path, 'node_modules/dep/index.js'))).toBe(true);
      expect(existsSync(join(second.path, 'packages/a/node_modules/x'))).toBe(true);
      expect(existsSync(join(second.path, 'made.ts'))).toBe(false);
      expect(readFileSync(join(second.path, 'README.md'), 'utf8')).toBe('# Example\n');
    });
  });

  it('5.3 do not keep a set-up output that was swapped for a link', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const first = await custody.workspace(custody.start.commit, 'agent');
      mkdirSync(join(first.path, 'node_modules'));
      await first.keep(['node_modules']);
      renameSync(join(first.path, 'node_modules'), join(test.folder, 'moved'));
      symlinkSync(join(test.folder, 'moved'), join(first.path, 'node_modules'));
      await first.release();
      const second = await custody.workspace(custody.start.commit, 'agent');
      expect(second.kept).toEqual([]);
      expect(existsSync(join(second.path, 'node_modules'))).toBe(false);
      expect(existsSync(join(test.folder, 'moved'))).toBe(true);
    });
  });

  it('8.1 of agents and of verification never mix', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const agent = await custody.workspace(custody.start.commit, 'agent');
      await agent.release();
      const verify = await custody.workspace(custody.start.commit, 'verify');
      expect(verify.path).not.toBe(agent.path);
      const [a, b] = await Promise.all([custody.workspace(custody.start.tree, 'verify'), custody.workspace(custody.start.tree, 'agent')]);
      expect(new Set([verify.path, a.path, b.path]).size).toBe(3);
      expect(b.path).toBe(agent.path);
    });
  });
});

describe('capture', () => {
  it('4.8 has new, deleted, binary, renamed and executable files', async () => {
    await withRepo(async (test) => {
      test.write('gone.ts', 'gone\n');
      test.write('tool.sh', '#!/bin/sh\n');
      test.commitAll('more');
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      rmSync(join(workspace.path, 'gone.ts'));
      chmodSync(join(workspace.path, 'tool.sh'), 0o755);
      writeFileSync(join(workspace.path, 'data.bin'), Buffer.from([0, 1, 2, 0, 255]));
      writeFileSync(join(workspace.path, 'src/one.ts'), 'export const one = 1;\n');
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files).toEqual([
        { path: 'data.bin', change: 'added', added: null, removed: null },
        { path: 'gone.ts', change: 'deleted', added: 0, removed: 1 },
        { path: 'src/one.ts', change: 'modified', added: 0, removed: 2 },
        { path: 'tool.sh', change: 'modified', added: 0, removed: 0 },
      ]);
      writeFileSync(join(test.folder, 'patch'), captured.patch);
      test.git('apply', '--index', join(test.folder, 'patch'));
      expect(test.git('write-tree')).toBe(captured.tree);
    });
  });

  it('4.8 of an agent that changed nothing is empty', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured).toMatchObject({ tree: custody.start.tree, files: [], ignored: [], protected: [] });
      expect(captured.patch.length).toBe(0);
    });
  });

  it('4.8 sees work that the agent committed, stashed or hid in its own index', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'new.ts'), 'new\n');
      test.gitIn(workspace.path, 'add', '-A');
      test.gitIn(workspace.path, 'commit', '-q', '-m', 'mine');
      test.gitIn(workspace.path, 'update-index', '--assume-unchanged', 'README.md');
      writeFileSync(join(workspace.path, 'README.md'), 'hidden\n');
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files.map((file) => file.path)).toEqual(['README.md', 'new.ts']);
    });
  });

  it('8.3 keeps file names with spaces, quotes, newlines and bytes that are not UTF-8', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      const names = ['a b', 'q"uo\'te', 'new\nline', 'tab\t', 'é', '-dash', ':colon', 'back\\slash'];
      for (const name of names) writeFileSync(join(workspace.path, name), 'x');
      const raw = Buffer.concat([Buffer.from(`${workspace.path}/bad-`), Buffer.from([0xff, 0xfe])]);
      writeFileSync(raw, 'x');
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files.map((file) => file.path).toSorted()).toEqual([...names, 'bad-\\xff\\xfe'].toSorted());
      const commit = await custody.commit({ tree: captured.tree, parent: custody.start.commit, message: 'names', at: AT });
      await workspace.release();
      const verify = await custody.workspace(commit.commit, 'verify');
      expect(readdirSync(verify.path, 'latin1')).toContain('bad-\xff\xfe');
      const base = await custody.workspace(custody.start.commit, 'agent');
      expect(base.path).toBe(workspace.path);
      expect(readdirSync(base.path).toSorted()).toEqual(['.git', 'README.md', 'src']);
    });
  });

  it('4.9 survives an agent that removed, replaced or closed its workspace', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      for (const ruin of [
        (path: string) => rmSync(path, { recursive: true }),
        (path: string) => (rmSync(path, { recursive: true }), writeFileSync(path, 'file')),
        (path: string) => (rmSync(path, { recursive: true }), symlinkSync(test.root, path)),
      ]) {
        const workspace = await custody.workspace(custody.start.commit, 'agent');
        ruin(workspace.path);
        const captured = await custody.capture(workspace, custody.start.commit);
        expect(captured.files.every((file) => file.change === 'deleted')).toBe(true);
        expect(captured.files).toHaveLength(2);
        await workspace.release();
      }
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      chmodSync(join(workspace.path, 'src'), 0);
      expect((await custody.capture(workspace, custody.start.commit)).files).toEqual([]);
      expect(test.read('README.md')).toBe('# Example\n');
    });
  });

  it('4.8 lists what lies in ignored places and does not count it', async () => {
    await withRepo(async (test) => {
      test.write('.gitignore', '*.log\nout/\n');
      test.commitAll('ignore');
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'src/debug.log'), '1');
      mkdirSync(join(workspace.path, 'out'));
      writeFileSync(join(workspace.path, 'out/x'), '1');
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.files).toEqual([]);
      expect(captured.ignored).toEqual(['out', 'src/debug.log']);
      await workspace.release();
      await custody.workspace(custody.start.commit, 'agent');
      expect(existsSync(join(workspace.path, 'src/debug.log'))).toBe(false);
    });
  });

  it('8.3 costs at most five git processes for an accepted finding, verification included', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const warm = await custody.workspace(custody.start.commit, 'verify');
      await warm.release();
      const first = await custody.workspace(custody.start.commit, 'agent');
      const before = gitProcesses.count;
      writeFileSync(join(first.path, 'src/one.ts'), 'better\n');
      const captured = await custody.capture(first, custody.start.commit);
      await first.release();
      const verify = await custody.workspace(captured.tree, 'verify');
      await verify.release();
      const made = await custody.commit({ tree: captured.tree, parent: custody.start.commit, message: 'x', at: AT });
      const next = await custody.workspace(made.commit, 'agent');
      expect(gitProcesses.count - before).toBeLessThanOrEqual(5);
      expect(readFileSync(join(next.path, 'src/one.ts'), 'utf8')).toBe('better\n');
      expect(test.gitIn(next.path, 'status', '--porcelain')).toBe('');
    });
  });

  it('4.14 starts from a refused patch and still shows the whole difference to the base', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const first = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(first.path, 'a.ts'), 'a\n');
      const refused = await custody.capture(first, custody.start.commit);
      await first.release();
      const second = await custody.workspace(refused.tree, 'agent');
      writeFileSync(join(second.path, 'b.ts'), 'b\n');
      const captured = await custody.capture(second, custody.start.commit);
      expect(captured.files.map((file) => file.path)).toEqual(['a.ts', 'b.ts']);
    });
  });
});

describe('commit and merge', () => {
  it('8.3 gives the same id for the same request, with the user as author', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const request = { tree: custody.start.tree, parent: custody.start.commit, message: 'fix(review): x\n\nbody\n', at: AT };
      const one = await custody.commit(request);
      expect(await custody.commit(request)).toEqual(one);
      await custody.handOver(one.commit, 'fixpoint/r1');
      expect(test.git('show', '-s', '--format=%an <%ae> %cn <%ce> %at %ct%n%B', one.commit)).toBe(
        'Ada Tester <ada@example.com> Ada Tester <ada@example.com> 1767323045 1767323045\nfix(review): x\n\nbody\n',
      );
    });
  });

  it('8.3 says so when no identity is configured', async () => {
    await withRepo(async (test) => {
      test.git('config', '--global', '--unset', 'user.name');
      test.git('config', '--global', '--unset', 'user.email');
      const { custody } = await begin(test);
      expect(custody.notes.join()).toContain('Fixpoint <fixpoint@localhost>');
      const made = await custody.commit({ tree: custody.start.tree, parent: custody.start.commit, message: 'x', at: AT });
      expect(made.commit).toMatch(/^[0-9a-f]{40}$/);
    });
  });

  it('8.3 takes the identity as it was before the first agent', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      test.git('config', 'user.name', 'Mallory');
      const made = await custody.commit({ tree: custody.start.tree, parent: custody.start.commit, message: 'x', at: AT });
      await custody.handOver(made.commit, 'b');
      expect(test.git('show', '-s', '--format=%an', 'b')).toBe('Ada Tester');
    });
  });

  it('7.5 merges what fits and names the files that do not', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const change = async (file: string, text: string): Promise<string> => {
        const workspace = await custody.workspace(custody.start.commit, 'agent');
        writeFileSync(join(workspace.path, file), text);
        const { tree } = await custody.capture(workspace, custody.start.commit);
        await workspace.release();
        return (await custody.commit({ tree, parent: custody.start.commit, message: file, at: AT })).commit;
      };
      const a = await change('a.ts', 'a\n');
      const b = await change('src/one.ts', 'mine\n');
      const c = await change('src/one.ts', 'theirs\n');
      const merged = await custody.merge(a, b);
      expect('tree' in merged && (await custody.readText(merged.tree, 'src/one.ts'))).toBe('mine\n');
      expect(await custody.merge(b, c)).toEqual({ conflicts: ['src/one.ts'] });
    });
  });

  it('1.6 reads files and tells which exist', async () => {
    await withRepo(async (test) => {
      test.write('bin', Buffer.from([1, 0, 2]));
      test.write('latin', Buffer.from([0xe9, 0x0a]));
      test.write('with space/é.ts', 'text\n');
      test.commitAll('more');
      const { custody } = await begin(test);
      const at = custody.start.commit;
      expect(await custody.readText(at, 'with space/é.ts')).toBe('text\n');
      expect(await custody.readText(at, 'bin')).toBeNull();
      expect(await custody.readText(at, 'latin')).toBeNull();
      expect(await custody.readText(at, 'src')).toBeNull();
      expect(await custody.readText(at, 'nope')).toBeNull();
      expect(await custody.existing(at, ['src/one.ts', 'src', 'nope', '../x', ''])).toEqual(new Set(['src/one.ts']));
    });
  });
});

describe('hand-over', () => {
  const fixed = async (custody: Custody, text = 'fixed\n', parent = custody.start.commit): Promise<string> => {
    const workspace = await custody.workspace(parent, 'agent');
    writeFileSync(join(workspace.path, 'src/one.ts'), text);
    const { tree } = await custody.capture(workspace, parent);
    await workspace.release();
    return (await custody.commit({ tree, parent, message: text, at: AT })).commit;
  };

  it('8.1 makes the branch once, and leaves everything else of the user as it was', async () => {
    await withRepo(async (test) => {
      test.write('staged.ts', 'staged\n');
      test.git('add', 'staged.ts');
      test.write('staged.ts', 'staged and changed\n');
      test.git('stash', 'push', '-q', '--include-untracked');
      test.git('stash', 'apply', '-q', '--index');
      test.write('untracked', '1');
      const before = test.fingerprint(usersOwn);
      const { custody } = await begin(test);
      const commit = await fixed(custody);
      expect(await custody.handOver(commit, 'fixpoint/r1')).toEqual({ branch: 'fixpoint/r1' });
      expect(await custody.handOver(commit, 'fixpoint/r1')).toEqual({ branch: 'fixpoint/r1' });
      await custody.close();
      expect(test.fingerprint(usersOwn)).toEqual(before);
      expect(test.git('rev-parse', 'fixpoint/r1')).toBe(commit);
      expect(test.git('fsck', '--connectivity-only')).not.toContain('missing');
      expect(test.git('rev-parse', 'refs/fixpoint/r1/start')).toBe(custody.start.commit);
    });
  });

  it('8.1 moves its own branch on, and takes another name when the user moved it or stands on it', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const one = await fixed(custody, 'one\n');
      const two = await fixed(custody, 'two\n', one);
      await custody.handOver(one, 'fixpoint/r1');
      expect(await custody.handOver(two, 'fixpoint/r1')).toEqual({ branch: 'fixpoint/r1' });
      test.git('branch', '-f', 'fixpoint/r1', test.git('commit-tree', '-p', 'main', '-m', 'users', 'main^{tree}'));
      expect(await custody.handOver(two, 'fixpoint/r1')).toEqual({ branch: 'fixpoint/r1-2' });
      expect(await custody.handOver(two, 'main')).toEqual({ branch: 'main-2' });
      expect(test.git('rev-parse', 'main')).toBe(custody.start.commit);
      test.git('worktree', 'add', '-q', '-b', 'side', join(test.folder, 'side'));
      expect(await custody.handOver(two, 'side')).toEqual({ branch: 'side-2' });
    });
  });

  it('8.1 says what to do about a name that cannot be', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const commit = await fixed(custody);
      test.git('branch', 'fixpoint');
      await expect(custody.handOver(commit, 'fixpoint/r1')).rejects.toThrow('--set commit.branch');
      await expect(custody.handOver(commit, 'a..b')).rejects.toThrow('--set commit.branch');
      await expect(custody.handOver(commit, '-x')).rejects.toThrow('--set commit.branch');
    });
  });

  it('8.1 keeps the start when the user amends and collects garbage', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      test.git('commit', '-q', '--amend', '-m', 'amended');
      test.git('reflog', 'expire', '--expire=now', '--all');
      test.git('gc', '-q', '--prune=now');
      const commit = await fixed(custody);
      expect(await custody.handOver(commit, 'fixpoint/r1')).toEqual({ branch: 'fixpoint/r1' });
      expect(test.git('rev-parse', 'fixpoint/r1^')).toBe(custody.start.commit);
    });
  });
});

describe('resuming', () => {
  it('11.1 goes on after a kill: stale locks and half-made workspaces do no harm', async () => {
    await withRepo(async (test) => {
      const { repo, custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'half'), '1');
      rmSync(join(workspace.path, 'README.md'));
      const run = join(test.stateDir, repo.id, 'runs/r1');
      for (const name of readdirSync(join(run, 'index'))) writeFileSync(join(run, 'index', `${name}.lock`), '');
      const resumed = await repo.reopen('r1', { seal: custody.seal });
      expect(resumed.start).toEqual(custody.start);
      expect(resumed.seal).toBe(custody.seal);
      const again = await resumed.workspace(custody.start.commit, 'agent');
      expect(readdirSync(again.path).toSorted()).toEqual(['.git', 'README.md', 'src']);
    });
  });

  it('11.1 begins anew where beginning was interrupted', async () => {
    await withRepo(async (test) => {
      const repo = await openRepo(test.root, { stateDir: test.stateDir });
      const run = join(test.stateDir, repo.id, 'runs/r1');
      mkdirSync(join(run, 'control.git/objects'), { recursive: true });
      writeFileSync(join(run, 'control.git/config'), 'half');
      await expect(repo.reopen('r1')).rejects.toThrow('never begun');
      const custody = await repo.begin('r1', { includeDirty: false });
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      expect(existsSync(join(workspace.path, 'README.md'))).toBe(true);
    });
  });
});
