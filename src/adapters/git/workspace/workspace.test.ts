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
import { withRepo } from '../../../../test/support/repo.ts';
import { begin } from '../../../../test/support/custody.ts';

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

  it.each(['', 'node_modules\n', 'packages\n'])(
    '5.8 leave what set-up made out of snapshots, ignored or not, and have nothing of it at their next use: %j',
    async (ignore) => {
      await withRepo(async (test) => {
        test.write('.gitignore', ignore);
        test.commitAll('ignore');
        const { custody } = await begin(test);
        const first = await custody.workspace(custody.start.commit, 'agent');
        mkdirSync(join(first.path, 'node_modules/dep'), { recursive: true });
        writeFileSync(join(first.path, 'node_modules/dep/index.js'), '1');
        mkdirSync(join(first.path, 'packages/a/node_modules'), { recursive: true });
        writeFileSync(join(first.path, 'packages/a/node_modules/x'), '1');
        appendFileSync(join(first.path, 'README.md'), 'by set-up\n');
        expect(await first.untracked()).toEqual(['node_modules', 'packages']);
        first.keep(['node_modules', 'packages/a/node_modules']);
        expect(await first.untracked()).toEqual([]);
        writeFileSync(join(first.path, 'made.ts'), '1');
        const captured = await custody.capture(first, custody.start.commit);
        expect(captured.files.map((file) => file.path)).toEqual(['README.md', 'made.ts']);
        await first.release();
        const second = await custody.workspace(custody.start.commit, 'agent');
        expect(existsSync(join(second.path, 'node_modules'))).toBe(false);
        expect(existsSync(join(second.path, 'packages'))).toBe(false);
        expect(existsSync(join(second.path, 'made.ts'))).toBe(false);
        expect(readFileSync(join(second.path, 'README.md'), 'utf8')).toBe('# Example\n');
      });
    },
  );

  it('5.3 do not keep a set-up output that was swapped for a link', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const first = await custody.workspace(custody.start.commit, 'agent');
      mkdirSync(join(first.path, 'node_modules'));
      first.keep(['node_modules']);
      renameSync(join(first.path, 'node_modules'), join(test.folder, 'moved'));
      symlinkSync(join(test.folder, 'moved'), join(first.path, 'node_modules'));
      await first.release();
      const second = await custody.workspace(custody.start.commit, 'agent');
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
      const [a, b] = await Promise.all([
        custody.workspace(custody.start.tree, 'verify'),
        custody.workspace(custody.start.tree, 'agent'),
      ]);
      expect(new Set([verify.path, a.path, b.path]).size).toBe(3);
      expect(b.path).toBe(agent.path);
    });
  });
});
