import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withRepo } from '../../../../test/support/repo.ts';
import { gitProcesses } from '../user/open-repo.ts';
import { AT, begin } from '../../../../test/support/custody.ts';

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

  it('7.3 tells which links it makes, and which lead to what it changes', async () => {
    await withRepo(async (test) => {
      test.write('docs/house.md', 'rules\n');
      test.write('ci/a.yml', 'on: push\n');
      symlinkSync('docs/house.md', join(test.root, 'CLAUDE.md'));
      mkdirSync(join(test.root, '.github'));
      symlinkSync('../ci', join(test.root, '.github/workflows'));
      symlinkSync('/etc', join(test.root, 'outside'));
      test.commitAll('links');
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'ci/a.yml'), 'on: never\n');
      symlinkSync('AGENTS.md', join(workspace.path, 'notes.md'));
      const captured = await custody.capture(workspace, custody.start.commit);
      expect(captured.links).toEqual({ '.github/workflows': 'ci', 'notes.md': 'AGENTS.md' });
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
      const commit = await custody.commit({
        tree: captured.tree,
        parent: custody.start.commit,
        message: 'names',
        at: AT,
      });
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

  it('4.8 starts from a refused patch and still shows the whole difference to the base', async () => {
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
