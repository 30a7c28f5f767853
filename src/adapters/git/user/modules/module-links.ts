/** The submodules that a tree names. */
import { readable } from '../../door/bytes.ts';
import { git } from '../../door/git.ts';

export type Link = { path: string; commit: string };

/** Out of lines of `ls-tree -r`. */
export const linksAmong = (entries: readonly string[]): Link[] =>
  entries
    .filter((line) => line.startsWith('160000 '))
    .map((line) => {
      const tab = line.indexOf('\t');
      return { path: readable(line.slice(tab + 1)), commit: line.slice('160000 commit '.length, tab) };
    });

/** Path of each submodule by what `.gitmodules` calls it. */
export const namesByPath = async (gitDir: string, tree: string): Promise<Map<string, string>> => {
  const args = ['config', '-z', '--blob', `${tree}:.gitmodules`, '--get-regexp', '^submodule\\..*\\.path$'];
  const { stdout } = await git(args, { gitDir, allow: [1, 128] });
  return new Map(stdout.toString('utf8').split('\0').filter(Boolean).flatMap(pathAndName));
};

/** A name leads to a folder: one that climbs out of it is not followed. */
const pathAndName = (pair: string): [string, string][] => {
  const newline = pair.indexOf('\n');
  const name = pair.slice('submodule.'.length, newline - '.path'.length);
  return name.split('/').includes('..') ? [] : [[pair.slice(newline + 1), name]];
};
