import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withRepo } from '../../../../test/support/repo.ts';
import { openRepo } from './open-repo.ts';

const lines = Array.from({ length: 20 }, (_, n) => `line ${n}\n`);
const wholeText = lines.join('');
const withLine = (n: number, text: string): string => lines.with(n, `${text}\n`).join('');

describe('a dirty checkout', () => {
  it('8.4 becomes a snapshot with staged, unstaged, untracked and deleted files, and stays as it is', async () => {
    await withRepo(async (test) => {
      test.write('.gitignore', 'ignored\n');
      test.write('gone.ts', 'gone\n');
      test.write('partly.ts', wholeText);
      test.commitAll('files');
      test.write('partly.ts', withLine(1, 'staged'));
      test.git('add', 'partly.ts');
      test.write('partly.ts', lines.with(1, 'staged\n').with(9, 'not staged\n').join(''));
      test.write('intent.ts', 'intent\n');
      test.git('add', '-N', 'intent.ts');
      test.write('untracked/new.ts', 'new\n');
      test.write('ignored', 'ignored\n');
      rmSync(join(test.root, 'gone.ts'));
      test.gitIn(test.root, 'init', '-q', 'nested');
      test.write('nested/file', '1');
      const own = (path: string): boolean => path.startsWith('.git/objects') || path.startsWith('.git/refs/fixpoint');
      const before = test.fingerprint(own);
      const repo = await openRepo(test.root, { stateDir: test.stateDir });
      expect(await repo.isDirty()).toBe(true);
      const custody = await repo.begin('r1', { includeDirty: true });
      const text = (file: string) => custody.readText(custody.start.commit, file);
      expect(await text('partly.ts')).toBe(lines.with(1, 'staged\n').with(9, 'not staged\n').join(''));
      expect(await text('intent.ts')).toBe('intent\n');
      expect(await text('untracked/new.ts')).toBe('new\n');
      expect(await custody.existing(custody.start.commit, ['gone.ts', 'ignored', 'nested/file', 'nested'])).toEqual(
        new Set(),
      );
      expect(custody.notes.join()).toContain('nested/');
      expect(test.git('rev-parse', 'refs/fixpoint/r1/start^')).toBe(test.git('rev-parse', 'HEAD'));
      expect(test.fingerprint(own)).toEqual(before);
    });
  });

  it('8.4 in the middle of a merge starts from the files as they are', async () => {
    await withRepo(async (test) => {
      test.git('checkout', '-q', '-b', 'side');
      test.write('src/one.ts', 'side\n');
      test.commitAll('side');
      test.git('checkout', '-q', 'main');
      test.write('src/one.ts', 'main\n');
      test.commitAll('main');
      expect(() => test.git('merge', 'side')).toThrow('Command failed');
      const own = (path: string): boolean => path.startsWith('.git/objects') || path.startsWith('.git/refs/fixpoint');
      const before = test.fingerprint(own);
      const repo = await openRepo(test.root, { stateDir: test.stateDir });
      expect(await repo.isDirty()).toBe(true);
      const custody = await repo.begin('r1', { includeDirty: true });
      expect(await custody.readText(custody.start.commit, 'src/one.ts')).toContain('<<<<<<<');
      expect(test.fingerprint(own)).toEqual(before);
    });
  });

  it('8.4 by default does not count: the run starts from the last commit', async () => {
    await withRepo(async (test) => {
      test.write('src/one.ts', 'mine\n');
      const repo = await openRepo(test.root, { stateDir: test.stateDir });
      const custody = await repo.begin('r1', { includeDirty: false });
      expect(custody.start.commit).toBe(test.git('rev-parse', 'HEAD'));
    });
  });
});
