/** A tree that is written without a work tree is the one that a work tree with the same content comes to. */
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begin } from '../../../../test/support/custody.ts';
import { type TestRepo, withRepo } from '../../../../test/support/repo.ts';
import type { Custody } from '../../../ports/repo.ts';
import { gitProcesses } from '../user/open-repo.ts';

const captured = async (custody: Custody, files: ReadonlyMap<string, string>): Promise<string> => {
  const workspace = await custody.workspace(custody.start.commit, 'agent');
  for (const [file, text] of files) writeFileSync(join(workspace.path, file), text);
  const { tree } = await custody.capture(workspace, custody.start.commit);
  await workspace.release();
  return tree;
};

const inRun = (prepare: (test: TestRepo) => void, use: (custody: Custody) => Promise<void>): Promise<void> =>
  withRepo(async (test) => {
    test.write('src/two.ts', 'two\n');
    test.write('zoë/ü.ts', 'ü\n');
    test.write('bin/run', '#!/bin/sh\n');
    chmodSync(join(test.root, 'bin/run'), 0o755);
    prepare(test);
    test.commitAll('more');
    const { custody } = await begin(test);
    await use(custody);
    await custody.close();
  });

describe('4.12 files written without a work tree', () => {
  it.each([
    ['plain files', () => undefined],
    [
      'harmless attributes',
      (test: TestRepo) => test.write('.gitattributes', '# ours\n* text=auto\n*.png filter=lfs -text\n'),
    ],
  ])('come to the tree of a work tree, modes kept, without a process: %s', async (_, prepare) => {
    await inRun(prepare, async (custody) => {
      const files = new Map([
        ['src/one.ts', 'other\n'],
        ['zoë/ü.ts', 'ä\n'],
        ['bin/run', '#!/bin/sh\ntrue'],
      ]);
      const before = gitProcesses.count;
      const written = await custody.write(custody.start.commit, files);
      expect(gitProcesses.count - before).toBeLessThanOrEqual(1);
      expect(written).toEqual({ tree: await captured(custody, files) });
      expect(await custody.readText(written?.tree ?? '', 'zoë/ü.ts')).toBe('ä\n');
    });
  });

  it('are told as a capture tells them', async () => {
    await inRun(
      (test) => symlinkSync('two.ts', join(test.root, 'src/alias.ts')),
      async (custody) => {
        const workspace = await custody.workspace(custody.start.commit, 'agent');
        writeFileSync(join(workspace.path, 'src/two.ts'), 'other\n');
        const told = await custody.capture(workspace, custody.start.commit);
        await workspace.release();
        const changed = await custody.change(custody.start.commit, new Map([['src/two.ts', 'other\n']]));
        expect(changed).toEqual(told);
        expect(changed).toMatchObject({ links: { 'src/alias.ts': 'src/two.ts' } });
        expect(await custody.change(custody.start.commit, new Map([['src/alias.ts', 'no']]))).toBeNull();
      },
    );
  });

  it('keep line breaks of two characters where nothing is said about them', async () => {
    await inRun(
      () => undefined,
      async (custody) => {
        const files = new Map([['src/two.ts', 'a\r\nb\r\n']]);
        expect(await custody.write(custody.start.commit, files)).toEqual({ tree: await captured(custody, files) });
      },
    );
  });

  it.each([
    ['a link', 'link', 'x\n', ''],
    ['no file', 'src/none.ts', 'x\n', ''],
    ['a folder', 'src', 'x\n', ''],
    ['what is in no folder', 'src/one.ts/x', 'x\n', ''],
    ['a path that leads out', '../x', 'x\n', ''],
    ['attributes', 'src/.gitattributes', '* -text\n', ''],
    ['a filter', 'src/two.ts', 'x\n', '*.ts filter=lfs\n'],
    ['other line breaks', 'src/two.ts', 'x\n', '*.ts text eol=crlf\n'],
    ['line breaks that are stored as others', 'src/two.ts', 'x\r\n', '* text=auto\n'],
    ['an encoding', 'src/two.ts', 'x\n', 'two.* working-tree-encoding=UTF-16LE\n'],
    ['a macro', 'src/two.ts', 'x\n', '[attr]large filter=lfs\n*.ts large\n'],
    ['an unknown word', 'src/two.ts', 'x\n', '* large\n'],
  ])('need one for %s', async (_, file, text, attributes) => {
    await inRun(
      (test) => {
        test.git('update-index', '--add', '--cacheinfo', `120000,${test.git('rev-parse', 'HEAD:README.md')},link`);
        test.git('checkout', '-q', 'link');
        test.write('src/.gitattributes', attributes);
      },
      async (custody) => expect(await custody.write(custody.start.commit, new Map([[file, text]]))).toBeNull(),
    );
  });
});
