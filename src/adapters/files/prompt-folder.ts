/**
 * The folders in which a repository keeps prompts of its own. They come with the repository, so that no link in them is
 * followed.
 */
import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../plain/errno.ts';
import { reviewerFolder } from '../../prompts/load.ts';
import { type CommittedFile, namesInCommit, readFileOf, reasonOf } from './committed-file.ts';
import { InputError } from '../../model/expected.ts';
import type { FilesPlace, OwnFile } from '../../ports/files.ts';
import type { CommittedTree } from '../../ports/repo.ts';

const home = '.fixpoint';
const folders = { prompts: `${home}/prompts`, reviewers: `${home}/reviewers` } as const;

const maxFiles = 200;

const ending = '.md';
const fileName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\.md$/;
/** Notes for people, and what systems leave behind, are no prompts. */
const isOther = (name: string): boolean => name.startsWith('.') || /^readme(?:\.|$)/i.test(name);

/** Where the repository's own text of this name is, from the root: `fix`, `reviewers/python`. */
export const promptFile = (key: string): string =>
  key.startsWith(`${reviewerFolder}/`) ? `${home}/${key}${ending}` : `${folders.prompts}/${key}${ending}`;

/** `problems`: each names the file, what is wrong with it, and what to do. */
export type OwnFiles = { files: OwnFile[]; problems: string[] };

const listPrompts = async (place: FilesPlace, problems: string[]): Promise<string[]> => {
  const files: string[] = [];
  for (const folder of Object.values(folders)) {
    const names = await namesIn(place, folder, problems);
    files.push(...names.filter((name) => !isOther(name)).map((name) => `${folder}/${name}`));
  }
  return files;
};

export const readPromptFiles = async (place: FilesPlace): Promise<OwnFiles> => {
  const problems: string[] = [];
  const names = await listPrompts(place, problems);
  if (names.length > maxFiles) return { files: [], problems: [...problems, tooMany(names.length)] };
  const files: OwnFile[] = [];
  for (const file of names) {
    const read = await readOne(place, file);
    if ('problem' in read) problems.push(`${file}: ${read.problem}`);
    else files.push({ key: keyOf(file), file, text: read.text });
  }
  return { files, problems };
};

const tooMany = (count: number): string =>
  `${home} has ${count} prompts and reviewers; at most ${maxFiles} are read. Remove those that are not needed.`;

const keyOf = (file: string): string => {
  const path = file.slice(home.length + 1, -ending.length);
  return path.startsWith(`${reviewerFolder}/`) ? path : path.slice('prompts/'.length);
};

/** True for a folder, false when nothing is there; anything else is in the way. */
const isFolder = (root: string, path: string): boolean => {
  const found = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw new InputError(
      `${path} is no folder${found.isSymbolicLink() ? ' but a link, and links are not followed' : ''}. ` +
        'Put a folder there, or remove it.',
    );
  return found !== undefined;
};

const namesIn = async ({ root, from }: FilesPlace, folder: string, problems: string[]): Promise<string[]> => {
  try {
    if (from) return await committedNames(from, folder);
    return isFolder(root, home) && isFolder(root, folder) ? readdirSync(join(root, folder)).sort() : [];
  } catch (error) {
    const problem = error instanceof InputError ? error.message : `${folder} cannot be read: ${reasonOf(error)}.`;
    if (!problems.includes(problem)) problems.push(problem);
    return [];
  }
};

const committedNames = async (from: CommittedTree, folder: string): Promise<string[]> => {
  const found = await namesInCommit(from, folder);
  if ('hindrance' in found) throw new InputError(`${found.hindrance} Put a folder there, or remove it.`);
  return found.names ?? [];
};

const readOne = async (place: FilesPlace, file: string): Promise<CommittedFile> => {
  if (!fileName.test(file.slice(file.lastIndexOf('/') + 1)))
    return {
      problem:
        'only files NAME.md belong here, where NAME has letters, digits, dots and dashes. ' +
        'Rename it, or move it elsewhere.',
    };
  const read = await readFileOf(place, file, 'Make it shorter: all of it goes into every call.');
  return 'text' in read && read.text.includes('\0') ? { problem: 'it is no text. Remove or rename it.' } : read;
};

/** Writes a new file; one that is there stays as it is. */
export const writePromptFile = async (root: string, key: string, text: string): Promise<string> => {
  const file = promptFile(key);
  try {
    for (const folder of [home, file.slice(0, file.lastIndexOf('/'))])
      if (!isFolder(root, folder)) mkdirSync(join(root, folder));
    await writeFile(join(root, file), text, { flag: 'wx' });
    return file;
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (errnoOf(error) !== 'EEXIST') throw new InputError(`${file} cannot be written: ${reasonOf(error)}.`);
    throw new InputError(
      `${file} is there already and was left as it is. ` +
        'To begin again from the built-in text, rename or remove it first.',
    );
  }
};
