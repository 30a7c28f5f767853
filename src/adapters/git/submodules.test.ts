import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AT, begin } from '../../../test/support/custody.ts';
import { type TestRepo, withRepo } from '../../../test/support/repo.ts';
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

describe('submodules', () => {
  const withModule = async (use: (test: TestRepo) => Promise<void>): Promise<void> => {
    await withRepo(async (test) => {
      const library = join(test.folder, 'library');
      mkdirSync(library);
      test.gitIn(library, 'init', '-q', '-b', 'main');
      writeFileSync(join(library, 'lib.c'), 'int x;\n');
      test.gitIn(library, 'add', '-A');
      test.gitIn(library, 'commit', '-q', '-m', 'lib');
      test.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'vendor/lib');
      test.commitAll('module');
      await use(test);
    });
  };

  it('5.8 are laid out inside of others too', async () => {
    await withModule(async (test) => {
      const inner = join(test.folder, 'inner');
      mkdirSync(inner);
      test.gitIn(inner, 'init', '-q', '-b', 'main');
      writeFileSync(join(inner, 'inner.c'), 'int inner;\n');
      test.gitIn(inner, 'add', '-A');
      test.gitIn(inner, 'commit', '-q', '-m', 'inner');
      const library = join(test.root, 'vendor/lib');
      test.gitIn(library, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'deep/inner');
      test.gitIn(library, 'commit', '-q', '-m', 'with inner');
      test.commitAll('module with a module');
      const { custody } = await begin(test);
      expect(custody.notes.join()).not.toContain('submodule');
      const workspace = await custody.workspace(custody.start.tree, 'verify');
      expect(readFileSync(join(workspace.path, 'vendor/lib/deep/inner/inner.c'), 'utf8')).toBe('int inner;\n');
      expect(test.gitIn(workspace.path, 'status', '--porcelain')).toBe('');
    });
  });

  it('8.1 are laid out, and their links survive whatever is done to them', async () => {
    await withModule(async (test) => {
      const { custody } = await begin(test);
      for (const work of [
        (path: string) => writeFileSync(join(path, 'vendor/lib/lib.c'), 'changed'),
        (path: string) => writeFileSync(join(path, 'vendor/lib/new.c'), 'new'),
        (path: string) => rmSync(join(path, 'vendor/lib'), { recursive: true }),
        (path: string) => rmSync(join(path, 'vendor'), { recursive: true }),
        (path: string) => (
          rmSync(join(path, 'vendor/lib'), { recursive: true }),
          writeFileSync(join(path, 'vendor/lib'), 'file')
        ),
        (path: string) => test.gitIn(join(path, 'vendor/lib'), 'init', '-q'),
        (path: string) => mkdirSync(join(path, 'vendor/lib/.git')),
      ]) {
        const workspace = await custody.workspace(custody.start.commit, 'agent');
        expect(readFileSync(join(workspace.path, 'vendor/lib/lib.c'), 'utf8')).toBe('int x;\n');
        work(workspace.path);
        writeFileSync(join(workspace.path, 'README.md'), 'fixed\n');
        const captured = await custody.capture(workspace, custody.start.commit);
        expect(captured.files.map((file) => file.path)).toEqual(['README.md']);
        expect(captured.protected).toEqual([]);
        await workspace.release();
      }
    });
  });

  it('8.1 say what was changed inside, and refuse when the link itself cannot stay', async () => {
    await withModule(async (test) => {
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'vendor/lib/lib.c'), 'changed');
      writeFileSync(join(workspace.path, 'vendor/lib/new.c'), 'new');
      expect((await custody.capture(workspace, custody.start.commit)).ignored).toEqual([
        'vendor/lib/lib.c',
        'vendor/lib/new.c',
      ]);
      await workspace.release();
      const again = await custody.workspace(custody.start.commit, 'agent');
      const outside = join(test.folder, 'outside');
      mkdirSync(join(outside, 'lib'), { recursive: true });
      writeFileSync(join(outside, 'lib/precious'), '1');
      rmSync(join(again.path, 'vendor'), { recursive: true });
      symlinkSync(outside, join(again.path, 'vendor'));
      const captured = await custody.capture(again, custody.start.commit);
      expect(captured.protected).toEqual(['vendor/lib']);
      await again.release();
      const last = await custody.workspace(custody.start.commit, 'agent');
      expect(existsSync(join(last.path, 'vendor/lib/lib.c'))).toBe(true);
      expect(readdirSync(join(outside, 'lib'))).toEqual(['precious']);
    });
  });

  it('8.1 that are not there are empty folders, and the user is told', async () => {
    await withModule(async (test) => {
      const clone = join(test.folder, 'clone');
      test.git('clone', '-q', '.', clone);
      const { custody } = await begin(test, { root: clone });
      expect(custody.notes.join()).toContain('git submodule update --init');
      await fix(custody, 'README.md');
    });
  });
});
