/** The user's commit hooks, kept as they were before the first agent started, for those who want them as a gate. */
import { existsSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { copyTree } from './copytree.ts';
import type { Location } from './locate.ts';
import type { UserConfig } from './userconfig.ts';

/** A folder inside the work tree is part of the repository's files: it is found in every workspace and needs no copy. */
export type Hooks = { copied: boolean; inWorkTree: string | null };

export const NO_HOOKS: Hooks = { copied: false, inWorkTree: null };

/** Where the user's git looks for hooks. */
export function usersHooks(at: Location, config: UserConfig): string {
  const configured = config.get('core.hookspath');
  if (configured === undefined) return join(at.commonDir, 'hooks');
  return isAbsolute(configured) ? configured : join(at.root, configured);
}

export async function keepHooks(folder: string, at: Location, into: string): Promise<Hooks> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return NO_HOOKS;
  const real = realpathSync(folder);
  if (real.startsWith(`${at.root}/`) && !real.startsWith(`${at.gitDir}/`))
    return { copied: false, inWorkTree: real.slice(at.root.length + 1) };
  await copyTree(real, into);
  return { copied: true, inWorkTree: null };
}

export function hooksFolder(hooks: Hooks, kept: string, workspace: string): string | null {
  if (hooks.inWorkTree !== null) return join(workspace, hooks.inWorkTree);
  return hooks.copied ? kept : null;
}

/** Makes the workspace's own `.git` look as if the tree in it were about to be committed on top of `parent`. */
export function stageOn(workspace: string, parent: string): void {
  const head = join(workspace, '.git', 'HEAD');
  // Never written in place: a command that ran here may have left a link.
  rmSync(head, { force: true });
  writeFileSync(head, `${parent}\n`);
}
