/** Sets up the custody of a run: everything is made and sealed before anything else may rely on it. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Revision } from '../../../ports/repo.ts';
import { ownFolder } from '../../files/own-folder.ts';
import { attributeTexts } from '../user/attributes.ts';
import { splitNul } from '../door/bytes.ts';
import { planFor } from './borrowed.ts';
import { identityEnvironment } from '../result/commit.ts';
import { snapshotWorkTree } from '../user/dirty.ts';
import { findModules } from '../user/find-modules.ts';
import { filters, identity, signing } from '../user/freeze.ts';
import type { Frozen } from './frozen.ts';
import { git, gitText } from '../door/git.ts';
import { writeGitDir } from './git-dir.ts';
import { rememberHooks, requireOwnHooks } from '../user/hook-guard.ts';
import { digestOfConfig } from '../user/suspicions.ts';
import { keepHooks, noHooks, usersHooks } from '../user/hooks.ts';
import { listingArguments } from '../workspace/listing.ts';
import { type Location, readHead } from '../user/locate.ts';
import { completeStart, promisorUrl } from '../user/partial.ts';
import { pinOf, type RunPaths } from './paths.ts';
import { keepTags } from '../user/refs.ts';
import { removeAt } from '../workspace/remove.ts';
import { makeSeal, type Seal } from './seal.ts';
import { transfer, updateRef } from './transfer.ts';
import { readUserConfig, type UserConfig } from '../user/user-config.ts';

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

const findStart = async (
  at: Location,
  paths: RunPaths,
  context: { config: UserConfig; options: BeginOptions; people: Pick<Frozen, 'author' | 'committer'> },
): Promise<{ start: Revision; head: Revision; branch: string | null; notes: string[] }> => {
  const { config, options, people } = context;
  const { commit, tree, branch } = await readHead(at);
  const head = { commit, tree };
  await completeStart(paths.control, at, config, commit);
  if (!options.includeDirty) return { start: head, head, branch, notes: [] };
  const found = await snapshotWorkTree(at, {
    config,
    head,
    scratch: options.scratch,
    objects: `${paths.control}/objects`,
  });
  if (found.tree === tree) return { start: head, head, branch, notes: found.notes };
  const env = identityEnvironment(people, new Date().toISOString());
  const message = `Work in progress when Fixpoint run ${options.run} started\n`;
  const snapshot = await gitText(['commit-tree', '-p', commit, found.tree], {
    gitDir: paths.control,
    env,
    input: message,
  });
  return { start: { commit: snapshot, tree: found.tree }, head, branch, notes: found.notes };
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
  options: BeginOptions,
): Promise<{ frozen: Frozen; seal: Seal }> => {
  clear(paths);
  const config = await readUserConfig(at);
  const signed = signing(config);
  const { author, committer, notes: identityNotes } = identity(config);
  const plan = planFor(paths.control, at, config, 'ref: refs/heads/none');
  const complete = { ...plan, settings: { ...plan.settings, ...signed?.settings } };
  writeGitDir(paths.control, complete);
  const { start, head, branch, notes } = await findStart(at, paths, { config, options, people: { author, committer } });
  await keepTags(at, paths.control);
  const entries = splitNul((await git([...listingArguments, start.tree], { gitDir: paths.control })).stdout);
  const found = await findModules(at, { control: paths.control, tree: start.tree, entries, into: paths.modules, plan });
  const attributes = await attributeTexts(paths.control, entries, plan);
  const drivers = filters(config);
  const hooksFolder = usersHooks(at, config);
  if (options.hooks) requireOwnHooks(paths.hookMemory, hooksFolder);
  rememberHooks(paths.hookMemory, options.run, hooksFolder);
  const hooksStart = { control: paths.control, tree: start.tree, entries, index: `${paths.indexes}/hooks` };
  const frozen: Frozen = {
    run: options.run,
    root: at.root,
    gitDir: at.gitDir,
    commonDir: at.commonDir,
    objects: at.objects,
    format: at.format,
    start,
    startedAt: Number(
      await gitText(['log', '-1', '--no-show-signature', '--format=%ct', start.commit], { gitDir: paths.control }),
    ),
    branch,
    settings: Object.fromEntries(
      Object.entries(plan.settings).filter(
        ([key]) => key.startsWith('core.') && !/file$|log|untracked|split/.test(key),
      ),
    ),
    author,
    committer,
    signing: signed,
    filters: drivers,
    filterAttributes: /\bfilter\s*=/.test(attributes),
    converts: attributes.trim() !== '' || ['true', 'input'].includes(plan.settings['core.autocrlf'] ?? ''),
    partial: promisorUrl(config) !== null,
    sparse: config.flag('core.sparsecheckout') === true,
    modules: found.modules,
    configDigest: digestOfConfig(at.commonDir),
    hooksFolder,
    hooks: options.hooks ? await keepHooks(hooksFolder, at, paths.hooks, hooksStart) : noHooks,
    notes: [...identityNotes, ...notes, ...found.notes],
  };
  writeFileSync(`${paths.frozen}.new`, JSON.stringify(frozen, null, 2));
  renameSync(`${paths.frozen}.new`, paths.frozen);
  await pin(at, paths.control, frozen, head);
  if (options.keep !== undefined) await updateRef(at, { ref: pinOf(options.run, 'configuration'), to: options.keep });
  // The seal comes last: a run without one was never begun.
  return { frozen, seal: makeSeal(paths) };
};
