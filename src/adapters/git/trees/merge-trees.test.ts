/** What is merged by hand is what git would have merged. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { begin } from '../../../../test/support/custody.ts';
import { changed, commitVersions, firstFiles } from '../../../../test/support/random-trees.ts';
import { seeded } from '../../../../test/support/loop/random.ts';
import { testEnvironment, type TestRepo, withRepo } from '../../../../test/support/repo.ts';
import { gitProcesses } from '../user/open-repo.ts';

/** The trees of clean merges, in order, and null for conflicts: by one process for all of them. */
const byGit = ({ root, home }: TestRepo, pairs: readonly (readonly [string, string])[]): (string | null)[] => {
  const printed = execFileSync('git', ['merge-tree', '--write-tree', '--stdin', '--name-only', '--no-messages'], {
    cwd: root,
    env: testEnvironment(home),
    input: pairs.map((pair) => `${pair.join(' ')}\n`).join(''),
    encoding: 'utf8',
  });
  return printed
    .split(/\0\0/)
    .filter(Boolean)
    .map((merge) => merge.split('\0'))
    .map(([isClean, tree = '']) => (isClean === '1' ? tree : null));
};

/** What objects these are, in the repository of the user: by one process for all of them. */
const kindsOf = ({ root, home }: TestRepo, objects: readonly string[]): string[] =>
  execFileSync('git', ['cat-file', '--batch-check=%(objecttype)'], {
    cwd: root,
    env: testEnvironment(home),
    input: objects.join('\n'),
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n');

it.each([
  ['sha1', 40, 1],
  ['sha256', 64, 2],
] as const)('8.1 a merge is the one that git makes, with or without a process (%s)', async (format, length, seed) => {
  await withRepo(
    async (test) => {
      const random = seeded(seed);
      const base = firstFiles('1'.repeat(length));
      const versions = [base, ...Array.from({ length: 240 }, () => changed(base, (below) => random.below(below)))];
      const commits = commitVersions(test, versions).slice(1);
      const { custody } = await begin(test);
      const pairs = commits.map((ours, n) => [ours, commits[(n * 7 + 1) % commits.length] ?? ours] as const);
      const trees: (string | null)[] = [];
      let byHand = 0;
      let conflicts = 0;
      for (const [ours, theirs] of pairs) {
        const before = gitProcesses.count;
        const merged = await custody.merge(ours, theirs);
        if (gitProcesses.count === before) byHand += 1;
        if ('conflicts' in merged) conflicts += 1;
        trees.push('tree' in merged ? merged.tree : null);
      }
      expect(trees).toEqual(byGit(test, pairs));
      const clean = trees.filter((tree) => tree !== null);
      expect(kindsOf(test, clean)).toEqual(clean.map(() => 'tree'));
      // Both ways were gone.
      expect(byHand).toBeGreaterThan(50);
      expect(conflicts).toBeGreaterThan(5);
      await custody.close();
    },
    { format },
  );
});
