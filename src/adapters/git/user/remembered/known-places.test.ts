import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withRepo } from '../../../../../test/support/repo.ts';
import { locate } from '../locate.ts';

it('8.1 a repository is looked for again where another one has come to lie', async () => {
  await withRepo(async (test) => {
    const first = await locate(test.root);
    expect(await locate(test.root)).toBe(first);
    rmSync(join(test.root, '.git'), { recursive: true });
    test.gitIn(test.root, 'init', '-q', '--object-format=sha256');
    expect((await locate(test.root)).format).toBe('sha256');
    const [one, other] = [join(test.stateDir, 'one.git'), join(test.stateDir, 'other.git')];
    renameSync(join(test.root, '.git'), one);
    test.gitIn(test.stateDir, 'init', '-q', '--bare', 'other.git');
    test.gitIn(other, 'config', 'core.bare', 'false');
    for (const gitDir of [one, other]) {
      writeFileSync(join(test.root, '.git'), `gitdir: ${gitDir}\n`);
      expect((await locate(test.root)).gitDir).toBe(gitDir);
    }
    test.gitIn(other, 'config', 'core.bare', 'true');
    await expect(locate(test.root)).rejects.toThrow('bare repository');
  });
});

it('8.1 a folder in it is looked for each time: a repository may lie nearer by now', async () => {
  await withRepo(async (test) => {
    const inner = join(test.root, 'inner');
    mkdirSync(inner);
    expect((await locate(inner)).root).toBe(test.root);
    test.gitIn(inner, 'init', '-q');
    expect((await locate(inner)).root).toBe(inner);
  });
});
