/** Sets up the custody of a run: everything is made and sealed before anything else may rely on it. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Revision } from '../../../ports/repo.ts';
import { ownFolder } from '../../files/own-folder.ts';
import { identity, signing } from '../user/freeze.ts';
import type { Location } from '../user/locate.ts';
import { writeCloneDir } from '../looks/clone-looks.ts';
import { keepTags } from '../user/refs.ts';
import { readUserConfig, type UserConfig } from '../user/user-config.ts';
import { removeAt } from '../workspace/remove.ts';
import { planFor } from './borrowed.ts';
import { findStart } from './find-start.ts';
import { freezeRun } from './freeze-run.ts';
import type { Frozen } from './frozen.ts';
import { type GitDirPlan, writeGitDir } from './git-dir.ts';
import { pinOf, type RunPaths } from './paths.ts';
import { makeSeal, type Seal } from './seal.ts';
import { transfer, updateRef } from './transfer.ts';

export type BeginOptions = {
  run: string;
  includeDirty: boolean;
  hooks: boolean;
  keep?: string | undefined;
  scratch: string;
};

/** What an earlier attempt to begin left behind; backups of `apply` are not touched. */
const clear = (paths: RunPaths): void => {
  const { folder } = paths;
  // The state folder itself may be reached through a link; nothing below it may.
  ownFolder(dirname(dirname(dirname(folder))), folder);
  for (const name of ['control.sha256', 'custody.json', 'control.git', 'modules', 'hooks', 'workspaces', 'index'])
    removeAt(folder, name);
  for (const made of [paths.workspaces, paths.indexes, paths.modules]) mkdirSync(made, { recursive: true });
};

const writeFrozen = (file: string, frozen: Frozen): void => {
  writeFileSync(`${file}.new`, JSON.stringify(frozen, null, 2));
  renameSync(`${file}.new`, file);
};

const pin = async (
  at: Location,
  controlDir: string,
  { run, start, partial }: Frozen,
  head: Revision,
): Promise<void> => {
  if (start.commit !== head.commit)
    await transfer(controlDir, at.objects, { commit: start.commit, known: head.commit, partial });
  await updateRef(at, { ref: pinOf(run), to: start.commit });
};

export const beginCustody = async (
  at: Location,
  paths: RunPaths,
  { run, includeDirty, hooks, keep, scratch }: BeginOptions,
): Promise<{ frozen: Frozen; seal: Seal }> => {
  clear(paths);
  const { control } = paths;
  const config = await readUserConfig(at);
  const plan = writeControl(control, at, config);
  const people = identity(config);
  const found = await findStart(at, { run, control, includeDirty, scratch, config, people });
  await keepTags(at, control);
  const frozen = await freezeRun({ run, hooks, at, paths, config, plan, people, found });
  writeCloneDir(control, frozen);
  writeFrozen(paths.frozen, frozen);
  await pin(at, control, frozen, found.head);
  if (keep !== undefined) await updateRef(at, { ref: pinOf(run, 'configuration'), to: keep });
  // The seal comes last: a run without one was never begun.
  return { frozen, seal: makeSeal(paths) };
};

const writeControl = (control: string, at: Location, config: UserConfig): GitDirPlan => {
  const plan = planFor(control, at, config, 'ref: refs/heads/none');
  writeGitDir(control, { ...plan, settings: { ...plan.settings, ...signing(config)?.settings } });
  return plan;
};
