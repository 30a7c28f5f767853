/** A run's control repository, rebuilt in a clone that never saw the run. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begin, fixed } from '../../../../../test/support/custody.ts';
import { type TestRepo, withRepo } from '../../../../../test/support/repo.ts';
import type { Bundle } from '../../../../model/repository/bundle.ts';
import type { Custody, Repo, RestoreRequest } from '../../../../ports/repo.ts';
import { openRepo } from '../../user/open-repo.ts';

type Kept = { request: RestoreRequest; files: Map<string, Uint8Array>; seals: string[]; notes: string[] };

/** What the loop keeps of a run: its facts, and each of these commits in a bundle of its own. */
const keep = async (custody: Custody, commits: readonly string[]): Promise<Kept> => {
  const files = new Map<string, Uint8Array>();
  const seals: string[] = [];
  const notes: string[] = [];
  const { facts, digest, commit: head } = custody.origin();
  files.set('facts', facts);
  const bundles: Bundle[] = [];
  for (const [n, tip] of commits.entries()) {
    const of = { tips: [tip], prerequisites: [commits[n - 1] ?? head] };
    const made = await custody.bundle(of);
    files.set(tip, made.bytes);
    bundles.push({ artifact: tip, digest: made.digest, ...of });
  }
  const request: RestoreRequest = {
    run: 'r1',
    facts: { artifact: 'facts', digest },
    bundles,
    read: async (artifact) => files.get(artifact) ?? null,
    record: async (seal, told) => {
      seals.push(seal);
      notes.push(...told);
    },
  };
  return { request, files, seals, notes };
};

const openClone = (test: TestRepo, ...args: string[]): Promise<Repo> => {
  const clone = join(test.folder, 'clone');
  test.git('clone', '-q', ...args, `file://${test.root}`, clone);
  const stateDir = join(test.folder, 'other-state');
  mkdirSync(stateDir);
  return openRepo(clone, { stateDir });
};

const pieces = ['control.git', 'control.sha256', 'custody.json', 'index', 'modules', 'workspaces'];

describe('a run that is rebuilt elsewhere', () => {
  it.each([
    { format: 'sha1', includeDirty: false },
    { format: 'sha256', includeDirty: true },
  ] as const)(
    '11.1 makes the same commits: $format, work in progress $includeDirty',
    async ({ format, includeDirty }) => {
      await withRepo(
        async (test) => {
          if (includeDirty) test.write('README.md', '# Not committed\n');
          const { custody } = await begin(test, { includeDirty });
          const start = custody.start.commit;
          const first = await fixed(custody);
          const next = { file: 'README.md', text: '# Better\n', parent: first };
          const kept = await keep(custody, [...(includeDirty ? [start] : []), first]);
          const second = await fixed(custody, next);
          // Whoever goes on elsewhere is another person there.
          test.git('config', '--global', 'user.name', 'Somebody Else');
          const repo = await openClone(test);
          expect(repo.isInPlace('r1')).toBe(false);
          await repo.restore(kept.request);
          expect(repo.isInPlace('r1')).toBe(true);
          const rebuilt = await repo.reopen('r1', { seal: kept.seals[0] ?? '' });
          expect(rebuilt.start).toEqual(custody.start);
          expect(await fixed(rebuilt, next)).toBe(second);
          expect(await rebuilt.handOver(second, 'fixpoint/r1')).toEqual({ branch: 'fixpoint/r1' });
          expect(test.gitIn(repo.root, 'rev-list', 'fixpoint/r1', '-2')).toBe(`${second}\n${first}`);
          expect(test.gitIn(repo.root, 'fsck', '--strict')).toBe('');
          expect(test.gitIn(repo.root, 'rev-parse', 'refs/fixpoint/r1/start')).toBe(start);
          await Promise.all([custody.close(), rebuilt.close()]);
        },
        { format },
      );
    },
  );

  it('11.1 twice gives the same, and a crash before the seal counts as not rebuilt', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const first = await fixed(custody);
      const { request, seals } = await keep(custody, [first]);
      const repo = await openClone(test);
      const crash = { ...request, record: () => Promise.reject(new Error('killed')) };
      await expect(repo.restore(crash)).rejects.toThrow('killed');
      expect(repo.isInPlace('r1')).toBe(false);
      await repo.restore(request);
      await repo.restore(request);
      expect(seals[0]).toBe(seals[1]);
      const run = join(test.folder, 'other-state', repo.id, 'runs/r1');
      expect(readdirSync(run).toSorted()).toEqual(pieces);
      await custody.close();
    });
  });

  it.each(['facts', 'bundle'])('11.1 takes nothing from a changed artifact: %s', async (what) => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const first = await fixed(custody);
      const { request, files } = await keep(custody, [first]);
      const name = what === 'facts' ? 'facts' : first;
      const bytes = Buffer.from(files.get(name) ?? []);
      bytes[bytes.length - 30] = (bytes.at(-30) ?? 0) ^ 1;
      files.set(name, bytes);
      const repo = await openClone(test);
      await expect(repo.restore(request)).rejects.toThrow(/is not what the journal recorded/);
      files.delete(name);
      await expect(repo.restore(request)).rejects.toThrow(/is missing, and without it the run cannot be rebuilt/);
      expect(repo.isInPlace('r1')).toBe(false);
      await custody.close();
    });
  });

  it('11.1 a bundle of other commits than the journal names is refused', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const first = await fixed(custody);
      const { request } = await keep(custody, [first]);
      const bundles = request.bundles.map((bundle) => ({ ...bundle, tips: [custody.start.commit] }));
      const repo = await openClone(test);
      await expect(repo.restore({ ...request, bundles })).rejects.toThrow(/is no bundle of its commits/);
      await custody.close();
    });
  });

  it('11.1 says what to fetch where the start is missing', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const { request } = await keep(custody, [await fixed(custody)]);
      test.write('later.txt', 'later\n');
      test.commitAll('later');
      const repo = await openClone(test, '--depth=1');
      await expect(repo.restore(request)).rejects.toThrow(
        /does not have the commit [0-9a-f]{40}.*git fetch --unshallow/,
      );
      test.gitIn(repo.root, 'fetch', '-q', '--unshallow');
      await repo.restore(request);
      expect(repo.isInPlace('r1')).toBe(true);
      await custody.close();
    });
  });

  it('11.1 works in a shallow clone that has the start', async () => {
    await withRepo(async (test) => {
      test.write('two.txt', 'two\n');
      test.commitAll('second');
      const { custody } = await begin(test);
      const first = await fixed(custody);
      const { request } = await keep(custody, [first]);
      const repo = await openClone(test, '--depth=1');
      await repo.restore(request);
      const rebuilt = await repo.reopen('r1');
      expect(await fixed(rebuilt)).toBe(first);
      await Promise.all([custody.close(), rebuilt.close()]);
    });
  });

  it('11.1 keeps ignore patterns and tells of submodules that are not there', async () => {
    await withRepo(async (test) => {
      test.write('.git/info/exclude', '*.log\n');
      const inner = join(test.folder, 'inner');
      test.git('clone', '-q', test.root, inner);
      test.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'lib');
      test.commitAll('with a submodule');
      const { custody } = await begin(test);
      const { request, notes } = await keep(custody, [await fixed(custody)]);
      const repo = await openClone(test);
      await repo.restore(request);
      expect(notes).toEqual([expect.stringContaining('The submodule lib is not checked out here')]);
      const rebuilt = await repo.reopen('r1');
      const workspace = await rebuilt.workspace(rebuilt.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'noise.log'), 'x');
      const captured = await rebuilt.capture(workspace, rebuilt.start.commit);
      expect(captured.files).toEqual([]);
      expect(captured.ignored).toEqual(['noise.log']);
      await Promise.all([custody.close(), rebuilt.close()]);
    });
  });

  it('8.4 hooks that were kept as a gate have to come along as they were', async () => {
    await withRepo(async (test) => {
      test.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n');
      const repo = await openRepo(test.root, { stateDir: test.stateDir });
      const custody = await repo.begin('r1', { includeDirty: false, hooks: true });
      const { request } = await keep(custody, [await fixed(custody)]);
      const restore = (): Promise<void> => repo.restore({ ...request, seal: custody.seal });
      const hook = join(test.stateDir, repo.id, 'runs/r1/hooks/pre-commit');
      writeFileSync(hook, 'changed');
      await expect(restore()).rejects.toThrow(/its copy of them is not in/);
      writeFileSync(hook, '#!/bin/sh\nexit 0\n');
      await restore();
      rmSync(join(test.stateDir, repo.id, 'runs/r1/control.sha256'));
      await expect(restore()).rejects.toThrow(/its copy of them is not in/);
      await custody.close();
    });
  });
});
