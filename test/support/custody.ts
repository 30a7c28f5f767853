/** A run on a temporary repository, for tests of custody. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from './repo.ts';
import type { Custody, Repo } from '../../src/ports/repo.ts';
import { openRepo } from '../../src/adapters/git/user/open-repo.ts';

/** Commits have a fixed time, and so fixed ids. */
export const AT = '2026-01-02T03:04:05.678Z';

/** Begins the run `r1` on the test's repository. */
export const begin = async (
  test: TestRepo,
  options: { root?: string; includeDirty?: boolean } = {},
): Promise<{ repo: Repo; custody: Custody; run: string }> => {
  const repo = await openRepo(options.root ?? test.root, { stateDir: test.stateDir });
  const custody = await repo.begin('r1', { includeDirty: options.includeDirty === true });
  return { repo, custody, run: join(test.stateDir, repo.id, 'runs/r1') };
};

/** One fix of one file, committed: gives its commit. */
export const fixed = async (
  custody: Custody,
  change: { file?: string; text?: string; parent?: string } = {},
): Promise<string> => {
  const { file = 'src/one.ts', text = 'fixed\n', parent = custody.start.commit } = change;
  const workspace = await custody.workspace(parent, 'agent');
  writeFileSync(join(workspace.path, file), text);
  const { tree } = await custody.capture(workspace, parent);
  await workspace.release();
  return (await custody.commit({ tree, parent, message: text, at: AT })).commit;
};
