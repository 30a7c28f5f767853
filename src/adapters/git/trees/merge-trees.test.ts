/** What is merged by hand is what git would have merged. */
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { begin } from '../../../../test/support/custody.ts';
import { changed, commitVersions, firstFiles } from '../../../../test/support/random-trees.ts';
import { seeded } from '../../../../test/support/loop/random.ts';
import { testEnvironment, type TestRepo, withRepo } from '../../../../test/support/repo.ts';
import { gitProcesses } from '../user/open-repo.ts';

const byGit = ({ root, home }: TestRepo, ours: string, theirs: string): string | null => {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  const { status, stdout } = spawnSync('git', args, { cwd: root, env: testEnvironment(home), encoding: 'utf8' });
  return status === 0 ? (stdout.split('\0')[0] ?? '').trim() : null;
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
] as const)(
  '8.1 a merge is the one that git makes, with or without a process (%s)',
  async (format, length, seed) => {
    await withRepo(
      async (test) => {
        const random = seeded(seed);
        const base = firstFiles('1'.repeat(length));
        const versions = [base, ...Array.from({ length: 240 }, () => changed(base, (below) => random.below(below)))];
        const commits = commitVersions(test, versions).slice(1);
        const { custody } = await begin(test);
        const trees: string[] = [];
        let byHand = 0;
        let conflicts = 0;
        for (const [n, ours] of commits.entries()) {
          const theirs = commits[(n * 7 + 1) % commits.length] ?? ours;
          const before = gitProcesses.count;
          const merged = await custody.merge(ours, theirs);
          if (gitProcesses.count === before) byHand += 1;
          if ('conflicts' in merged) conflicts += 1;
          const expected = byGit(test, ours, theirs);
          expect('tree' in merged ? merged.tree : null, `${ours} ${theirs}`).toBe(expected);
          if (expected !== null) trees.push(expected);
        }
        expect(kindsOf(test, trees)).toEqual(trees.map(() => 'tree'));
        // Both ways were gone.
        expect(byHand).toBeGreaterThan(50);
        expect(conflicts).toBeGreaterThan(5);
        await custody.close();
      },
      { format },
    );
  },
  60_000,
);
