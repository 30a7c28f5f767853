/** Acceptance 7: repositories that a run cannot start from are refused with what to do, and nothing is left behind. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import { fixpointProgram } from '../support/fixpoint.ts';
import { manifestOf } from '../support/manifest.ts';
import { expectRefused } from '../support/refused.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { jobArgs, jobFiles } from '../support/whole-job.ts';

const fresh = (box: Sandbox): string => {
  const root = join(box.folder, 'fresh');
  box.git('init', '--quiet', root);
  return root;
};

const partial = (box: Sandbox): string => {
  const root = join(box.folder, 'partial');
  box.git('config', 'uploadpack.allowFilter', 'true');
  box.git('clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${box.root}`, root);
  box.git('-C', root, 'remote', 'set-url', 'origin', `file://${box.folder}/gone`);
  return root;
};

const refusals: [name: string, make: (box: Sandbox) => string, says: (string | RegExp)[]][] = [
  ['no repository', (box) => box.outside, ['is not in a git repository', 'git init && git add -A && git commit']],
  ['no commits yet', fresh, ['has no commit to start from', 'git add -A && git commit']],
  [
    'no commits yet, and a merge under way',
    (box) => {
      const root = fresh(box);
      writeFileSync(join(root, '.git/MERGE_HEAD'), `${box.git('rev-parse', 'HEAD')}\n`);
      return root;
    },
    ['has no commit to start from'],
  ],
  [
    'a bare repository',
    (box) => (box.git('clone', '--quiet', '--bare', box.root, join(box.folder, 'bare')), join(box.folder, 'bare')),
    ['is a bare repository', 'git worktree add'],
  ],
  ['the inside of .git', (box) => join(box.root, '.git/refs'), ['is inside a .git folder', 'Change to the work tree']],
  [
    'a partial clone whose remote is gone',
    partial,
    ['is a partial clone that lacks', 'could not be fetched', 'Go online and try again'],
  ],
  [
    'a HEAD that names no commit',
    (box) => (writeFileSync(join(box.root, '.git/HEAD'), `${'1'.repeat(40)}\n`), box.root),
    ['has no commit to start from'],
  ],
  [
    'a HEAD that is nonsense',
    (box) => (writeFileSync(join(box.root, '.git/HEAD'), 'nonsense\n'), box.root),
    ['is not in a git repository'],
  ],
  [
    'a configuration that git cannot read',
    (box) => (writeFileSync(join(box.root, '.git/config'), '[core\n'), box.root),
    [/bad config line 1/, 'git status'],
  ],
  [
    'an unknown extension',
    (box) => (
      box.git('config', 'core.repositoryFormatVersion', '1'),
      box.git('config', 'extensions.frobnicate', 'true'),
      box.root
    ),
    [/frobnicate/, 'git status'],
  ],
  [
    'a tree that is not there',
    (box) => {
      const tree = box.git('rev-parse', 'HEAD^{tree}');
      rmSync(join(box.root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
      return box.root;
    },
    [/HEAD|tree|object/, 'git fsck'],
  ],
];

describe('a run cannot start from', () => {
  it.each(refusals)('8.1 %s', (_, make, says) =>
    inSandbox(async (box) => {
      const cwd = make(box);
      const before = manifestOf(cwd);
      await expectRefused(box, { args: jobArgs(box), says, options: { cwd } });
      expect(manifestOf(cwd)).toEqual(before);
    }, jobFiles),
  );

  it('8.1 a folder that is gone', () =>
    inSandbox(async (box) => {
      const cwd = join(box.folder, 'going');
      mkdirSync(cwd);
      const line = 'rmdir "$PWD" && exec "$0" "$@"';
      const ended = spawnSync('/bin/sh', ['-c', line, fixpointProgram, ...jobArgs(box)], {
        cwd,
        env: box.env,
        encoding: 'utf8',
      });
      expect(ended.status).toBe(1);
      expect(ended.stderr).toMatch(/^fixpoint: The current folder does not exist/m);
    }, jobFiles));

  it('8.1 a repository that moved: resume, report and apply say where it was', () =>
    inSandbox(async (box) => {
      await box.report(jobArgs(box));
      const moved = join(box.folder, 'moved');
      renameSync(box.root, moved);
      const { code, stderr } = await box.run(['apply', 'latest'], { cwd: box.folder });
      renameSync(moved, box.root);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^fixpoint: .*repo does not exist/);
      expect(readFileSync(join(box.root, 'src/a.txt'), 'utf8')).toBe(jobFiles['src/a.txt']);
    }, jobFiles));
});
