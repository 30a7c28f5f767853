import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { poison } from '../../../../test/support/poison.ts';
import { withRepo } from '../../../../test/support/repo.ts';
import { RepoError } from '../../../ports/repo.ts';
import { committedTree } from './committed.ts';
import { locate } from './locate.ts';

describe('what a commit holds', () => {
  it('14 is read as it was committed, whatever is checked out', () =>
    withRepo(async (test) => {
      test.write('kept/ä b.txt', 'old\n');
      test.write('kept/deep/x.txt', 'x\n');
      symlinkSync('kept', join(test.root, 'link'));
      const commit = test.commitAll('kept');
      test.write('kept/ä b.txt', 'new\n');
      test.git('rm', '-q', '-r', 'kept/deep');
      const tree = await committedTree(await locate(test.root), 'HEAD');
      expect(tree).toMatchObject({ ref: 'HEAD', commit });
      expect(Buffer.from((await tree.read('kept/ä b.txt')) ?? []).toString()).toBe('old\n');
      expect((await tree.list('kept')).map(({ name, kind, bytes }) => [name, kind, bytes])).toEqual([
        ['deep', 'folder', 0],
        ['ä b.txt', 'file', 4],
      ]);
      expect(await tree.find('link')).toMatchObject({ kind: 'link' });
      for (const none of ['link', 'kept', 'nothing', 'link/deep/x.txt', 'ke*', ':(top)kept'])
        expect(await tree.read(none)).toBeNull();
      for (const none of ['link', 'nothing', 'kept/ä b.txt']) expect(await tree.list(none)).toEqual([]);
    }));

  it('14 is that of a branch, a tag or a commit; anything else is refused', () =>
    withRepo(async (test) => {
      const at = await locate(test.root);
      test.git('tag', '-a', 'v1', '-m', 'a tag');
      const commit = test.git('rev-parse', 'HEAD');
      for (const ref of ['main', 'v1', commit, commit.slice(0, 10), 'HEAD'])
        expect((await committedTree(at, ref)).commit).toBe(commit);
      for (const ref of ['', 'nowhere', '--all', 'HEAD:README.md', 'HEAD^{tree}', 'main..HEAD'])
        await expect(committedTree(at, ref), ref).rejects.toThrow(RepoError);
    }));

  it('8.1 is read without running anything that the repository names', () =>
    withRepo(async (test) => {
      poison(join(test.root, '.git'), test.canary());
      const tree = await committedTree(await locate(test.root), 'main');
      expect(Buffer.from((await tree.read('README.md')) ?? []).toString()).toBe('# Example\n');
      expect(test.sang()).toBe(false);
    }));
});
