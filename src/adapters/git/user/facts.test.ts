import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TestRepo, withRepo } from '../../../../test/support/repo.ts';
import { RepoError } from '../../../ports/repo.ts';
import { openRepo } from './open-repo.ts';

const open = (test: TestRepo) => openRepo(test.root, { stateDir: test.stateDir });

const withHistory = (test: TestRepo): void => {
  test.write('gone/early.ts', 'early\n');
  test.write('gone/late ü.ts', 'late\n');
  test.write('[a].ts', 'brackets\n');
  test.write('picture.png', new Uint8Array([137, 80, 0, 1]));
  symlinkSync('src', join(test.root, 'link'));
  test.commitAll('files');
  test.git('rm', '-q', '-r', 'gone');
  test.commitAll('remove');
};

const names = [
  'src/one.ts',
  'src',
  'picture.png',
  'link',
  '[a].ts',
  'gone/early.ts',
  'gone/late ü.ts',
  'never.ts',
  '*.ts',
  'src/one.ts/x',
];

/** Each of them made git refuse the whole question, or would have. */
const oddNames = [
  ':!x',
  ':(exclude)src',
  ':/',
  '',
  '..',
  '../x',
  '/etc/passwd',
  'a//b',
  './src',
  'x\0y',
  'x'.repeat(200_000),
  '--',
  '-z',
];

describe('facts about files', () => {
  it.each(oddNames)(
    '1.6 a name that no tree can hold or that git reads otherwise, %j, costs no other its facts',
    async (odd) => {
      await withRepo(async (test) => {
        test.write(':!real', 'a file\n');
        test.commitAll('odd');
        const repo = await open(test);
        const { commit } = await repo.head();
        const facts = await repo.facts(commit, [odd, 'src/one.ts', ':!real', 'never.ts']);
        expect(facts.get('src/one.ts')).toMatchObject({ kind: 'text' });
        expect(facts.get(':!real')).toEqual({ kind: 'text', text: 'a file\n' });
        for (const file of [odd, 'never.ts']) expect(facts.get(file)).toEqual({ kind: 'missing', inHistory: false });
        expect(await repo.inHistory(commit, [odd, ':!real'])).toEqual(
          new Map([
            [odd, false],
            [':!real', true],
          ]),
        );
      });
    },
  );

  it('1.6 tells text, binaries, folders and links from what is gone and from what was never there', async () => {
    await withRepo(async (test) => {
      withHistory(test);
      const repo = await open(test);
      const custody = await repo.begin('r1', { includeDirty: false });
      const { commit } = await repo.head();
      for (const facts of [await repo.facts(commit, names), await custody.facts(commit, names)]) {
        expect(facts.get('src/one.ts')).toMatchObject({ kind: 'text' });
        expect(facts.get('[a].ts')).toEqual({ kind: 'text', text: 'brackets\n' });
        expect(facts.get('src')).toEqual({ kind: 'folder' });
        expect(facts.get('picture.png')).toEqual({ kind: 'binary' });
        expect(facts.get('link')).toEqual({ kind: 'link', to: 'src' });
        for (const file of ['gone/early.ts', 'gone/late ü.ts'])
          expect(facts.get(file)).toEqual({ kind: 'missing', inHistory: true });
        for (const file of ['never.ts', '*.ts', 'src/one.ts/x'])
          expect(facts.get(file)).toEqual({ kind: 'missing', inHistory: false });
      }
    });
  });

  it('1.6 does not claim to know a history that is cut off', async () => {
    await withRepo(async (test) => {
      withHistory(test);
      test.git('clone', '-q', '--depth', '1', `file://${test.root}`, join(test.folder, 'shallow'));
      const repo = await openRepo(join(test.folder, 'shallow'), { stateDir: test.stateDir });
      const facts = await repo.facts((await repo.head()).commit, ['gone/early.ts', 'never.ts', 'src/one.ts']);
      expect(facts.get('gone/early.ts')).toEqual({ kind: 'missing', inHistory: 'unknown' });
      expect(facts.get('never.ts')).toEqual({ kind: 'missing', inHistory: 'unknown' });
      expect(facts.get('src/one.ts')).toMatchObject({ kind: 'text' });
    });
  });

  it('1.6 knows nothing of what a partial clone did not bring along', async () => {
    await withRepo(async (test) => {
      test.git('config', 'uploadpack.allowFilter', 'true');
      const clone = join(test.folder, 'partial');
      test.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${test.root}`, clone);
      const repo = await openRepo(clone, { stateDir: test.stateDir });
      const facts = await repo.facts((await repo.head()).commit, ['src/one.ts', 'src', 'never.ts']);
      expect(facts.has('src/one.ts')).toBe(false);
      expect(facts.get('src')).toEqual({ kind: 'folder' });
      expect(facts.get('never.ts')).toEqual({ kind: 'missing', inHistory: false });
    });
  });

  it('1.6 answers for more names than fit on a command line', async () => {
    await withRepo(async (test) => {
      const repo = await open(test);
      const many = Array.from({ length: 1_000 }, (_, n) => `${'deep/'.repeat(50)}${n}.ts`);
      const facts = await repo.facts((await repo.head()).commit, [...many, 'src/one.ts']);
      expect(facts.size).toBe(1_001);
      expect(facts.get('src/one.ts')).toMatchObject({ kind: 'text' });
    });
  });
});

describe('what a branch brought in', () => {
  it('1.9 starts where the branch left the other, and follows renames', async () => {
    await withRepo(async (test) => {
      const left = test.git('rev-parse', 'HEAD');
      test.write('later.ts', 'on main\n');
      test.commitAll('main goes on');
      test.git('checkout', '-q', '-b', 'side', left);
      test.git('mv', 'src/one.ts', 'src/ünder another.ts');
      test.commitAll('rename');
      const repo = await open(test);
      expect(await repo.mergeBase('main')).toBe(left);
      expect(await repo.renames(left, (await repo.head()).commit)).toEqual(
        new Map([['src/ünder another.ts', 'src/one.ts']]),
      );
    });
  });

  it.each(['no-such-branch', '--all', 'HEAD:src'])('1.9 refuses %s as the place to start from', async (ref) => {
    await withRepo(async (test) => {
      const repo = await open(test);
      await expect(repo.mergeBase(ref)).rejects.toThrow(RepoError);
    });
  });

  it('1.9 refuses a branch that has nothing in common', async () => {
    await withRepo(async (test) => {
      test.git('checkout', '-q', '--orphan', 'other');
      test.commitAll('other');
      const repo = await open(test);
      await expect(repo.mergeBase('main')).rejects.toThrow('have no commit in common');
    });
  });
});
