/** A run's custody: the methods of the port, each in a file of its own, around one control repository. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Custody, RepoError } from '../../../ports/repo.ts';
import { onDisk } from '../door/bytes.ts';
import { bundle } from '../result/bundle.ts';
import { commit } from '../result/commit.ts';
import { type Control, openControl } from './control.ts';
import { openDiffs } from '../result/known-diffs.ts';
import { capturing } from '../workspace/failed-capture.ts';
import { factsAt, renamesBetween } from '../user/facts.ts';
import { readFrozen } from './frozen.ts';
import { handOver } from '../result/hand-over.ts';
import { settleHooks } from '../user/hook-guard.ts';
import { keptHooks } from '../user/hooks.ts';
import { merge } from '../result/merge.ts';
import { originOf } from './rebuild/portable.ts';
import type { RunPaths } from './paths.ts';
import { pick } from '../result/pick.ts';
import { openPool, type Pool } from '../workspace/pool.ts';
import { existing, filesOf, readText } from '../door/read-text.ts';
import { removeAt, removeByProgram } from '../workspace/remove.ts';
import { openSeal } from './seal.ts';
import { suspicions } from '../user/suspicions.ts';

/** Beside other work, since a large checkout takes its time; what resists that is removed by us. */
const emptyFolder = async (folder: string): Promise<void> => {
  const names = readdirSync(folder, 'latin1');
  if (names.length === 0) return;
  await removeByProgram(names.map((name) => `${folder}/${name}`));
  for (const name of names) {
    await rm(onDisk(folder, name), { recursive: true, force: true }).catch(() => undefined);
    removeAt(folder, name);
  }
};

type Reading = Pick<Custody, 'readText' | 'files' | 'existing' | 'facts' | 'renames' | 'hooks'>;

/** What is read out of the control repository, never before its seal was looked at. */
const readingFrom = (control: Control): Reading => {
  const { paths, seal, blob } = control;
  const source = { gitDir: paths.control, shallow: join(paths.control, 'shallow'), blob };
  return {
    readText: (revision, file) => readText(control, revision, file),
    files: (revision) => filesOf(control, revision),
    existing: (revision, files) => existing(control, revision, files),
    facts: (revision, files) => {
      seal.verify();
      return factsAt(source, revision, files);
    },
    renames: (from, to) => {
      seal.verify();
      return renamesBetween(paths.control, from, to);
    },
    hooks: () => {
      seal.verify();
      return keptHooks(control.frozen.hooks, paths.hooks);
    },
  };
};

const close = async (control: Control, pool: Pool): Promise<void> => {
  control.end();
  await pool.close();
  settleHooks(control.paths.hookMemory, control.frozen.hooksFolder);
  // What was tampered with is left alone: it is evidence, and removing it could lead through links.
  if (!control.seal.isIntact()) return;
  await Promise.all([control.paths.workspaces, control.paths.indexes].map(emptyFolder));
};

export const custodyOf = (control: Control): Custody => {
  const pool = openPool(control);
  const diffs = openDiffs(control);
  const { frozen, seal } = control;
  return {
    start: frozen.start,
    author: frozen.author,
    seal: seal.id,
    notes: frozen.notes,
    workspace: pool.acquire,
    capture: async (workspace, base, signal) => {
      const captured = await capturing(() => pool.capture(workspace, base, signal));
      await diffs.see(base, captured.tree, captured);
      return captured;
    },
    diff: diffs.between,
    commit: (request) => commit(control, request),
    origin: () => {
      control.seal.verify();
      return originOf(control.paths);
    },
    bundle: (request) => bundle(control, request),
    merge: (ours, theirs) => merge(control, ours, theirs),
    pick: (base, from, files) => pick(control, base, from, files),
    ...readingFrom(control),
    suspicions: () => suspicions(control),
    handOver: (revision, branch) => handOver(control, revision, branch),
    close: () => close(control, pool),
  };
};

/** The control repository of a run that was begun earlier, for reading. */
export const existingControl = (paths: RunPaths, run: string, seal?: string): Control => {
  if (!existsSync(paths.seal)) {
    throw new RepoError(
      `The run ${run} has no git custody in ${paths.folder}: it was never begun here, or was removed. Start a new run.`,
    );
  }
  for (const folder of [paths.workspaces, paths.indexes]) mkdirSync(folder, { recursive: true });
  return openControl(paths, readFrozen(paths.frozen), openSeal(paths, seal));
};

/** The pin keeps the start from garbage collection; without it, it may be gone. */
const requireStart = async (control: Control): Promise<void> => {
  const { start, run, commonDir } = control.frozen;
  const { exitCode } = await control.git(['cat-file', '-e', `${start.commit}^{tree}`], { allow: [1, 128] });
  if (exitCode !== 0) {
    throw new RepoError(
      `The start of the run ${run}, ${start.commit}, is no longer in ${commonDir}. The run cannot go on: ` +
        'start a new one.',
    );
  }
};

/** The same, for going on with the run: indexes and locks of a process that was killed are not believed. */
export const resumedControl = async (paths: RunPaths, run: string, seal?: string): Promise<Control> => {
  const control = existingControl(paths, run, seal);
  await requireStart(control);
  for (const name of readdirSync(paths.indexes)) rmSync(`${paths.indexes}/${name}`, { force: true });
  return control;
};
