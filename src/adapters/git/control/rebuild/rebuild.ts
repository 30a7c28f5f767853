/**
 * Rebuilds the control repository of a run where it is missing, or was made for another place: from the user's
 * repository, what was kept of the run, and its bundles. Commits have the same ids.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RestoreRequest } from '../../../../ports/repo.ts';
import { ownFolder } from '../../../files/own-folder.ts';
import { git } from '../../door/git.ts';
import { moveHookMemory } from '../../user/hook-guard.ts';
import type { Location } from '../../user/locate.ts';
import { keepTags } from '../../user/refs.ts';
import { readUserConfig } from '../../user/user-config.ts';
import { removeAt } from '../../workspace/remove.ts';
import { pinOf, type RunPaths, runPathsIn } from '../paths.ts';
import { sealAfter } from '../seal.ts';
import { transfer, updateRef } from '../transfer.ts';
import { type Facts, frozenHere } from './frozen-here.ts';
import { readPortable } from './portable.ts';
import { requireCommit, requireHooks } from './require.ts';
import { readAsRecorded, unbundle } from './unbundle.ts';
import { writeControl } from './write-control.ts';

const builtFolder = 'rebuilt';
const replaced = ['control.git', 'modules', 'custody.json'] as const;

/** What is there is replaced only once all is rebuilt; until the seal is written, the run counts as not there. */
export const rebuildCustody = async (at: Location, paths: RunPaths, request: RestoreRequest): Promise<void> => {
  const portable = readPortable(await readAsRecorded(request.read, request.facts));
  await requireCommit(at, request.run, portable.frozen);
  requireHooks(paths, portable.frozen, request.seal);
  const facts = { at, paths, portable, config: await readUserConfig(at) };
  const built = emptyPaths(paths);
  await fillControl(facts, built, request);
  const frozen = await frozenHere(facts, built);
  writeFileSync(built.frozen, JSON.stringify(frozen, null, 2));
  moveIntoPlace(paths, built);
  await pinHere(facts, request);
  moveHookMemory(paths.hookMemory, { run: request.run, from: portable.frozen.hooksFolder, to: frozen.hooksFolder });
  await sealAfter(paths, (seal) => request.record(seal, newNotes(portable.frozen.notes, frozen.notes)));
};

const newNotes = (before: readonly string[], now: readonly string[]): string[] =>
  now.filter((note) => !before.includes(note));

const emptyPaths = ({ folder, hookMemory }: RunPaths): RunPaths => {
  ownFolder(dirname(dirname(dirname(folder))), folder);
  removeAt(folder, builtFolder);
  const built = runPathsIn(join(folder, builtFolder), hookMemory);
  mkdirSync(built.modules, { recursive: true });
  return built;
};

/** Every commit that the journal names, with all that it leads to as far as the user's own history. */
const fillControl = async (facts: Facts, built: RunPaths, { bundles, read }: RestoreRequest): Promise<void> => {
  const { at, portable } = facts;
  const { head, start, format } = portable.frozen;
  await writeControl(facts, built.control);
  for (const bundle of bundles) await unbundle(built.control, format, bundle, read);
  const tips = [start.commit, ...bundles.flatMap((bundle) => bundle.tips)];
  await git(['rev-list', '--objects', '--quiet', '--stdin'], {
    gitDir: built.control,
    input: `${tips.join('\n')}\n^${head}\n`,
  });
  await keepTags(at, built.control);
};

const moveIntoPlace = (paths: RunPaths, built: RunPaths): void => {
  for (const name of ['control.sha256', 'workspaces', 'index']) removeAt(paths.folder, name);
  for (const name of replaced) {
    removeAt(paths.folder, name);
    renameSync(join(built.folder, name), join(paths.folder, name));
  }
  removeAt(paths.folder, builtFolder);
  for (const folder of [paths.workspaces, paths.indexes]) mkdirSync(folder, { recursive: true });
};

const pinHere = async ({ at, paths, portable }: Facts, { run, configuration }: RestoreRequest): Promise<void> => {
  const { start, head, partial } = portable.frozen;
  if (start.commit !== head) await transfer(paths.control, at.objects, { commit: start.commit, known: head, partial });
  await updateRef(at, { ref: pinOf(run), to: start.commit });
  if (configuration !== undefined) await updateRef(at, { ref: pinOf(run, 'configuration'), to: configuration });
};
