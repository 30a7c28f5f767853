/** A run's custody: the methods of the port, each in a file of its own, around one control repository. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { RepoError } from '../../ports/repo.ts';
import type { Custody } from '../../ports/repo.ts';
import { commit } from './commit.ts';
import { openControl } from './control.ts';
import type { Control } from './control.ts';
import { diffTrees } from './diff.ts';
import { readFrozen } from './frozen.ts';
import { handOver } from './handover.ts';
import { hooksFolder, stageOn } from './hooks.ts';
import { merge } from './merge.ts';
import type { RunPaths } from './paths.ts';
import { openPool } from './pool.ts';
import { existing, readText } from './readtext.ts';
import { removeAt } from './remove.ts';
import { openSeal } from './seal.ts';

export function custodyOf(control: Control): Custody {
  const pool = openPool(control);
  return {
    start: control.frozen.start,
    seal: control.seal.id,
    notes: control.frozen.notes,
    workspace: pool.acquire,
    capture: pool.capture,
    commit: (request) => commit(control, request),
    merge: (ours, theirs) => merge(control, ours, theirs),
    readText: (revision, file) => readText(control, revision, file),
    existing: (revision, files) => existing(control, revision, files),
    diff: async (from, to) => {
      const { files, patch } = await diffTrees(control, await control.treeOf(from), await control.treeOf(to));
      return { files, patch };
    },
    hooks: (workspace, parent) => {
      control.seal.verify();
      stageOn(workspace.path, parent);
      return hooksFolder(control.frozen.hooks, control.paths.hooks, workspace.path);
    },
    handOver: (revision, branch) => handOver(control, revision, branch),
    close: async () => {
      control.seal.verify();
      for (const name of readdirSync(control.paths.workspaces)) removeAt(control.paths.workspaces, name);
      for (const name of readdirSync(control.paths.indexes)) removeAt(control.paths.indexes, name);
    },
  };
}

/** The control repository of a run that was begun earlier, for reading. */
export function existingControl(paths: RunPaths, run: string, seal?: string): Control {
  if (!existsSync(paths.seal)) {
    throw new RepoError(`The run ${run} has no git custody in ${paths.folder}: it was never begun here, or was removed. Start a new run.`);
  }
  for (const folder of [paths.workspaces, paths.indexes]) mkdirSync(folder, { recursive: true });
  return openControl(paths, readFrozen(paths.frozen), openSeal(paths, seal));
}

/** The same, for going on with the run: indexes and locks of a process that was killed are not believed. */
export function resumedControl(paths: RunPaths, run: string, seal?: string): Control {
  const control = existingControl(paths, run, seal);
  for (const name of readdirSync(paths.indexes)) rmSync(`${paths.indexes}/${name}`, { force: true });
  return control;
}
