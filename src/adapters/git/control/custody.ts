/** A run's custody: the methods of the port, each in a file of its own, around one control repository. */
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Building, Custody } from '../../../ports/repo.ts';
import { onDisk } from '../door/bytes.ts';
import { bundle } from '../result/bundle.ts';
import { changeFiles } from '../result/change-files.ts';
import { commit } from '../result/commit.ts';
import { type Control, gathering } from './control.ts';
import { type KnownDiffs, openDiffs } from '../result/known-diffs.ts';
import { capturing } from '../workspace/failed-capture.ts';
import { factsAt, renamesBetween } from '../user/facts.ts';
import { handOver } from '../result/hand-over.ts';
import { settleHooks } from '../user/hook-guard.ts';
import { keptHooks } from '../user/hooks.ts';
import { merge } from '../result/merge.ts';
import { originOf } from './rebuild/portable.ts';
import { pick } from '../result/pick.ts';
import { openPool, type Pool } from '../workspace/pool.ts';
import { existing, filesOf, readText } from '../door/read-text.ts';
import { removeAt, removeByProgram } from '../workspace/remove.ts';
import { writeFiles } from '../trees/write-files.ts';
import { suspicions } from '../user/suspicions.ts';
import { tagsIn } from '../user/refs.ts';
import { sha256 } from './digests.ts';

/** Beside other work, since a large checkout takes its time; what resists that is removed by us. */
/** Whether a file, or a folder that is empty, is gone. A program that does it would take longer to start. */
const removeLight = (path: string | Buffer): boolean => {
  try {
    if (lstatSync(path).isDirectory()) rmdirSync(path);
    else unlinkSync(path);
    return true;
  } catch {
    return false;
  }
};

const emptyFolder = async (folder: string): Promise<void> => {
  const names = readdirSync(folder, 'latin1').filter((name) => !removeLight(onDisk(folder, name)));
  if (names.length === 0) return;
  await removeByProgram(names.map((name) => `${folder}/${name}`));
  for (const name of names) {
    await rm(onDisk(folder, name), { recursive: true, force: true }).catch(() => undefined);
    removeAt(folder, name);
  }
};

type Reading = Pick<Custody, 'readText' | 'files' | 'existing' | 'facts' | 'renames' | 'hooks' | 'origin'>;

/** What is read out of the control repository, never before its seal was looked at. */
const readingFrom = (control: Control): Reading => {
  const { paths, blob } = control;
  const source = { gitDir: paths.control, shallow: join(paths.control, 'shallow'), blob };
  return {
    readText: (revision, file) => readText(control, revision, file),
    files: (revision) => filesOf(control, revision),
    existing: (revision, files) => existing(control, revision, files),
    facts: sealed(control, (revision, files) => factsAt(source, revision, files)),
    renames: sealed(control, (from, to) => renamesBetween(paths.control, from, to)),
    hooks: sealed(control, () => keptHooks(control.frozen.hooks, paths.hooks)),
    origin: sealed(control, () => originOf(paths)),
  };
};

const sealed =
  <Asked extends readonly unknown[], Result>({ forGit }: Control, read: (...asked: Asked) => Result) =>
  (...asked: Asked): Result => {
    forGit();
    return read(...asked);
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
  const { frozen, seal } = control;
  return {
    start: frozen.start,
    author: frozen.author,
    began: frozen.began,
    history: historyOf(control),
    seal: seal.id,
    notes: frozen.notes,
    workspace: pool.acquire,
    ...changesIn(control, pool, openDiffs(control)),
    ...resultsIn(control, pool),
    ...readingFrom(control),
    suspicions: () => suspicions(control),
    close: () => close(control, pool),
  };
};

const historyOf = ({ frozen, paths }: Control): (() => string) => {
  let known: string | undefined;
  return () => (known ??= `${frozen.head} ${sha256(tagsIn(paths.control))}`);
};

const changesIn = (control: Control, pool: Pool, diffs: KnownDiffs): Pick<Custody, 'capture' | 'change' | 'diff'> => ({
  capture: async (workspace, base, signal) => {
    const captured = await capturing(() => pool.capture(workspace, base, signal));
    await diffs.see(base, captured.tree, captured);
    return captured;
  },
  change: async (base, contents) => {
    const changed = await changeFiles(control, base, contents);
    if (changed) await diffs.see(base, changed.tree, changed);
    return changed;
  },
  diff: diffs.between,
});

type Results = Pick<Custody, 'commit' | 'bundle' | 'merge' | 'pick' | 'write' | 'handOver' | 'together'>;

const resultsIn = (control: Control, pool: Pool): Results => ({
  ...buildingIn(control),
  bundle: (request) => bundle(control, request),
  pick: (base, from, files) => pick(control, base, from, files),
  handOver: (revision, branch) => {
    pool.retire();
    return handOver(control, revision, branch);
  },
  together: (work) => gathering(control, (gathered) => work(buildingIn(gathered))),
});

const buildingIn = (control: Control): Building => ({
  commit: (request) => commit(control, request),
  merge: (ours, theirs) => merge(control, ours, theirs),
  write: (base, contents) => writeFiles(control, base, contents),
});
