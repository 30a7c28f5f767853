/** Finds the submodules of the start and where the user keeps their objects. */
import { existsSync } from 'node:fs';
import { splitNul } from '../../door/bytes.ts';
import type { Module } from '../../control/frozen.ts';
import { git } from '../../door/git.ts';
import { type GitDirPlan, writeGitDir } from '../../control/git-dir.ts';
import { listingArguments } from '../../workspace/listing.ts';
import type { Location } from '../locate.ts';
import { type Link, linksAmong, namesByPath } from './module-links.ts';
import { readIfThere } from '../user-config.ts';

/** Where a repository that holds submodules keeps its files, and where its git keeps theirs. */
type Holder = { root: string; gitDirs: readonly string[] };

const gitDirOf = ({ root, gitDirs }: Holder, path: string, name: string | undefined): string | null => {
  const kept = name === undefined ? [] : gitDirs.map((dir) => `${dir}/modules/${name}`);
  return [...kept, `${root}/${path}/.git`].find((dir) => existsSync(`${dir}/objects`)) ?? null;
};

/** Whether the commit and all its files are there. */
const isWhole = async (gitDir: string, commit: string): Promise<boolean> => {
  const { exitCode } = await git(['rev-list', '--objects', '--quiet', '--no-walk', commit], {
    gitDir,
    allow: [1, 128],
  });
  return exitCode === 0;
};

type Level = { holder: Holder; gitDir: string; tree: string; entries: readonly string[]; prefix: string };

/** A repository that holds itself would go on for ever. */
const mostModules = 1000;

const missingNote = (path: string, isNested: boolean): string =>
  `The submodule ${path} is not checked out here: its folder is empty in workspaces. ` +
  `Run: git submodule update --init${isNested ? ' --recursive' : ''}`;

/** Goes down from one repository to the submodules in it, and writes a git directory for each that can be read. */
class ModuleSearch {
  readonly modules: Module[] = [];
  readonly notes: string[] = [];
  readonly #into: string;
  readonly #plan: GitDirPlan;

  constructor(into: string, plan: GitDirPlan) {
    this.#into = into;
    this.#plan = plan;
  }

  async look(level: Level): Promise<void> {
    const links = linksAmong(level.entries);
    const names = links.length === 0 ? new Map<string, string>() : await namesByPath(level.gitDir, level.tree);
    for (const link of links) {
      if (this.modules.length >= mostModules) return;
      const users = gitDirOf(level.holder, link.path, names.get(link.path));
      const own = await this.#add(link, users, level.prefix);
      if (own !== null && users !== null) await this.#lookInside(link, { own, users }, level);
    }
  }

  /** Gives our git directory for it, null where the user has not all of its files. */
  async #add({ path, commit }: Link, users: string | null, prefix: string): Promise<string | null> {
    const own = `${this.#into}/${this.modules.length}.git`;
    const shallow = users === null ? '' : readIfThere(`${users}/shallow`);
    const objects = users === null ? null : await this.#borrow(own, `${users}/objects`, { commit, shallow });
    if (objects === null) this.notes.push(missingNote(`${prefix}${path}`, prefix !== ''));
    this.modules.push({ path: `${prefix}${path}`, commit, objects, shallow });
    return objects === null ? null : own;
  }

  /** Null where not all of the commit is there. */
  async #borrow(own: string, objects: string, of: { commit: string; shallow: string }): Promise<string | null> {
    writeGitDir(own, { ...this.#plan, head: of.commit, alternates: [objects], shallow: of.shallow });
    return (await isWhole(own, of.commit)) ? objects : null;
  }

  async #lookInside(
    { path, commit }: Link,
    { own, users }: { own: string; users: string },
    { holder, prefix }: Level,
  ): Promise<void> {
    const entries = splitNul((await git([...listingArguments, commit], { gitDir: own })).stdout);
    const inner = { root: `${holder.root}/${path}`, gitDirs: [users] };
    await this.look({ holder: inner, gitDir: own, tree: commit, entries, prefix: `${prefix}${path}/` });
  }
}

/** Writes one git directory for each submodule that can be read, those inside of them too, and says which cannot. */
export const findModules = async (
  at: Location,
  options: { control: string; tree: string; entries: readonly string[]; into: string; plan: GitDirPlan },
): Promise<{ modules: Module[]; notes: string[] }> => {
  const search = new ModuleSearch(options.into, options.plan);
  const holder = { root: at.root, gitDirs: [...new Set([at.gitDir, at.commonDir])] };
  await search.look({ holder, gitDir: options.control, tree: options.tree, entries: options.entries, prefix: '' });
  return { modules: search.modules, notes: search.notes };
};
