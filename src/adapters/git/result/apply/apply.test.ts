import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TestRepo, withRepo } from '../../../../../test/support/repo.ts';
import type { Custody, Repo } from '../../../../ports/repo.ts';
import { openRepo } from '../../user/open-repo.ts';

const appliedAt = '2026-01-02T03:04:05Z';
const lines = Array.from({ length: 20 }, (_, n) => `line ${n}\n`);
const text = lines.join('');
const withLine = (n: number, text: string): string => lines.with(n, `${text}\n`).join('');

type Scene = { test: TestRepo; repo: Repo; custody: Custody; start: string; head: string };

/** A repository with a run that did `work` in its workspace. */
const scene = async (
  work: (path: string) => void,
  use: (scene: Scene) => Promise<void>,
  prepare: (test: TestRepo) => void = () => {},
): Promise<void> => {
  await withRepo(async (test) => {
    test.write('text.ts', text);
    test.write('data.bin', Buffer.from([0, 1, 2]));
    test.write('deep/er/file.ts', 'deep\n');
    test.commitAll('files');
    prepare(test);
    const repo = await openRepo(test.root, { stateDir: test.stateDir });
    const custody = await repo.begin('r1', { includeDirty: test.exists('include-dirty') });
    const workspace = await custody.workspace(custody.start.commit, 'agent');
    work(workspace.path);
    const { tree } = await custody.capture(workspace, custody.start.commit);
    const { commit } = await custody.commit({ tree, parent: custody.start.commit, message: 'fix', at: appliedAt });
    await custody.close();
    await use({ test, repo, custody, start: custody.start.commit, head: commit });
  });
};

const run = ({ repo, start, head }: Scene) => repo.apply({ run: 'r1', start, head });

/** What must come back: all files but git's own. */
const files = (test: TestRepo): Map<string, string> => test.fingerprint((path) => path === '.git');

describe('apply', () => {
  const everything = (path: string): void => {
    writeFileSync(join(path, 'text.ts'), withLine(2, 'fixed'));
    rmSync(join(path, 'deep'), { recursive: true });
    writeFileSync(join(path, 'new.ts'), 'new\n');
    mkdirSync(join(path, 'made/here'), { recursive: true });
    writeFileSync(join(path, 'made/here/tool.sh'), '#!/bin/sh\n');
    chmodSync(join(path, 'made/here/tool.sh'), 0o755);
    symlinkSync('text.ts', join(path, 'link'));
    writeFileSync(join(path, 'data.bin'), Buffer.from([0, 9, 9]));
    chmodSync(join(path, 'README.md'), 0o755);
    writeFileSync(Buffer.concat([Buffer.from(`${path}/bad-`), Buffer.from([0xff])]), 'bytes\n');
  };

  it('8.1 brings every kind of change into the checkout, leaves the index alone, and can be taken back', async () => {
    await scene(everything, async (at) => {
      const { test, repo } = at;
      const before = files(test);
      const index = readFileSync(join(test.root, '.git/index'));
      expect(await run(at)).toMatchObject({ applied: true, skipped: [] });
      expect(test.read('text.ts')).toBe(withLine(2, 'fixed'));
      expect(test.exists('deep')).toBe(false);
      expect(statSync(join(test.root, 'made/here/tool.sh')).mode & 0o111).not.toBe(0);
      expect(statSync(join(test.root, 'README.md')).mode & 0o100).not.toBe(0);
      expect(readlinkSync(join(test.root, 'link'))).toBe('text.ts');
      expect(readdirSync(test.root, 'latin1')).toContain('bad-\xff');
      expect(readFileSync(join(test.root, '.git/index'))).toEqual(index);
      const again = await run(at);
      expect(again).toMatchObject({ applied: true, files: [] });
      expect(await repo.undoApply('r1')).toMatchObject({ applied: true });
      expect(files(test)).toEqual(before);
      await expect(repo.undoApply('r1')).rejects.toThrow('nothing to take back');
    });
  });

  it('8.4 merges into files that the user changed elsewhere', async () => {
    await scene(
      (path) => writeFileSync(join(path, 'text.ts'), withLine(2, 'fixed')),
      async (at) => {
        at.test.write('text.ts', withLine(17, 'mine'));
        chmodSync(join(at.test.root, 'text.ts'), 0o600);
        expect(await run(at)).toEqual({ applied: true, files: ['text.ts'], skipped: [] });
        expect(at.test.read('text.ts')).toBe(lines.with(2, 'fixed\n').with(17, 'mine\n').join(''));
        expect(statSync(join(at.test.root, 'text.ts')).mode & 0o777).toBe(0o600);
        expect(await run(at)).toEqual({ applied: true, files: [], skipped: ['text.ts'] });
        await at.repo.undoApply('r1');
        expect(at.test.read('text.ts')).toBe(withLine(17, 'mine'));
      },
    );
  });

  it('8.4 lays fixes over a snapshot of a dirty checkout', async () => {
    await scene(
      (path) => {
        expect(readFileSync(join(path, 'text.ts'), 'utf8')).toBe(withLine(17, 'mine'));
        expect(existsSync(join(path, 'untracked.ts'))).toBe(true);
        writeFileSync(join(path, 'text.ts'), lines.with(2, 'fixed\n').with(17, 'mine\n').join(''));
        writeFileSync(join(path, 'untracked.ts'), 'fixed too\n');
      },
      async (at) => {
        expect(await run(at)).toMatchObject({ applied: true, files: ['text.ts', 'untracked.ts'] });
        expect(at.test.read('text.ts')).toContain('mine');
        expect(at.test.read('untracked.ts')).toBe('fixed too\n');
        expect(at.test.git('status', '--porcelain', 'untracked.ts')).toBe('?? untracked.ts');
      },
      (test) => {
        test.write('text.ts', withLine(17, 'mine'));
        test.write('untracked.ts', 'untracked\n');
        test.write('include-dirty', '');
      },
    );
  });

  const conflicts: [string, (test: TestRepo) => void, string][] = [
    ['the same lines', (test) => test.write('text.ts', withLine(2, 'mine')), 'text.ts'],
    ['a binary', (test) => test.write('data.bin', Buffer.from([0, 7])), 'data.bin'],
    ['a changed file that the run deleted', (test) => test.write('deep/er/file.ts', 'mine\n'), 'deep/er/file.ts'],
    ['a deleted file that the run changed', (test) => rmSync(join(test.root, 'text.ts')), 'text.ts'],
    ['an untracked file in the way', (test) => test.write('new.ts', 'mine\n'), 'new.ts'],
    ['a folder in the way', (test) => test.write('new.ts/file', 'mine\n'), 'new.ts'],
    [
      'a link in the place of a folder',
      (test) => (
        mkdirSync(join(test.folder, 'outside')),
        symlinkSync(join(test.folder, 'outside'), join(test.root, 'made'))
      ),
      'made/here/tool.sh',
    ],
  ];

  it.each(conflicts)('8.4 writes nothing at all when one file does not fit: %s', async (_, change, file) => {
    await scene(everything, async (at) => {
      change(at.test);
      const before = at.test.fingerprint();
      const result = await run(at);
      expect(result.applied ? [] : result.conflicts.map((conflict) => conflict.file)).toEqual([file]);
      expect(at.test.fingerprint()).toEqual(before);
      expect(existsSync(join(at.test.folder, 'outside/here'))).toBe(false);
    });
  });

  it('8.4 skips what the user already has', async () => {
    await scene(everything, async (at) => {
      at.test.write('new.ts', 'new\n');
      expect(await run(at)).toMatchObject({ applied: true, skipped: ['new.ts'] });
      await at.repo.undoApply('r1');
      expect(at.test.exists('new.ts')).toBe(true);
    });
  });

  it('8.1 refuses a backup that leads out of the repository', async () => {
    const change = (path: string): void => writeFileSync(join(path, 'new.ts'), 'new\n');
    await scene(change, async (at) => {
      await run(at);
      const [manifest = ''] = readdirSync(at.test.stateDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('manifest.json'),
      );
      const file = join(at.test.stateDir, manifest);
      for (const path of ['../outside', '/outside', 'a/../../outside', '.git/config']) {
        writeFileSync(
          file,
          readFileSync(file, 'utf8').replace(/"path": "[^"]*"/, () => `"path": ${JSON.stringify(path)}`),
        );
        await expect(at.repo.undoApply('r1')).rejects.toThrow('outside of the repository');
      }
      expect(existsSync(join(at.test.root, '..', 'outside'))).toBe(false);
    });
  });

  it('8.1 brings in and takes back thousands of files', async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `many/${n % 50}/file-${n}.ts`);
    const change = (path: string): void => {
      for (const name of names) {
        mkdirSync(join(path, name, '..'), { recursive: true });
        writeFileSync(join(path, name), `${name}\n`);
      }
    };
    await scene(change, async (at) => {
      const before = files(at.test);
      expect(await run(at)).toMatchObject({ applied: true, files: expect.objectContaining({ length: 1_000 }) });
      expect(readFileSync(join(at.test.root, 'many/7/file-57.ts'), 'utf8')).toBe('many/7/file-57.ts\n');
      expect(await at.repo.undoApply('r1')).toMatchObject({ applied: true });
      expect(files(at.test)).toEqual(before);
    });
  });

  it('8.1 does not take back over what the user did since', async () => {
    await scene(everything, async (at) => {
      await run(at);
      appendFileSync(join(at.test.root, 'new.ts'), 'mine\n');
      const before = at.test.fingerprint();
      expect(await at.repo.undoApply('r1')).toMatchObject({ applied: false, conflicts: [{ file: 'new.ts' }] });
      expect(at.test.fingerprint()).toEqual(before);
    });
  });

  it('8.1 turns files into folders and folders into files, and back', async () => {
    await scene(
      (path) => {
        rmSync(join(path, 'text.ts'));
        mkdirSync(join(path, 'text.ts'));
        writeFileSync(join(path, 'text.ts/inner'), 'inner\n');
        rmSync(join(path, 'deep'), { recursive: true });
        writeFileSync(join(path, 'deep'), 'file now\n');
      },
      async (at) => {
        const before = files(at.test);
        expect(await run(at)).toMatchObject({ applied: true });
        expect(at.test.read('text.ts/inner')).toBe('inner\n');
        expect(at.test.read('deep')).toBe('file now\n');
        await at.repo.undoApply('r1');
        expect(files(at.test)).toEqual(before);
      },
    );
  });

  it('11.1 ends the same when it was killed at any point', async () => {
    await scene(everything, async (at) => {
      const { test, repo } = at;
      const before = files(test);
      await run(at);
      const after = files(test);
      const backup = join(test.stateDir, repo.id, 'runs/r1/apply/1/manifest.json');
      const done = readFileSync(backup, 'utf8');
      const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
        (path) => before.get(path) !== after.get(path),
      );
      await repo.undoApply('r1');
      for (let killedAfter = 0; killedAfter <= paths.length; killedAfter += 1) {
        // As a kill leaves it: the backup is complete, some files are written, one temporary file lies about.
        writeFileSync(backup, done.replace('"applied"', '"applying"'));
        for (const path of paths.slice(0, killedAfter)) copyState(at, path);
        writeFileSync(join(test.root, '.fixpoint-apply-0'), 'half');
        expect(await run(at)).toMatchObject({ applied: true });
        rmSync(join(test.root, '.fixpoint-apply-0'), { force: true });
        expect(files(test)).toEqual(after);
        await repo.undoApply('r1');
        rmSync(join(test.root, '.fixpoint-apply-0'), { force: true });
        expect(files(test)).toEqual(before);
      }
    });
  });
});

/** Brings one path to the state that the run gave it. */
const copyState = ({ test, head }: Scene, path: string): void => {
  if (path.startsWith('bad-')) return;
  const target = join(test.root, path);
  const listed = test.git(
    `--git-dir=${join(test.stateDir, readdirSync(test.stateDir)[0] ?? '')}/runs/r1/control.git`,
    'ls-tree',
    head,
    path,
  );
  rmSync(target, { force: true });
  if (listed === '') return;
  const [mode = ''] = listed.split(' ');
  const blob = (listed.split(/\s/)[2] ?? '').trim();
  mkdirSync(join(target, '..'), { recursive: true });
  const control = `--git-dir=${join(test.stateDir, readdirSync(test.stateDir)[0] ?? '')}/runs/r1/control.git`;
  if (mode === '120000') symlinkSync(test.git(control, 'cat-file', 'blob', blob), target);
  else if (path === 'data.bin') writeFileSync(target, Buffer.from([0, 9, 9]));
  else writeFileSync(target, `${test.git(control, 'cat-file', 'blob', blob)}\n`);
  if (mode === '100755') chmodSync(target, 0o755);
  expect(lstatSync(target, { throwIfNoEntry: false })).toBeDefined();
};
