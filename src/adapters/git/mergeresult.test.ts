import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begin, fixed } from '../../../test/support/custody.ts';
import { poison } from '../../../test/support/poison.ts';
import { withRepo } from '../../../test/support/repo.ts';

describe('merging a result into the branch of the user', () => {
  it('8.1 moves on when nothing else happened, and runs nothing that was planted', async () => {
    await withRepo(async (test) => {
      const { repo, custody } = await begin(test);
      const head = await fixed(custody);
      poison(join(test.root, '.git'), test.canary());
      expect(await repo.merge({ run: 'r1', start: custody.start.commit, head })).toMatchObject({ applied: true, files: ['src/one.ts'] });
      expect(test.sang()).toBe(false);
      expect(test.read('src/one.ts')).toBe('fixed\n');
      expect(await repo.head()).toMatchObject({ commit: head, branch: 'main' });
      expect(await repo.isDirty()).toBe(false);
    });
  });

  it('8.1 makes a merge beside commits of the user, and keeps files that are not part of it', async () => {
    await withRepo(async (test) => {
      const { repo, custody } = await begin(test);
      const head = await fixed(custody);
      test.write('README.md', 'mine\n');
      const mine = test.commitAll('mine');
      test.write('untracked', '1');
      expect(await repo.merge({ run: 'r1', start: custody.start.commit, head })).toMatchObject({ applied: true });
      expect(test.git('log', '-1', '--format=%P')).toBe(`${mine} ${head}`);
      expect(test.git('status', '--porcelain')).toBe('?? untracked');
      expect(test.read('README.md')).toBe('mine\n');
    });
  });

  it('8.4 changes nothing when a file does not fit', async () => {
    await withRepo(async (test) => {
      const { repo, custody } = await begin(test);
      const head = await fixed(custody);
      test.write('src/one.ts', 'not committed\n');
      const before = test.git('rev-parse', 'HEAD');
      expect(await repo.merge({ run: 'r1', start: custody.start.commit, head })).toMatchObject({ applied: false });
      expect(test.read('src/one.ts')).toBe('not committed\n');
      test.commitAll('mine');
      expect(await repo.merge({ run: 'r1', start: custody.start.commit, head })).toMatchObject({
        applied: false,
        conflicts: [{ file: 'src/one.ts' }],
      });
      expect(test.git('rev-parse', 'HEAD^')).toBe(before);
      writeFileSync(join(test.root, '.git/MERGE_HEAD'), `${head}\n`);
      await expect(repo.merge({ run: 'r1', start: custody.start.commit, head })).rejects.toThrow('under way');
      expect(existsSync(join(test.root, '.git/index.lock'))).toBe(false);
    });
  });
});
