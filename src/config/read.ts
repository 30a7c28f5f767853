/** Step one: finds the configuration file and reads its text. */
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { given } from '../plain/given.ts';
import type { ConfigProblem } from './error.ts';

export const configFileNames = ['fixpoint.yaml', 'fixpoint.yml'] as const;

const maxBytes = 1_048_576;

/** `name` is what people know the file by. */
export type ConfigText = { name: string; path: string; text: string };

export type ReadOutcome = { file: ConfigText | null; problems: ConfigProblem[] };

const failed = (place: string, message: string, suggestion?: string): ReadOutcome => ({
  file: null,
  problems: [{ place, message, ...given({ suggestion: suggestion || undefined }) }],
});

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** As the byte order mark says, if there is one. */
const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

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

/** A commit that the configuration is taken from, in place of the checkout. */
export type ConfigCommit = {
  /** What it was called. */
  ref: string;
  find: (path: string) => Promise<{ kind: string; bytes: number } | null>;
  read: (path: string) => Promise<Uint8Array | null>;
};

/** Why an entry of a commit cannot be the configuration: what is wrong, and what to do. */
const entryProblem = (kind: string, bytes: number): [string, string] | null => {
  if (kind === 'link') {
    return ['this is a symbolic link, and links in a commit are not followed', 'commit the file itself'];
  }
  if (kind !== 'file') return ['this is not a regular file', 'remove or rename it'];
  if (bytes > maxBytes) return [`this is larger than 1 MB (${bytes} bytes)`, 'is it really the configuration?'];
  return null;
};

const readCommitted = async ({ ref, find, read }: ConfigCommit): Promise<ReadOutcome> => {
  const entries = await Promise.all(configFileNames.map(async (name) => ({ name, entry: await find(name) })));
  const [first, second] = entries.flatMap(({ name, entry }) => (entry === null ? [] : [{ name, entry }]));
  if (first === undefined) return { file: null, problems: [] };
  const name = `${ref}:${first.name}`;
  if (second !== undefined) return failed(name, `there is also a ${second.name}`, 'keep one of them');
  const problem = entryProblem(first.entry.kind, first.entry.bytes);
  if (problem) return failed(name, ...problem);
  const text = decode((await read(first.name)) ?? new Uint8Array());
  if (text === null) return failed(name, 'this is not UTF-8 text', 'save it as UTF-8');
  return { file: { name, path: first.name, text }, problems: [] };
};

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

/** Without a file the one at the root of the repository is read, if there is one. */
export const readConfigFile = async (root: string, file?: string, commit?: ConfigCommit): Promise<ReadOutcome> => {
  if (commit !== undefined) return readCommitted(commit);
  if (file !== undefined) return readNamed(root, file);
  const present: string[] = [];
  for (const name of configFileNames) if (await exists(join(root, name))) present.push(join(root, name));
  const [first, second] = present;
  if (first === undefined) return { file: null, problems: [] };
  if (second !== undefined)
    return failed(configFileNames[0], `there is also a ${basename(second)}`, 'keep one of them');
  if (await leadsNowhere(first)) {
    return failed(basename(first), 'this is a symbolic link to a file that is not there');
  }
  return readOne(first, basename(first));
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
