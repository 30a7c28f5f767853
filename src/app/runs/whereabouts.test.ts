/** Finding a run's repository again, and its control repository in it, with real repositories and journals. */
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Config } from '../../config/schema.ts';
import { type TestRepo, withRepo } from '../../../test/support/repo.ts';
import { openLocal } from '../../wiring/local.ts';
import type { App } from '../app.ts';
import { findRun, listRuns } from './find-run.ts';
import { readState } from './read-run.ts';
import { fromRoot, keepStart } from '../start/keep-start.ts';
import { findRepo, isAbout, settleIn } from './whereabouts.ts';

const run = 'r1';

/** A run that began and was interrupted. */
const beginRun = async (test: TestRepo, options: { includeDirty: boolean; old?: boolean }): Promise<void> => {
  const app = openLocal({ stateDir: test.stateDir });
  const repo = await app.repositories.open(test.root);
  const writer = await (await app.journal()).create(run, repo.id);
  const custody = await repo.begin(run, { includeDirty: options.includeDirty });
  const { repository, events } = await keepStart(await app.artifacts({ repo: repo.id, run }), custody);
  await writer.append([
    {
      type: 'run.started',
      command: 'fix',
      root: repo.root,
      ...(options.old !== true && { repository }),
      start: custody.start,
      request: {},
      dirty: false,
      sources: [],
      config: Config.parse({}),
      version: '0',
      seal: custody.seal,
    },
    ...events,
  ]);
  await custody.close();
  await writer.release();
  await app.close();
};

const soughtIn = async (app: App, cwd: string) => {
  const { repo: home } = await findRun(app, { cwd, run });
  const state = await readState(app, run);
  return { home, state, root: state.run.started.root, options: { cwd } };
};

const elsewhere = async (test: TestRepo): Promise<{ app: App; clone: string }> => {
  const [stateDir, clone] = [join(test.folder, 'other'), join(test.folder, 'clone')];
  cpSync(test.stateDir, stateDir, { recursive: true });
  test.git('clone', '-q', test.root, clone);
  return { app: openLocal({ stateDir }), clone };
};

it('11.1 a run whose state folder was moved goes on in the clone that somebody stands in', async () => {
  await withRepo(async (test) => {
    test.write('README.md', '# Not committed\n');
    await beginRun(test, { includeDirty: true });
    const { app, clone } = await elsewhere(test);
    const sought = await soughtIn(app, clone);
    const repo = await findRepo(app, sought);
    expect(repo.root).toBe(clone);
    const writer = await (await app.journal()).claim(run);
    expect(await settleIn(app, repo, sought, writer)).toMatchObject([{ type: 'run.moved', root: clone }]);
    expect(sought.state.run.started.root).toBe(clone);
    const custody = await repo.reopen(run, { seal: sought.state.run.started.seal ?? '' });
    expect(await custody.readText(custody.start.commit, 'README.md')).toBe('# Not committed\n');
    expect(await settleIn(app, repo, sought, writer)).toEqual([]);
    expect((await findRepo(app, { ...(await soughtIn(app, clone)), options: { cwd: test.folder } })).root).toBe(clone);
    await custody.close();
    await app.close();
  });
});

it('11.1 a run that is where it was stays there, whichever clone somebody stands in', async () => {
  await withRepo(async (test) => {
    await beginRun(test, { includeDirty: false });
    const clone = join(test.folder, 'clone');
    test.git('clone', '-q', test.root, clone);
    const app = openLocal({ stateDir: test.stateDir });
    const sought = await soughtIn(app, clone);
    expect((await findRepo(app, sought)).root).toBe(test.root);
    expect(await listRuns(app, { cwd: clone }, 20)).toEqual([]);
    expect(await isAbout(app, sought.state.run.started, clone)).toBe(false);
    await app.close();
  });
});

it('11.1 runs are found in a repository that was moved, by the commit that they began from', async () => {
  await withRepo(async (test) => {
    await beginRun(test, { includeDirty: false });
    const [moved, other] = [join(test.folder, 'moved'), join(test.folder, 'other')];
    renameSync(test.root, moved);
    test.gitIn(test.folder, 'init', '-q', other);
    test.gitIn(other, 'commit', '-q', '--allow-empty', '-m', 'another repository');
    const app = openLocal({ stateDir: test.stateDir });
    expect(await listRuns(app, { cwd: moved }, 20)).toMatchObject([{ run }]);
    expect((await findRun(app, { cwd: moved, run: 'latest' })).run).toBe(run);
    expect(await listRuns(app, { cwd: other }, 20)).toEqual([]);
    const sought = await soughtIn(app, other);
    await expect(findRepo(app, sought)).rejects.toThrow(/does not have the commit that it started from\. Fetch it/);
    await expect(findRepo(app, { ...sought, options: { cwd: test.folder } })).rejects.toThrow(
      /Change to a clone of it/,
    );
    expect((await findRepo(app, { ...sought, options: { cwd: moved } })).root).toBe(moved);
    await app.close();
  });
});

it('11.1 a run of the version before, without bundles, is looked for where it was', async () => {
  await withRepo(async (test) => {
    await beginRun(test, { includeDirty: false, old: true });
    const app = openLocal({ stateDir: test.stateDir });
    const sought = await soughtIn(app, test.root);
    expect((await findRepo(app, sought)).root).toBe(test.root);
    rmSync(test.root, { recursive: true });
    await expect(findRepo(app, sought)).rejects.toThrow(/does not exist/);
    await app.close();
  });
});

it('11.1 paths in the repository are kept from its root, others as they are', () => {
  expect(fromRoot('/a/repo', '/a/repo/recordings/one')).toBe('recordings/one');
  expect(fromRoot('/a/repo', '/a/repository')).toBe('/a/repository');
  expect(fromRoot('/a/repo', '/tmp/progress.txt')).toBe('/tmp/progress.txt');
  expect(fromRoot('/a/repo', '/a/repo/..odd')).toBe('..odd');
});
