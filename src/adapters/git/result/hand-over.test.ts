import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withRepo } from '../../../../test/support/repo.ts';
import { begin, fixed } from '../../../../test/support/custody.ts';

/** What a run may add to the user's repository: its pin, its branch and their objects. */
const usersOwn = (path: string): boolean =>
  /^\.git\/(refs\/(fixpoint|heads\/fixpoint)|logs\/refs\/heads\/fixpoint|objects\/)/.test(path);

describe('hand-over', () => {
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
      const one = await fixed(custody, { text: 'one\n' });
      const two = await fixed(custody, { text: 'two\n', parent: one });
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
      await expect(custody.handOver(commit, 'fixpoint/r1')).rejects.toThrow('git branch -m fixpoint NAME');
      await expect(custody.handOver(commit, 'a..b')).rejects.toThrow('--set commit.branch');
      await expect(custody.handOver(commit, '-x')).rejects.toThrow('--set commit.branch');
    });
  });

  it('8.1 empties what agents are through with meanwhile, and whoever comes later still gets a workspace', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const [done, busy] = [
        await custody.workspace(custody.start.commit, 'agent'),
        await custody.workspace(custody.start.commit, 'agent'),
      ];
      await done.release();
      const commit = await fixed(custody, { parent: custody.start.commit });
      await custody.handOver(commit, 'fixpoint/r1');
      expect(readdirSync(done.path)).toEqual([]);
      expect(readdirSync(busy.path)).toContain('src');
      const later = await custody.workspace(commit, 'agent');
      expect(readdirSync(later.path)).toContain('src');
      await custody.close();
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
