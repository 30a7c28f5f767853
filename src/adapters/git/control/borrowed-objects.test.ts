/** A caged agent can use git in its workspace, and no objects but those of its repository. */
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxHere } from '../../../../test/support/caged.ts';
import { begin } from '../../../../test/support/custody.ts';
import { withRepo } from '../../../../test/support/repo.ts';
import { createRunProcess } from '../../process/run-process.ts';
import { runtimeSandbox } from '../../sandbox/runtime-sandbox.ts';
import { borrowedObjects } from './borrowed-objects.ts';

const isUsable = await sandboxHere();

describe('the objects that a workspace borrows', () => {
  it('8.1 are the control repository’s and the user’s, whatever the workspace says', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const { path } = await custody.workspace(custody.start.commit, 'agent');
      const found = borrowedObjects(path).map((folder) => realpathSync(folder));
      expect(found).toEqual([
        realpathSync(join(path, '../../control.git/objects')),
        realpathSync(join(test.root, '.git/objects')),
      ]);
      writeFileSync(join(path, '.git/objects/info/alternates'), `${test.folder}\n`);
      expect(borrowedObjects(path)).toHaveLength(2);
      expect(borrowedObjects(test.folder)).toHaveLength(1);
    });
  });

  it.runIf(isUsable)('8.1 are enough for git in a cage', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const workspace = (await custody.workspace(custody.start.commit, 'agent')).path;
      const env = { PATH: process.env['PATH'] ?? '', HOME: test.root, XDG_STATE_HOME: test.folder };
      const wrapped = await runtimeSandbox({ env }).wrap({
        command:
          'git log --format=%H -1 && echo new >new.txt && git add new.txt && git status --porcelain && git commit -qm x && git diff --stat HEAD~1',
        workspace,
        scratch: workspace,
        writable: [],
        readable: borrowedObjects(workspace),
        hosts: [],
        access: 'edit',
      });
      const run = createRunProcess({ environment: env });
      const outcome = await run({
        command: wrapped.command,
        env: wrapped.env,
        cwd: workspace,
        timeoutMs: 30_000,
        marker: 'objects',
      });
      expect(outcome).toMatchObject({
        exitCode: 0,
        stderr: '',
        stdout: expect.stringContaining(`${custody.start.commit}\nA  new.txt\n`),
      });
    });
  });
});
