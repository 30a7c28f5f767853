/** Sets up the custody of a run: everything is made and sealed before anything else may rely on it. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import type { Revision } from '../../ports/repo.ts';
import { nameOf, splitNul } from './bytes.ts';
import { planFor } from './borrowed.ts';
import { identityEnvironment } from './commit.ts';
import { snapshotWorkTree } from './dirty.ts';
import { findModules } from './findmodules.ts';
import { filters, identity, signing } from './freeze.ts';
import type { Frozen } from './frozen.ts';
import { git, gitText } from './git.ts';
import { writeGitDir } from './gitdir.ts';
import { keepHooks, NO_HOOKS } from './hooks.ts';
import type { GitDirPlan } from './gitdir.ts';
import { readHead } from './locate.ts';
import type { Location } from './locate.ts';
import { completeStart } from './partial.ts';
import { pinOf } from './paths.ts';
import type { RunPaths } from './paths.ts';
import { removeAt } from './remove.ts';
import { makeSeal } from './seal.ts';
import type { Seal } from './seal.ts';
import { transfer, updateRef } from './transfer.ts';
import { readUserConfig } from './userconfig.ts';
import type { UserConfig } from './userconfig.ts';

export type BeginOptions = { run: string; includeDirty: boolean; hooks: boolean; scratch: string };

/** What an earlier attempt to begin left behind; backups of `apply` are not touched. */
function clear(paths: RunPaths): void {
  const { folder } = paths;
  for (const name of ['control.sha256', 'custody.json', 'control.git', 'modules', 'hooks', 'workspaces', 'index']) removeAt(folder, name);
  for (const made of [paths.folder, paths.workspaces, paths.indexes, paths.modules]) mkdirSync(made, { recursive: true });
}

async function mentionsFilters(controlDir: string, tree: string, plan: GitDirPlan): Promise<boolean> {
  const mention = /\bfilter\s*=/;
  if (mention.test(plan.info['attributes'] ?? '') || mention.test(plan.info['global-attributes'] ?? '')) return true;
  const { stdout } = await git(['ls-tree', '-r', '-z', tree], { gitDir: controlDir });
  const blobs = splitNul(stdout).flatMap((line) => {
    const [entry = '', path = ''] = line.split('\t');
    return nameOf(path) === '.gitattributes' ? [entry.split(' ')[2] ?? ''] : [];
  });
  if (blobs.length === 0) return false;
  const texts = await git(['cat-file', '--batch'], { gitDir: controlDir, input: `${blobs.join('\n')}\n` });
  return mention.test(texts.stdout.toString('latin1'));
}

async function findStart(
  at: Location,
  paths: RunPaths,
  context: { config: UserConfig; options: BeginOptions; people: Pick<Frozen, 'author' | 'committer'> },
): Promise<{ start: Revision; head: Revision; notes: string[] }> {
  const { config, options, people } = context;
  const { commit, tree } = await readHead(at);
  const head = { commit, tree };
  await completeStart(paths.control, at, config, commit);
  if (!options.includeDirty) return { start: head, head, notes: [] };
  const found = await snapshotWorkTree(at, { config, head, scratch: options.scratch, objects: `${paths.control}/objects` });
  if (found.tree === tree) return { start: head, head, notes: found.notes };
  const env = identityEnvironment(people, new Date().toISOString());
  const message = `Work in progress when Fixpoint run ${options.run} started\n`;
  const snapshot = await gitText(['commit-tree', '-p', commit, found.tree], { gitDir: paths.control, env, input: message });
  return { start: { commit: snapshot, tree: found.tree }, head, notes: found.notes };
}

async function pin(at: Location, controlDir: string, run: string, start: Revision, head: Revision): Promise<void> {
  if (start.commit !== head.commit) await transfer(controlDir, at.objects, start.commit, head.commit);
  await updateRef(at, { ref: pinOf(run), to: start.commit });
}

export async function beginCustody(at: Location, paths: RunPaths, options: BeginOptions): Promise<{ frozen: Frozen; seal: Seal }> {
  clear(paths);
  const config = await readUserConfig(at);
  const signed = signing(config);
  const { author, committer, notes: identityNotes } = identity(config);
  const plan = planFor(paths.control, at, config, 'ref: refs/heads/none');
  const complete = { ...plan, settings: { ...plan.settings, ...signed?.settings } };
  writeGitDir(paths.control, complete);
  const { start, head, notes } = await findStart(at, paths, { config, options, people: { author, committer } });
  const found = await findModules(at, { control: paths.control, tree: start.tree, into: paths.modules, plan });
  const drivers = filters(config);
  const frozen: Frozen = {
    run: options.run,
    root: at.root,
    gitDir: at.gitDir,
    commonDir: at.commonDir,
    objects: at.objects,
    format: at.format,
    start,
    settings: Object.fromEntries(
      Object.entries(plan.settings).filter(([key]) => key.startsWith('core.') && !/file$|log|untracked|split/.test(key)),
    ),
    author,
    committer,
    signing: signed,
    filters: drivers,
    filterAttributes: drivers.length > 0 && (await mentionsFilters(paths.control, start.tree, plan)),
    sparse: config.flag('core.sparsecheckout') === true,
    modules: found.modules,
    hooks: options.hooks ? await keepHooks(at, config, paths.hooks) : NO_HOOKS,
    notes: [...identityNotes, ...notes, ...found.notes],
  };
  writeFileSync(`${paths.frozen}.new`, JSON.stringify(frozen, null, 2));
  renameSync(`${paths.frozen}.new`, paths.frozen);
  await pin(at, paths.control, options.run, start, head);
  // The seal comes last: a run without one was never begun.
  return { frozen, seal: makeSeal(paths) };
}
