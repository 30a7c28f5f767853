import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withRepo } from '../../../../test/support/repo.ts';
import { openRepo } from '../user/open-repo.ts';
import { begin } from '../../../../test/support/custody.ts';

describe('resuming', () => {
  it('11.1 goes on after a kill: stale locks and half-made workspaces do no harm', async () => {
    await withRepo(async (test) => {
      const { repo, custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'half'), '1');
      rmSync(join(workspace.path, 'README.md'));
      const run = join(test.stateDir, repo.id, 'runs/r1');
      for (const name of readdirSync(join(run, 'index'))) writeFileSync(join(run, 'index', `${name}.lock`), '');
      const resumed = await repo.reopen('r1', { seal: custody.seal });
      expect(resumed.start).toEqual(custody.start);
      expect(resumed.seal).toBe(custody.seal);
      const again = await resumed.workspace(custody.start.commit, 'agent');
      expect(readdirSync(again.path).toSorted()).toEqual(['.git', 'README.md', 'src']);
    });
  });

  it('11.1 begins anew where beginning was interrupted', async () => {
    await withRepo(async (test) => {
      const repo = await openRepo(test.root, { stateDir: test.stateDir });
      const run = join(test.stateDir, repo.id, 'runs/r1');
      mkdirSync(join(run, 'control.git/objects'), { recursive: true });
      writeFileSync(join(run, 'control.git/config'), 'half');
      await expect(repo.reopen('r1')).rejects.toThrow('never begun');
      const custody = await repo.begin('r1', { includeDirty: false });
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      expect(existsSync(join(workspace.path, 'README.md'))).toBe(true);
    });
  });
});
