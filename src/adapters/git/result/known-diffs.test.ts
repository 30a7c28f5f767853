/** A difference that a capture has shown is the one that git tells. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AT, begin } from '../../../../test/support/custody.ts';
import { withRepo } from '../../../../test/support/repo.ts';
import { gitProcesses } from '../user/open-repo.ts';

it('a capture and its commit differ from their base as git says, and git is not asked again', async () => {
  await withRepo(async (test) => {
    const { repo, custody } = await begin(test);
    const base = custody.start.commit;
    const workspace = await custody.workspace(base, 'agent');
    writeFileSync(join(workspace.path, 'new.bin'), Buffer.from([0, 1, 2]));
    writeFileSync(join(workspace.path, 'src/one.ts'), 'changed\n');
    rmSync(join(workspace.path, 'README.md'));
    const { tree } = await custody.capture(workspace, base);
    const { commit } = await custody.commit({ tree, parent: base, message: 'x', at: AT });
    const before = gitProcesses.count;
    const remembered = await custody.diff(base, commit);
    expect(gitProcesses.count).toBe(before);
    const asked = await (await repo.reopen('r1')).diff(base, commit);
    expect(gitProcesses.count).toBeGreaterThan(before);
    expect(remembered.files).toEqual(asked.files);
    expect(Buffer.from(remembered.patch).toString('latin1')).toBe(Buffer.from(asked.patch).toString('latin1'));
    expect((await custody.diff(commit, base)).files).not.toEqual(asked.files);
    await custody.close();
  });
});
