/** Finds the submodules of the start and where the user keeps their objects. */
import { existsSync } from 'node:fs';
import { readable, splitNul } from '../door/bytes.ts';
import type { Module } from '../control/frozen.ts';
import { git } from '../door/git.ts';
import { type GitDirPlan, writeGitDir } from '../control/git-dir.ts';
import { listingArguments } from '../workspace/listing.ts';
import type { Location } from './locate.ts';
import { readIfThere } from './user-config.ts';

/** Path of each submodule by what `.gitmodules` calls it. */
const names = async (gitDir: string, tree: string): Promise<Map<string, string>> => {
  const args = ['config', '-z', '--blob', `${tree}:.gitmodules`, '--get-regexp', '^submodule\\..*\\.path$'];
  const { stdout } = await git(args, { gitDir, allow: [1, 128] });
  const found = new Map<string, string>();
  for (const pair of stdout.toString('utf8').split('\0').filter(Boolean)) {
    const newline = pair.indexOf('\n');
    const name = pair.slice('submodule.'.length, newline - '.path'.length);
    // A name leads to a folder: one that climbs out of it is not followed.
    if (!name.split('/').includes('..')) found.set(pair.slice(newline + 1), name);
  }
  return found;
};

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

/** Writes one git directory for each submodule that can be read, those inside of them too, and says which cannot. */
export const findModules = async (
  at: Location,
  options: { control: string; tree: string; entries: readonly string[]; into: string; plan: GitDirPlan },
): Promise<{ modules: Module[]; notes: string[] }> => {
  const modules: Module[] = [];
  const notes: string[] = [];
  const look = async ({ holder, gitDir, tree, entries, prefix }: Level): Promise<void> => {
    const links = entries.filter((line) => line.startsWith('160000 '));
    const named = links.length === 0 ? new Map<string, string>() : await names(gitDir, tree);
    for (const link of links) {
      if (modules.length >= mostModules) return;
      const tab = link.indexOf('\t');
      const path = readable(link.slice(tab + 1));
      const commit = link.slice('160000 commit '.length, tab);
      const users = gitDirOf(holder, path, named.get(path));
      const objects = users === null ? null : `${users}/objects`;
      const shallow = users === null ? '' : readIfThere(`${users}/shallow`);
      const own = `${options.into}/${modules.length}.git`;
      if (objects !== null) writeGitDir(own, { ...options.plan, head: commit, alternates: [objects], shallow });
      const isThere = objects !== null && (await isWhole(own, commit));
      if (!isThere)
        notes.push(
          `The submodule ${prefix}${path} is not checked out here: its folder is empty in workspaces. ` +
            `Run: git submodule update --init${prefix === '' ? '' : ' --recursive'}`,
        );
      modules.push({ path: `${prefix}${path}`, commit, objects: isThere ? objects : null, shallow });
      if (!isThere || users === null) continue;
      const inner = splitNul((await git([...listingArguments, commit], { gitDir: own })).stdout);
      const next = { root: `${holder.root}/${path}`, gitDirs: [users] };
      await look({ holder: next, gitDir: own, tree: commit, entries: inner, prefix: `${prefix}${path}/` });
    }
  };
  const top = { root: at.root, gitDirs: [...new Set([at.gitDir, at.commonDir])] };
  await look({ holder: top, gitDir: options.control, tree: options.tree, entries: options.entries, prefix: '' });
  return { modules, notes };
};
