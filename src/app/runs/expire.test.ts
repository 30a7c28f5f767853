/** What ended runs keep, and for how long; with a real repository and journal, and a clock that is set. */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TestRepo, withRepo } from '../../../test/support/repo.ts';
import { exampleConfig, runStarted } from '../../../test/support/loop/examples.ts';
import type { RunEvent } from '../../model/event.ts';
import { openLocal } from '../../wiring/local.ts';
import { apply } from '../apply.ts';
import type { App } from '../app.ts';
import { keepStart } from '../start/keep-start.ts';
import { expireRuns } from './expire.ts';
import { report } from './query.ts';

const day = 86_400_000;
const ended = '2026-01-01T00:00:00.000Z';
const handedOver = (branch: string | null, head: string | null): RunEvent => ({
  type: 'run.handed-over',
  branch,
  head,
  patch: null,
});
const finished: RunEvent = { type: 'run.finished', status: 'clean' };
const unsent: RunEvent = {
  type: 'leftover.planned',
  finding: 'f1',
  plan: 'p1',
  to: 'github',
  want: 'open',
  title: '[HIGH] It is bad',
  body: '',
  labels: [],
  digest: 'd',
};

/** A run that ended on the first of January, with a file of each kind. */
const leave = async (app: App, test: TestRepo, run: string, end: RunEvent[]): Promise<string> => {
  const repo = await app.repositories.open(test.root);
  const writer = await (await app.journal()).create(run, repo.id);
  const custody = await repo.begin(run, { includeDirty: false });
  const artifacts = await app.artifacts({ repo: repo.id, run });
  const { repository, events } = await keepStart(artifacts, custody);
  await artifacts.put('attempts/1.1.1/prompt.md', 'Mend it.');
  await artifacts.put('report.md', '# Fixpoint run\n');
  await artifacts.put('leftovers.md', '# What is left\n');
  const { seal, start } = custody;
  const started = runStarted(exampleConfig(), { root: repo.root, repository, start, seal });
  await writer.append([started, ...events, ...end].map((event) => ({ ...event, at: ended })));
  await custody.close();
  await writer.release();
  const folder = join(test.stateDir, repo.id, 'runs', run);
  mkdirSync(join(folder, 'apply'), { recursive: true });
  writeFileSync(join(folder, 'apply', 'a.txt'), 'what was there before');
  return folder;
};

const expireAfter = async (app: App, test: TestRepo, days: number, retention: number | null = 10 * day) => {
  const clock = { ...app.clock, now: () => new Date(Date.parse(ended) + days * day) };
  const repo = await app.repositories.open(test.root);
  return expireRuns({ app: { ...app, clock }, repo, retention: retention ?? undefined });
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

describe('artifacts.retention', () => {
  it('T37 11.2 removes what an ended run kept once it is old enough; journal, report and backups stay', () =>
    inApp(async (app, test) => {
      const folder = await leave(app, test, 'r1', [handedOver('fixpoint/r1', 'c1'), finished]);
      const pins = (): string => test.git('for-each-ref', 'refs/fixpoint');
      expect(pins()).toContain('refs/fixpoint/r1/start');
      expect(await expireAfter(app, test, 9)).toEqual([]);
      expect(await expireAfter(app, test, 11, null)).toEqual([]);
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(['control.git', 'artifacts', 'apply']));

      // A link that somebody left is removed, not followed.
      symlinkSync(test.root, join(folder, 'artifacts', 'link'));
      expect(await expireAfter(app, test, 11)).toEqual([]);
      expect(readdirSync(folder).toSorted()).toEqual(['apply', 'artifacts']);
      expect(readdirSync(join(folder, 'artifacts')).toSorted()).toEqual(['leftovers.md', 'report.md']);
      expect(readdirSync(test.root)).not.toEqual([]);
      expect(pins()).toBe('');
      expect(await report(app, { cwd: test.root, run: 'r1' })).toMatchObject({ run: 'r1', status: 'clean' });
      await expect(apply(app, { cwd: test.root, run: 'r1' })).rejects.toThrow('git merge fixpoint/r1');
      expect(await expireAfter(app, test, 12)).toEqual([]);
    }));

  it.each([
    ['was stopped, and can be resumed', [{ type: 'run.finished', status: 'leftovers', stopReason: 'quota' }]],
    ['was cancelled, and can be resumed', [{ type: 'run.finished', status: 'cancelled', stopReason: 'cancelled' }]],
    ['was interrupted', []],
    ['has a result that lies nowhere else', [handedOver(null, 'c1'), finished]],
    ['has leftovers that were not sent', [handedOver('fixpoint/r1', 'c1'), unsent, finished]],
  ] satisfies [string, RunEvent[]][])('T37 11.2 removes nothing of a run that %s', (_, end) =>
    inApp(async (app, test) => {
      const folder = await leave(app, test, 'r1', end);
      const before = readdirSync(folder);
      expect(await expireAfter(app, test, 400)).toEqual([]);
      expect(readdirSync(folder)).toEqual(before);
    }),
  );

  it('T37 11.2 removes nothing of a run that somebody holds, and goes on where it was cut short', () =>
    inApp(async (app, test) => {
      const folder = await leave(app, test, 'r1', [handedOver('fixpoint/r1', 'c1'), finished]);
      const writer = await (await app.journal()).claim('r1');
      expect(await expireAfter(app, test, 11)).toEqual([]);
      expect(existsSync(join(folder, 'control.git'))).toBe(true);
      await writer.release();
      // As it would be left by a process that died in the middle: all but the seal may be gone.
      rmSync(join(folder, 'control.git'), { recursive: true });
      await expireAfter(app, test, 11);
      expect(readdirSync(folder).toSorted()).toEqual(['apply', 'artifacts']);
    }));

  it('T37 11.2 says what could not be removed, and lets the run start', () =>
    inApp(async (app, test) => {
      await leave(app, test, 'r1', [handedOver('fixpoint/r1', 'c1'), finished]);
      const repo = await app.repositories.open(test.root);
      const clock = { ...app.clock, now: () => new Date(Date.parse(ended) + 11 * day) };
      const full = { ...repo, expire: () => Promise.reject(new Error('the disk is read-only')) };
      expect(await expireRuns({ app: { ...app, clock }, repo: full, retention: 10 * day })).toEqual([
        'What run r1 has kept could not be removed: the disk is read-only',
      ]);
    }));
});
