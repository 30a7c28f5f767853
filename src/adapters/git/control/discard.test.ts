/** What a run that could not begin has made is taken back. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withRepo } from '../../../../test/support/repo.ts';
import { openRepo } from '../user/open-repo.ts';

test('8.1 pins and files of a run that could not begin are gone, those of another stay', () =>
  withRepo(async (repository) => {
    const repo = await openRepo(repository.root, { stateDir: repository.stateDir });
    const { commit } = await repo.head();
    for (const run of ['one', 'other']) await (await repo.begin(run, { includeDirty: false, keep: commit })).close();
    await repo.discard('one');
    await repo.discard('one');
    const runs = join(repository.stateDir, repo.id, 'runs');
    expect(['one', 'other'].map((run) => existsSync(join(runs, run)))).toEqual([false, true]);
    const pins = repository.git('for-each-ref', '--format=%(refname)', 'refs/fixpoint').split('\n').filter(Boolean);
    expect(pins.every((pin) => pin.startsWith('refs/fixpoint/other/'))).toBe(true);
    expect(pins).toHaveLength(2);
  }));
