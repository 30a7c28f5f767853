/**
 * Folders for what a call and its agent exchange. Most hold our question and nothing else in the end: such a folder
 * serves the next call of the same agent, under another name. Files that come and go are what costs file systems most,
 * the more of them have gone before.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, readdirSync, renameSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../plain/errno.ts';
import { removeByForce } from '../git/user/open-repo.ts';
import { ownFolder } from './own-folder.ts';

type Scratch = { path: string; remove: () => Promise<void> };

/** What was left, by the numbers that the file system has for it: nobody can put something else in its place. */
type Spare = { path: string; folder: number; file: number };

/** Whoever asks by this file writes it before each call. */
const questionFile = 'input.json';

const { O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** `base`: a folder above `parent` that is known to be ours. */
export const openScratch = (base: string, parent: string): ((agent: string) => Promise<Scratch>) => {
  const spares = new Map<string, Spare[]>();
  return async (agent) => {
    ownFolder(base, parent);
    const path = (await takeUp(spares.get(agent)?.pop(), parent)) ?? (await mkdtemp(join(parent, 'call-')));
    const remove = async (): Promise<void> => {
      ownFolder(base, parent);
      const spare = setAside(path);
      if (spare) spares.set(agent, [...(spares.get(agent) ?? []), spare]);
      else await removeByForce(path);
    };
    return { path, remove };
  };
};

/** Null when there is none, or it is not as it was left: that one is removed. */
const takeUp = async (spare: Spare | undefined, parent: string): Promise<string | null> => {
  if (!spare) return null;
  const path = join(parent, `call-${randomUUID()}`);
  if (isAsLeft(spare)) {
    renameSync(spare.path, path);
    return path;
  }
  await removeByForce(spare.path);
  return null;
};

const isAsLeft = ({ path, folder, file }: Spare): boolean => {
  const now = setAside(path);
  return now?.folder === folder && now.file === file;
};

/** Null unless it holds our question alone, which is emptied. */
const setAside = (path: string): Spare | null => {
  try {
    const folder = lstatSync(path);
    const names = readdirSync(path);
    const isPlain = folder.isDirectory() && (folder.mode & 0o7777) === 0o700;
    if (!isPlain || names.length !== 1 || names[0] !== questionFile) return null;
    const file = emptied(join(path, questionFile));
    return file === null ? null : { path, folder: folder.ino, file };
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return null;
  }
};

/** Its number, if it is a plain file that is known by this one name. */
const emptied = (path: string): number | null => {
  const file = openSync(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const { mode, nlink, size, ino } = fstatSync(file);
    if (mode !== (constants.S_IFREG | 0o600) || nlink !== 1) return null;
    if (size > 0) ftruncateSync(file, 0);
    return ino;
  } finally {
    closeSync(file);
  }
};
