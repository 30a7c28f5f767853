/** Reads and replaces files of a workspace, and nothing but those: no links, no way out, nothing of git's. */
import { randomUUID } from 'node:crypto';
import { chmod, lstat, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { errnoOf } from '../../../plain/errno.ts';

export type WorkspaceFile = { path: string; mode: number; text: string };

/** The file's text, or why it is not touched. */
export const readWorkspaceFile = async (
  workspace: string,
  file: string,
): Promise<WorkspaceFile | { reason: string }> => {
  if (!isPlainPath(file)) return { reason: `${file} is not a path within the repository` };
  try {
    return await readInside(workspace, file);
  } catch (error) {
    const code = errnoOf(error) ?? String(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { reason: `${file} does not exist` };
    return { reason: `${file} cannot be read (${code})` };
  }
};

const readInside = async (workspace: string, file: string): Promise<WorkspaceFile | { reason: string }> => {
  const folder = await folderInside(await realpath(workspace), file);
  if (typeof folder !== 'string') return folder;
  const path = join(folder, basename(file));
  const stat = await lstat(path);
  if (!stat.isFile()) return { reason: `${file} is not a regular file` };
  const text = decode(await readFile(path));
  return text === null ? { reason: `${file} is not UTF-8 text` } : { path, mode: stat.mode & 0o7777, text };
};

const folderInside = async (root: string, file: string): Promise<string | { reason: string }> => {
  const folder = await realpath(join(root, dirname(file)));
  if (folder !== root && !folder.startsWith(root + sep)) return { reason: `${file} leads out of the repository` };
  return folder === join(root, dirname(file)) ? folder : { reason: `${file} is reached through a link` };
};

const isPlainPath = (file: string): boolean =>
  !isAbsolute(file) &&
  !file.includes('\0') &&
  file.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');

const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Written beside and renamed over it, with the same mode: a link to the old file keeps the old text. */
export const replaceWorkspaceFile = async ({ path, mode }: WorkspaceFile, text: string): Promise<void> => {
  const temporary = join(dirname(path), `.fixpoint-${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};
