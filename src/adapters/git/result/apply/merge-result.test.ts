import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begin, fixed } from '../../../../../test/support/custody.ts';
import { poison } from '../../../../../test/support/poison.ts';
import { withRepo } from '../../../../../test/support/repo.ts';

describe('merging a result into the branch of the user', () => {
  it('8.1 moves on when nothing else happened, and runs nothing that was planted', async () => {
    await withRepo(async (test) => {
      const { repo, custody } = await begin(test);
      const head = await fixed(custody);
      poison(join(test.root, '.git'), test.canary());
      expect(await repo.merge({ run: 'r1', start: custody.start.commit, head })).toMatchObject({
        applied: true,
        files: ['src/one.ts'],
      });
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

describe('a merge that was killed', () => {
  it.each(['repo.merge', 'repo.undoApply'])(
    '11.1 after the branch has moved and before the index has, is ended by %s',
    async (how) => {
      await withRepo(async (test) => {
        const { repo, custody } = await begin(test);
        const head = await fixed(custody);
        const request = { run: 'r1', start: custody.start.commit, head };
        const index = readFileSync(join(test.root, '.git/index'));
        await repo.merge(request);
        const manifest = join(test.stateDir, repo.id, 'runs/r1/apply/1/manifest.json');
        writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"applied"', '"applying"'));
        writeFileSync(join(test.root, '.git/index'), index);
        writeFileSync(join(test.root, '.git/index.lock'), 'fixpoint apply --merge, process 999999999');
        expect(test.git('status', '--porcelain')).not.toBe('');
        expect(await (how === 'repo.merge' ? repo.merge(request) : repo.undoApply('r1'))).toMatchObject({
          applied: true,
        });
        expect(test.git('status', '--porcelain')).toBe('');
        expect(test.read('src/one.ts')).toBe('fixed\n');
        expect(existsSync(join(test.root, '.git/index.lock'))).toBe(false);
      });
    },
  );

  it('8.1 keeps a lock that is not its own', async () => {
    await withRepo(async (test) => {
      const { repo, custody } = await begin(test);
      const head = await fixed(custody);
      writeFileSync(join(test.root, '.git/index.lock'), `fixpoint apply --merge, process ${process.pid}`);
      await expect(repo.merge({ run: 'r1', start: custody.start.commit, head })).rejects.toThrow(
        'Another git is at work',
      );
      expect(existsSync(join(test.root, '.git/index.lock'))).toBe(true);
    });
  });

  it('8.4 a file with other line endings than git would write is no change of the user', async () => {
    await withRepo(async (test) => {
      test.write('.gitattributes', '*.ts text\n');
      test.write('src/one.ts', 'one\n');
      test.commitAll('text');
      const { repo, custody } = await begin(test);
      const head = await fixed(custody);
      test.write('src/one.ts', 'one\r\n');
      expect(await repo.merge({ run: 'r1', start: custody.start.commit, head })).toMatchObject({ applied: true });
      expect(test.read('src/one.ts')).toBe('fixed\n');
    });
  });
});
