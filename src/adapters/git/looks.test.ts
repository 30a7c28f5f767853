import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AT, begin } from '../../../test/support/custody.ts';
import { withRepo } from '../../../test/support/repo.ts';
import type { Custody } from '../../ports/repo.ts';

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
      for (const key of ['clean', 'smudge', 'process'])
        test.git('config', '--global', `filter.big.${key}`, test.canary());
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
      expect(await change({ 'plain.ts': 'x', '.gitattributes': '*.big filter=big\nplain.ts filter=big\n' })).toEqual([
        'plain.ts',
      ]);
      await repo.isDirty();
      expect(test.sang()).toBe(false);
    });
  });
});
