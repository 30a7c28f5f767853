/** The user's commit hooks, kept as they were before the first agent started, for those who want them as a gate. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { joinNul, readable, toByteString } from '../door/bytes.ts';
import { copyTree } from '../workspace/copy-tree.ts';
import { git } from '../door/git.ts';
import type { Location } from './locate.ts';
import type { UserConfig } from './user-config.ts';

/** `inWorkTree`: where in the copy the hooks are when they came out of the work tree, with what lies beside them. */
export type Hooks = { copied: boolean; inWorkTree: string | null };

export const noHooks: Hooks = { copied: false, inWorkTree: null };

/** Where the user's git looks for hooks. */
export const usersHooks = (at: Location, config: UserConfig): string => {
  const configured = config.get('core.hookspath');
  if (configured === undefined) return join(at.commonDir, 'hooks');
  return isAbsolute(configured) ? configured : join(at.root, configured);
};

/** Husky's hooks are in `.husky/_`, which is not tracked, and start the scripts in the folder above. */
const withNeighbours = (folder: string): string =>
  /(^|\/)_$/.test(folder) && dirname(folder) !== '.' ? dirname(folder) : folder;

/** A link would lead out of the copy: what it leads to is copied in its place. */
const resolveLinks = (from: string, to: string): void => {
  for (const entry of readdirSync(to, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) continue;
    const copy = join(entry.parentPath, entry.name);
    const source = join(from, copy.slice(to.length + 1));
    rmSync(copy);
    if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true) continue;
    copyFileSync(realpathSync(source), copy);
  }
};

export type HooksStart = { control: string; tree: string; entries: readonly string[]; index: string };

/** Byte strings of the files below a folder, out of lines of `ls-tree -r`; `100…` is the mode of a file. */
const filesBelow = (folder: string, entries: readonly string[]): string[] =>
  entries
    .filter((line) => line.startsWith('100'))
    .map((line) => line.slice(line.indexOf('\t') + 1))
    .filter((path) => path.startsWith(`${toByteString(folder)}/`));

const checkOutFiles = async (paths: readonly string[], into: string, start: HooksStart): Promise<void> => {
  const call = { gitDir: start.control, workTree: into, index: start.index };
  try {
    await git(['read-tree', start.tree], call);
    await git(['checkout-index', '-f', '-z', '--stdin'], { ...call, input: joinNul(paths) });
  } finally {
    rmSync(start.index, { force: true });
  }
};

/**
 * Tracked files are those of the start; what is not tracked, such as husky's own, is taken as it is before the first
 * agent.
 */
const keepWorkTreeHooks = async (folder: string, at: Location, into: string, start: HooksStart): Promise<Hooks> => {
  const whole = withNeighbours(folder);
  mkdirSync(dirname(join(into, whole)), { recursive: true });
  await copyTree(join(at.root, whole), join(into, whole));
  resolveLinks(join(at.root, whole), join(into, whole));
  await checkOutFiles(filesBelow(whole, start.entries), into, start);
  return { copied: true, inWorkTree: readable(toByteString(folder)) };
};

export const keepHooks = async (folder: string, at: Location, into: string, start: HooksStart): Promise<Hooks> => {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return noHooks;
  const real = realpathSync(folder);
  if (real.startsWith(`${at.root}/`) && !real.startsWith(`${at.gitDir}/`) && !real.startsWith(`${at.commonDir}/`))
    return keepWorkTreeHooks(real.slice(at.root.length + 1), at, into, start);
  await copyTree(real, into);
  resolveLinks(real, into);
  return { copied: true, inWorkTree: null };
};

/** The folder of the copy: never one that an agent has worked in. */
export const keptHooks = (hooks: Hooks, kept: string): { folder: string; all: string } | null =>
  hooks.copied ? { folder: join(kept, hooks.inWorkTree ?? ''), all: kept } : null;
