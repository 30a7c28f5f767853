/** What `fixpoint clean` removes and leaves, with a real repository and journal, and a clock that is set. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleConfig, runStarted } from '../../../test/support/loop/examples.ts';
import { type TestRepo, withRepo } from '../../../test/support/repo.ts';
import type { RunEvent } from '../../model/event.ts';
import { openLocal } from '../../wiring/local.ts';
import type { App } from '../app.ts';
import { report } from '../runs/query.ts';
import { keepStart } from '../start/keep-start.ts';
import { type CleanRequest, clean } from './clean.ts';

const day = 86_400_000;
const ended = '2026-01-01T00:00:00.000Z';
const finished: RunEvent = { type: 'run.finished', status: 'clean' };
const stopped: RunEvent = { type: 'run.finished', status: 'leftovers', stopReason: 'budget' };

type Left = { end?: RunEvent[]; at?: string; held?: boolean };

/** A run that ended with a branch of one commit, unless `end` says otherwise. */
const leave = async (app: App, test: TestRepo, run: string, { end, at = ended, held }: Left = {}): Promise<string> => {
  const repo = await app.repositories.open(test.root);
  const writer = await (await app.journal()).create(run, repo.id);
  const custody = await repo.begin(run, { includeDirty: false });
  const { repository, events } = await keepStart(await app.artifacts({ repo: repo.id, run }), custody);
  const { seal, start } = custody;
  const { commit } = await custody.commit({ tree: start.tree, parent: start.commit, message: run, at });
  const { branch } = await custody.handOver(commit, `fixpoint/${run}`);
  const started = runStarted(exampleConfig(), { root: repo.root, repository, start, seal });
  const handedOver: RunEvent = { type: 'run.handed-over', branch, head: commit, patch: null };
  const all = [started, ...events, ...(end ?? [handedOver, finished])];
  await writer.append(all.map((event) => ({ ...event, at })));
  await custody.close();
  if (held !== true) await writer.release();
  return join(test.stateDir, repo.id, 'runs', run);
};

const inApp = (use: (app: App, test: TestRepo) => Promise<void>): Promise<void> =>
  withRepo(async (test) => {
    const app = openLocal({ stateDir: test.stateDir });
    try {
      await use(app, test);
    } finally {
      await app.close();
    }
  });

const cleanAfter = (app: App, test: TestRepo, days: number, more: CleanRequest = {}) =>
  clean(
    { ...app, clock: { ...app.clock, now: () => new Date(Date.parse(ended) + days * day) } },
    { cwd: test.root, ...more },
  );

const control = (folder: string): boolean => existsSync(join(folder, 'control.git'));

describe('fixpoint clean', () => {
  it('11.2 shows first, then removes what old runs keep; how they ended stays', () =>
    inApp(async (app, test) => {
      const folder = await leave(app, test, 'r1');
      test.git('branch', 'merged', 'fixpoint/r1');
      expect(await cleanAfter(app, test, 9)).toMatchObject({ removed: [], kept: [], recent: 1 });

      const found = await cleanAfter(app, test, 11);
      expect(found).toMatchObject({ removed: [{ run: 'r1', files: true, branch: 'fixpoint/r1' }], kept: [] });
      expect([control(folder), test.git('branch', '--list', 'fixpoint/r1')]).toEqual([
        true,
        expect.stringMatching('r1'),
      ]);

      expect(await found.remove()).toEqual([]);
      expect([control(folder), test.git('branch', '--list', 'fixpoint/r1')]).toEqual([false, '']);
      expect(await report(app, { cwd: test.root, run: 'r1' })).toMatchObject({ status: 'clean' });
      expect(await cleanAfter(app, test, 11)).toMatchObject({ removed: [], kept: [] });
    }));

  it('11.2 leaves a branch whose commits nobody else has, unless told otherwise', () =>
    inApp(async (app, test) => {
      await leave(app, test, 'r1');
      const found = await cleanAfter(app, test, 11);
      expect(found.removed).toMatchObject([{ run: 'r1', files: true, branch: null }]);
      expect(found.kept).toMatchObject([{ what: 'branch fixpoint/r1', reason: expect.stringContaining('--unmerged') }]);
      const all = await cleanAfter(app, test, 11, { unmerged: true });
      expect(all.removed).toMatchObject([{ branch: 'fixpoint/r1' }]);
      await all.remove();
      expect(test.git('branch', '--list', 'fixpoint/r1')).toBe('');
    }));

  it('11.2 leaves a branch that somebody works on', () =>
    inApp(async (app, test) => {
      await leave(app, test, 'r1');
      test.git('checkout', '-q', 'fixpoint/r1');
      expect((await cleanAfter(app, test, 11, { unmerged: true })).kept).toMatchObject([
        { reason: 'it is checked out' },
      ]);
      test.git('commit', '-q', '--allow-empty', '-m', 'mine');
      test.git('checkout', '-q', '-');
      const found = await cleanAfter(app, test, 11, { unmerged: true });
      expect(found.kept).toMatchObject([{ reason: 'it has moved since the run ended' }]);
      await found.remove();
      expect(test.git('branch', '--list', 'fixpoint/r1')).not.toBe('');
    }));

  it('11.2 leaves what can be resumed, or is under way, unless it is named', () =>
    inApp(async (app, test) => {
      await leave(app, test, 'r1', { end: [] });
      await leave(app, test, 'r2', { end: [stopped] });
      const folder = await leave(app, test, 'r3', { held: true });
      const found = await cleanAfter(app, test, 11);
      expect(found.removed).toEqual([]);
      expect(found.kept.map(({ run, reason }) => `${run}: ${reason.split(' (')[0]}`).toSorted()).toEqual([
        'r1: it can be resumed',
        'r2: it can be resumed',
        'r3: it is under way',
      ]);
      expect((await cleanAfter(app, test, 0, { runs: ['r2'] })).removed).toMatchObject([{ run: 'r2', files: true }]);
      const held = await cleanAfter(app, test, 0, { runs: ['r3'] });
      expect(held.removed).toEqual([]);
      await held.remove();
      expect(control(folder)).toBe(true);
    }));

  it('11.2 keeps as many of the newest as it is told, and refuses what is no age', () =>
    inApp(async (app, test) => {
      await leave(app, test, 'r1');
      await leave(app, test, 'r2');
      const { removed, recent } = await cleanAfter(app, test, 11, { keep: 1 });
      expect([removed.length, recent]).toEqual([1, 1]);
      await expect(cleanAfter(app, test, 11, { olderThan: 'long' })).rejects.toThrow('such as 12h or 10d');
      await expect(cleanAfter(app, test, 11, { keep: Number.NaN })).rejects.toThrow('--keep');
    }));
});
