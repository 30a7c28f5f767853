/** Acceptance 7: the whole job in repositories of every kind; the user's checkout stays as it is until apply. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { doWholeJob, type Job, jobFiles } from '../support/whole-job.ts';

const clone = (box: Sandbox, ...flags: string[]): string => {
  const root = join(box.folder, 'clone');
  box.git('clone', '--quiet', ...flags, `file://${box.root}`, root);
  return root;
};

const moreCommits = (box: Sandbox): void => {
  for (const n of [1, 2, 3]) {
    box.write('n.txt', `${n}\n`);
    box.commitAll(`n ${n}`);
  }
};

const serveParts = (box: Sandbox): void => {
  box.git('config', 'uploadpack.allowFilter', 'true');
  box.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
};

/** Untracked, ignored, staged, partly staged and stashed work, and a FETCH_HEAD. */
const makeDirty = (box: Sandbox): void => {
  box.write('c.txt', 'stashed\n');
  box.git('stash', 'push', '--quiet', '--include-untracked');
  box.write('.gitignore', 'ignored/\n');
  box.write('n.txt', '1\n2\n');
  box.commitAll('more');
  box.write('n.txt', '1\n2 staged\n');
  box.git('add', 'n.txt');
  box.write('n.txt', '1 not staged\n2 staged\n');
  box.write('untracked file', 'mine\n');
  box.write('ignored/x', 'mine too\n');
  box.git('fetch', '--quiet', '.', 'main');
};

/** Apply keeps to what is checked out; the merge would not, and says so. */
const sparse = (box: Sandbox, mode: '--cone' | '--no-cone', ...what: string[]): Job => {
  box.write('other/c.txt', 'c\n');
  box.commitAll('other');
  box.git('sparse-checkout', 'set', mode, ...what);
  return { mergeSays };
};

const mergeSays =
  /is a sparse checkout, and this merge would bring in files that are not part of it\. Merge the branch/;

const kinds: [name: string, make: (box: Sandbox) => Job | void][] = [
  ['a plain one', () => undefined],
  ['a detached HEAD', (box) => void box.git('checkout', '--quiet', '--detach')],
  ['a dirty checkout', makeDirty],
  [
    'a shallow clone',
    (box) => (moreCommits(box), { root: clone(box, '--depth=1'), run: 'git log > log && grep -q . log && rm log' }),
  ],
  ['a sparse checkout, cone', (box) => sparse(box, '--cone', 'src')],
  [
    'a sparse checkout, cone, with a sparse index',
    (box) => {
      const job = sparse(box, '--cone', 'src');
      box.git('sparse-checkout', 'reapply', '--sparse-index');
      return job;
    },
  ],
  ['a sparse checkout, no cone', (box) => sparse(box, '--no-cone', '/src/*.txt')],
  ['a partial clone', (box) => (serveParts(box), moreCommits(box), { root: clone(box, '--filter=blob:none') })],
  ['a clone that borrows objects', (box) => ({ root: clone(box, '--reference', box.root) })],
  ['a subfolder as the current folder', (box) => ({ cwd: join(box.root, 'src') })],
  [
    'a linked work tree',
    (box) => (
      box.git('worktree', 'add', '--quiet', '-b', 'side', join(box.folder, 'side')),
      { root: join(box.folder, 'side') }
    ),
  ],
  [
    'a repository behind a link',
    (box) => (symlinkSync(box.root, join(box.folder, 'link')), { cwd: join(box.folder, 'link/src') }),
  ],
  [
    'names that differ in case alone',
    (box) => (box.write('src/A.txt', 'other\n'), box.write('SRC/a.txt', 'other\n'), void box.commitAll('case')),
  ],
  ['a file of 50 MB', (box) => (box.write('big.bin', Buffer.alloc(50_000_000, 'x')), void box.commitAll('big'))],
  [
    'a split index and packed refs',
    (box) => (box.git('pack-refs', '--all'), void box.git('update-index', '--split-index')),
  ],
];

describe('the whole job', () => {
  it.each(kinds)('8.1 in %s', (_, make) =>
    inSandbox(async (box) => void (await doWholeJob(box, make(box) ?? {})), jobFiles),
  );

  it('8.1 in a SHA-256 repository', () =>
    inSandbox(async (box) => {
      const root = join(box.folder, 'sha256');
      box.git('init', '--quiet', '--object-format=sha256', '--initial-branch=main', root);
      mkdirSync(join(root, 'src'));
      for (const [file, text] of Object.entries(jobFiles)) writeFileSync(join(root, file), text);
      box.git('-C', root, 'add', '--all');
      box.git('-C', root, 'commit', '--quiet', '--message', 'first');
      expect((await doWholeJob(box, { root })).head).toMatch(/^[0-9a-f]{64}$/);
    }, jobFiles));

  it('8.1 in a repository whose work tree is elsewhere (core.worktree)', () =>
    inSandbox(async (box) => {
      const root = join(box.folder, 'elsewhere');
      mkdirSync(root);
      box.git('config', 'core.worktree', root);
      box.git('checkout', '--quiet', '--force', 'main');
      // Found from the folder that has the repository; the one with the files knows nothing of it.
      writeFileSync(join(root, '.git'), `gitdir: ${join(box.root, '.git')}\n`);
      await doWholeJob(box, { root });
    }, jobFiles));

  it('8.1 with a merge under way: only --merge has to wait', () =>
    inSandbox(async (box) => {
      for (const [branch, text] of [
        ['one', '1'],
        ['two', '2'],
      ] as const) {
        box.git('checkout', '--quiet', '-B', branch, 'main');
        box.write('n.txt', `${text}\n`);
        box.commitAll(branch);
      }
      expect(() => box.git('merge', '--quiet', 'one')).toThrow('Command failed');
      await doWholeJob(box, {
        mergeSays: /Something is under way in .* \(MERGE_HEAD\)\. Finish or abort it, then merge\./,
      });
    }, jobFiles));

  it('8.4 in a sparse checkout, outside of what is there: the branch has it, apply says why not', () =>
    inSandbox(async (box) => {
      await doWholeJob(box, {
        ...sparse(box, '--cone', 'other'),
        applySays: /src\/a\.txt: .*outside your sparse checkout: widen it, or merge the branch/,
      });
    }, jobFiles));

  it('8.1 in a partial, sparse clone: what is missing is fetched before any agent works', () =>
    inSandbox(async (box) => {
      serveParts(box);
      const root = clone(box, '--filter=blob:none', '--sparse');
      const missing = (): string => box.git('-C', root, 'rev-list', '--objects', '--missing=print', 'HEAD');
      expect(missing()).toMatch(/^\?/m);
      await doWholeJob(box, { root, mergeSays, applySays: /outside your sparse checkout/ });
    }, jobFiles));

  it('8.1 among 5,000 files', () =>
    inSandbox(async (box) => {
      for (let n = 0; n < 5_000; n += 1) box.write(`many/${n % 50}/${n}.txt`, `${n}\n`);
      box.commitAll('many');
      await doWholeJob(box);
    }, jobFiles));
});
