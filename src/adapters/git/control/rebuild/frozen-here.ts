/** The frozen facts of a run at another place: what decides commits stays, where things are is found anew. */
import { splitNul } from '../../door/bytes.ts';
import { git } from '../../door/git.ts';
import { findModules } from '../../user/modules/find-modules.ts';
import { usersHooks } from '../../user/hooks.ts';
import type { Location } from '../../user/locate.ts';
import { promisorUrl } from '../../user/partial.ts';
import { digestOfConfig } from '../../user/suspicions.ts';
import { readIfThere, type UserConfig } from '../../user/user-config.ts';
import { listingArguments } from '../../workspace/listing.ts';
import type { Frozen, Module } from '../frozen.ts';
import { clonePlan } from '../../looks/clone-looks.ts';
import type { GitDirPlan } from '../git-dir.ts';
import type { RunPaths } from '../paths.ts';
import type { Portable } from './portable.ts';

/** What a run is rebuilt from, and where. */
export type Facts = { at: Location; paths: RunPaths; portable: Portable; config: UserConfig };

export const planHere = ({ at, portable: { frozen, info } }: Facts): GitDirPlan => ({
  format: frozen.format,
  bare: true,
  head: 'ref: refs/heads/none',
  alternates: [at.objects],
  settings: { ...frozen.settings, 'gc.auto': '0', 'protocol.allow': 'never' },
  shallow: readIfThere(`${at.commonDir}/shallow`),
  info,
});

/** `built`: where the control repository is while it is made. */
export const frozenHere = async (facts: Facts, built: RunPaths): Promise<Frozen> => {
  const { at, paths, portable, config } = facts;
  const { modules, notes } = await modulesHere(facts, built);
  return {
    ...portable.frozen,
    root: at.root,
    gitDir: at.gitDir,
    commonDir: at.commonDir,
    objects: at.objects,
    folder: paths.folder,
    partial: promisorUrl(config) !== null,
    sparse: config.flag('core.sparsecheckout') === true,
    modules,
    configDigest: digestOfConfig(at.commonDir),
    hooksFolder: usersHooks(at, config),
    notes,
  };
};

const modulesHere = async (facts: Facts, built: RunPaths): Promise<{ modules: Module[]; notes: string[] }> => {
  const { start, clone, format } = facts.portable.frozen;
  const { tree } = start;
  const { stdout } = await git([...listingArguments, tree], { gitDir: built.control });
  const entries = splitNul(stdout);
  const plan = clone === null ? planHere(facts) : clonePlan(clone, format, facts.paths.control);
  return findModules(facts.at, { control: built.control, tree, entries, into: built.modules, plan });
};
