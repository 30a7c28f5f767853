/** The canaries of the hostile agent are alive: plain git, in a repository where they are planted, runs them. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plant } from '../fakes/hostile/plant.ts';
import { withHostile } from '../support/hostile.ts';

const expected = [
  'alias',
  'core.editor',
  'core.sshCommand',
  'credential.helper',
  'diff.command',
  'diff.textconv',
  'filter.clean',
  'filter.process',
  'filter.smudge',
  'gpg.program',
  'gpg.ssh.program',
  'hook.commit-msg',
  'hook.post-checkout',
  'hook.post-commit',
  'hook.post-index-change',
  'hook.pre-commit',
  'hook.reference-transaction',
  'include.path',
  'merge.driver',
  'url.insteadOf',
];

test('plain git runs what is planted', () =>
  withHostile(async ({ sandbox, canary }) => {
    const live = join(sandbox.scratch, 'live');
    mkdirSync(live);
    const git = (...args: string[]): void => {
      spawnSync('git', args, {
        cwd: live,
        env: { ...sandbox.env, EDITOR: '' },
        input: 'protocol=https\nhost=example.invalid\n\n',
        timeout: 20_000,
      });
    };
    const write = (file: string, text: string): void => writeFileSync(join(live, file), text);
    git('init', '--quiet', '--initial-branch=main');
    write('a.txt', 'one\n');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'first');
    plant(join(live, '.git'), canary);
    git('status');
    write('a.txt', 'two\n');
    git('diff');
    git('diff', '--no-ext-diff');
    git('add', '--all');
    git('commit', '--message', 'signed');
    git('-c', 'gpg.format=ssh', 'commit', '--message', 'signed by ssh');
    git('-c', 'commit.gpgSign=false', 'commit', '--message', 'second');
    git('-c', 'commit.gpgSign=false', 'commit', '--amend');
    git('checkout', '--quiet', '-b', 'other', 'HEAD~1');
    appendFileSync(join(live, 'a.txt'), 'three\n');
    git('-c', 'commit.gpgSign=false', 'commit', '--all', '--message', 'third');
    git('-c', 'commit.gpgSign=false', 'merge', '--message', 'merge', 'main');
    git('fetch', 'origin');
    git('ls-remote', 'ssh://example.invalid/repo');
    git('credential', 'fill');
    git('st');
    write('b.bin', 'four\n');
    git('add', 'b.bin');
    expect(Object.keys(canary.sang()).toSorted()).toEqual(expect.arrayContaining(expected));
  }));
