import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { begin, fixed } from '../../../test/support/custody.ts';
import { withRepo } from '../../../test/support/repo.ts';

it('8.1 closing removes the workspaces, follows no link, and leaves what apply and resume need', async () => {
  await withRepo(async (test) => {
    const { repo, custody, run } = await begin(test);
    const head = await fixed(custody);
    const workspace = await custody.workspace(custody.start.commit, 'agent');
    const outside = join(test.folder, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'precious'), '1');
    symlinkSync(outside, join(workspace.path, 'link'));
    writeFileSync(Buffer.concat([Buffer.from(`${workspace.path}/bad-`), Buffer.from([0xff])]), '1');
    await custody.close();
    expect(readdirSync(join(run, 'workspaces'))).toEqual([]);
    expect(existsSync(join(outside, 'precious'))).toBe(true);
    expect(await repo.apply({ run: 'r1', start: custody.start.commit, head })).toMatchObject({ applied: true });
    const resumed = await repo.reopen('r1', { seal: custody.seal });
    const again = await resumed.workspace(head, 'verify');
    expect(readFileSync(join(again.path, 'src/one.ts'), 'utf8')).toBe('fixed\n');
  });
});
