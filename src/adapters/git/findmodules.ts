/** Finds the submodules of the start and where the user keeps their objects. */
import { existsSync } from 'node:fs';
import { readable } from './bytes.ts';
import type { Module } from './frozen.ts';
import { git } from './git.ts';
import { writeGitDir } from './gitdir.ts';
import type { GitDirPlan } from './gitdir.ts';
import type { Location } from './locate.ts';
import { readIfThere } from './userconfig.ts';

/** Path of each submodule by what `.gitmodules` calls it. */
async function names(gitDir: string, tree: string): Promise<Map<string, string>> {
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
}

function objectsOf(at: Location, path: string, name: string | undefined): string | null {
  const candidates = [`${at.root}/${path}/.git`];
  if (name !== undefined) candidates.unshift(`${at.gitDir}/modules/${name}`, `${at.commonDir}/modules/${name}`);
  return candidates.map((dir) => `${dir}/objects`).find((objects) => existsSync(objects)) ?? null;
}

/** Whether the commit and all its files are there. */
async function isWhole(gitDir: string, commit: string): Promise<boolean> {
  const { exitCode } = await git(['rev-list', '--objects', '--quiet', '--no-walk', commit], { gitDir, allow: [1, 128] });
  return exitCode === 0;
}

/** Writes one git directory for each submodule that can be read, and says which cannot. */
export async function findModules(
  at: Location,
  options: { control: string; tree: string; entries: readonly string[]; into: string; plan: GitDirPlan },
): Promise<{ modules: Module[]; notes: string[] }> {
  const links = options.entries.filter((line) => line.startsWith('160000 '));
  const named = links.length === 0 ? new Map<string, string>() : await names(options.control, options.tree);
  const modules: Module[] = [];
  const notes: string[] = [];
  for (const [n, link] of links.entries()) {
    const tab = link.indexOf('\t');
    const path = readable(link.slice(tab + 1));
    const commit = link.slice('160000 commit '.length, tab);
    const objects = objectsOf(at, path, named.get(path));
    const shallow = objects === null ? '' : readIfThere(`${objects}/../shallow`);
    const gitDir = `${options.into}/${n}.git`;
    if (objects !== null) writeGitDir(gitDir, { ...options.plan, head: commit, alternates: [objects], shallow });
    const there = objects !== null && (await isWhole(gitDir, commit));
    if (!there)
      notes.push(`The submodule ${path} is not checked out here: its folder is empty in workspaces. Run: git submodule update --init`);
    modules.push({ path, commit, objects: there ? objects : null, shallow });
  }
  return { modules, notes };
}
