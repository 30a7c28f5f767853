/** Fixes everything about the user's repository and configuration that decides a run, before its first agent starts. */
import { splitNul } from '../door/bytes.ts';
import { git, gitText } from '../door/git.ts';
import { attributeTexts } from '../user/attributes.ts';
import { findModules } from '../user/modules/find-modules.ts';
import { filters, type identity, signing } from '../user/freeze.ts';
import { rememberHooks, requireOwnHooks } from '../user/hook-guard.ts';
import { keepHooks, noHooks, usersHooks } from '../user/hooks.ts';
import type { Location } from '../user/locate.ts';
import { promisorUrl } from '../user/partial.ts';
import { digestOfConfig } from '../user/suspicions.ts';
import type { UserConfig } from '../user/user-config.ts';
import { linksAmong } from '../workspace/links.ts';
import { listingArguments } from '../workspace/listing.ts';
import type { Start } from './find-start.ts';
import type { Frozen } from './frozen.ts';
import type { GitDirPlan } from './git-dir.ts';
import type { RunPaths } from './paths.ts';
import { remoteOf } from './rebuild/remote.ts';
import { planFor } from './borrowed.ts';
import { type CloneLooks, cloneLooks, clonePlan, withoutRepository } from '../looks/clone-looks.ts';

export type FreezeRequest = {
  run: string;
  /** Whether the user's hooks are wanted as a gate. */
  hooks: boolean;
  at: Location;
  paths: RunPaths;
  config: UserConfig;
  plan: GitDirPlan;
  people: ReturnType<typeof identity>;
  found: Start;
};

const repositoryOf = ({ root, gitDir, commonDir, objects, format }: Location) => ({
  root,
  gitDir,
  commonDir,
  objects,
  format,
});

/** What a workspace's own git is told as well: how files look, without paths of ours and what only serves speed. */
const settingsForWorkspaces = ({ settings }: GitDirPlan): Frozen['settings'] =>
  Object.fromEntries(
    Object.entries(settings).filter(([key]) => key.startsWith('core.') && !/file$|log|untracked|split/.test(key)),
  );

const cloneOf = ({ at, paths, config, plan }: FreezeRequest): CloneLooks | null => {
  const outside = planFor(paths.control, at, withoutRepository(config), plan.head);
  return cloneLooks(paths.control, { plan, outside, own: settingsForWorkspaces });
};

const formsOf = (config: UserConfig, plan: GitDirPlan, attributes: string) => ({
  settings: settingsForWorkspaces(plan),
  filters: filters(config),
  filterAttributes: /\bfilter\s*=/.test(attributes),
  converts: attributes.trim() !== '' || ['true', 'input'].includes(plan.settings['core.autocrlf'] ?? ''),
});

const freezeHooks = async (
  { run, hooks, at, paths, config, found }: FreezeRequest,
  entries: readonly string[],
): Promise<Pick<Frozen, 'hooksFolder' | 'hooks'>> => {
  const hooksFolder = usersHooks(at, config);
  if (hooks) requireOwnHooks(paths.hookMemory, hooksFolder);
  rememberHooks(paths.hookMemory, run, hooksFolder);
  if (!hooks) return { hooksFolder, hooks: noHooks };
  const start = { control: paths.control, tree: found.start.tree, entries, index: `${paths.indexes}/hooks` };
  return { hooksFolder, hooks: await keepHooks(hooksFolder, at, paths.hooks, start) };
};

const secondsOf = async (control: string, commit: string): Promise<number> =>
  Number(await gitText(['log', '-1', '--no-show-signature', '--format=%ct', commit], { gitDir: control }));

export const freezeRun = async (request: FreezeRequest): Promise<Frozen> => {
  const { run, at, paths, config, plan, people } = request;
  const { start, head, branch, notes } = request.found;
  const { control, folder } = paths;
  const { author, committer } = people;
  const entries = splitNul((await git([...listingArguments, start.tree], { gitDir: control })).stdout);
  const clone = cloneOf(request);
  const modulesPlan = clone === null ? plan : clonePlan(clone, at.format, control);
  const modules = { control, tree: start.tree, entries, into: paths.modules, plan: modulesPlan };
  const submodules = await findModules(at, modules);
  return {
    run,
    ...repositoryOf(at),
    start,
    head: head.commit,
    remote: remoteOf(config, branch),
    folder,
    branch,
    author,
    committer,
    signing: signing(config),
    clone,
    ...formsOf(config, plan, await attributeTexts(control, entries, plan)),
    ...(await freezeHooks(request, entries)),
    began: new Date().toISOString(),
    startedAt: await secondsOf(control, start.commit),
    partial: promisorUrl(config) !== null,
    sparse: config.flag('core.sparsecheckout') === true,
    modules: submodules.modules,
    links: linksAmong(entries),
    configDigest: digestOfConfig(at.commonDir),
    notes: [...people.notes, ...notes, ...submodules.notes],
  };
};
