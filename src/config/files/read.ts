/** Step one: finds the configuration file and reads its text. */
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { readCommitted } from './committed.ts';
import { decode } from './decode.ts';
import { configFileNames, mayConfigure } from './names.ts';
import { type ConfigCommit, failed, maxBytes, onlyOne, type ReadOutcome } from './outcome.ts';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const readOne = async (path: string, name: string): Promise<ReadOutcome> => {
  try {
    const info = await stat(path);
    if (info.isDirectory()) return failed(name, 'this is a folder, not a file', 'remove or rename it');
    // A pipe or device of that name could block for ever.
    if (!info.isFile()) return failed(name, 'this is not a regular file', 'remove or rename it');
    if (info.size > maxBytes)
      return failed(name, `this is larger than 1 MB (${info.size} bytes)`, 'is it really the configuration?');
    const text = decode(await readFile(path));
    if (text === null) return failed(name, 'this is not UTF-8 text', 'save it as UTF-8');
    return { file: { name, path, text }, problems: [] };
  } catch (error) {
    return failed(name, `this cannot be read: ${reasonOf(error)}`);
  }
};

const exists = async (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** A file that the user named. */
const readNamed = async (root: string, file: string): Promise<ReadOutcome> => {
  const path = resolve(file);
  const inside = relative(root, path);
  const name = inside.startsWith('..') ? file : inside;
  return (await exists(path)) ? readOne(path, name) : failed(name, 'there is no such file');
};

const leadsNowhere = async (path: string): Promise<boolean> => {
  const isLink = (await lstat(path)).isSymbolicLink();
  return isLink && !(await stat(path).catch(() => null));
};

/** Null where there is none, or a package.json that configures nothing. */
const readAtRoot = async (root: string, name: string): Promise<ReadOutcome | null> => {
  const path = join(root, name);
  if (!(await exists(path))) return null;
  const isOptional = !mayConfigure(name, '');
  if (await leadsNowhere(path))
    return isOptional ? null : failed(name, 'this is a symbolic link to a file that is not there');
  const outcome = await readOne(path, name);
  return isOptional && !mayConfigure(name, outcome.file?.text ?? '') ? null : outcome;
};

/** Without a file the one at the root of the repository is read, if there is one. */
export const readConfigFile = async (root: string, file?: string, commit?: ConfigCommit): Promise<ReadOutcome> => {
  if (commit !== undefined) return readCommitted(commit);
  if (file !== undefined) return readNamed(root, file);
  const found: { name: string; outcome: ReadOutcome }[] = [];
  for (const name of configFileNames) {
    const outcome = await readAtRoot(root, name);
    if (outcome !== null) found.push({ name, outcome });
  }
  return onlyOne(found);
};

const isWithin = (path: string, folder: string): boolean => {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith('../') && !isAbsolute(inside);
};

/** Whether a file comes with the repository: it lies in it, under its own name or behind a link. */
export const isRepositorys = async (root: string, path: string): Promise<boolean> => {
  const [realRoot, realFile] = await Promise.all([root, path].map((each) => realpath(each).catch(() => each)));
  return [path, realFile ?? path].some((file) =>
    [root, realRoot ?? root].some((folder) => isWithin(resolve(file), folder)),
  );
};
