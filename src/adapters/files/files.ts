/**
 * The few file operations that a run needs beside git's: none of them follows a link out of where it should be, or
 * waits for a pipe.
 */
import { constants, existsSync, realpathSync } from 'node:fs';
import { glob, lstat, open, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

export const isThere = (path: string): boolean => existsSync(path);

/** For the user alone. */
export const writePrivate = (path: string, text: string): Promise<void> => writeFile(path, text, { mode: 0o600 });

export const isProgram = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  return found !== null && found.isFile() && (found.mode & 0o111) !== 0;
};

/** File systems round times. */
const clockSlackMs = 50;

/** More than any suite writes: beyond it nothing is known, rather than that a run waits for it. */
const mostFiles = 10_000;
const mostBytesOfOne = 50 * 1024 * 1024;
const mostBytesOfAll = 100 * 1024 * 1024;

/** Stands for a file that cannot be read: nothing can be made of it. */
const unreadable = '';

/**
 * One empty text for each file that matches and cannot be read, or for all of them when they are too many or too large.
 */
export const readMatching = async (folder: string, globs: readonly string[], sinceMs: number): Promise<string[]> => {
  if (globs.length === 0) return [];
  try {
    const paths = await matching(folder, globs, sinceMs);
    if (paths.length > mostFiles) return [unreadable];
    const texts: string[] = [];
    let left = mostBytesOfAll;
    for (const path of paths) {
      const bytes = await readWithin(folder, path, Math.min(left, mostBytesOfOne));
      left -= bytes?.length ?? 0;
      texts.push(bytes?.toString('utf8') ?? unreadable);
    }
    return texts;
  } catch {
    return [unreadable];
  }
};

/** What is there and was written since then; folders are no files, anything else may be one. */
const matching = async (folder: string, globs: readonly string[], sinceMs: number): Promise<string[]> => {
  const paths: string[] = [];
  for await (const path of glob([...globs], { cwd: folder })) {
    const found = await lstat(join(folder, path));
    if (!found.isDirectory() && found.mtimeMs >= Math.floor(sinceMs) - clockSlackMs) paths.push(join(folder, path));
    if (paths.length > mostFiles) break;
  }
  return paths;
};

const readWithin = async (folder: string, path: string, mostBytes: number): Promise<Buffer | null> =>
  (await isWithin(folder, dirname(path))) ? readRegular(path, mostBytes) : null;

const isWithin = async (folder: string, path: string): Promise<boolean> => {
  const [root, found] = await Promise.all([realpath(folder), realpath(path)]);
  return found === root || found.startsWith(root + sep);
};

/**
 * Null when it is no regular file, larger than that, or cannot be read. A pipe would block for ever, a link could lead
 * anywhere.
 */
const readRegular = async (path: string, mostBytes: number): Promise<Buffer | null> => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (!handle) return null;
  try {
    const info = await handle.stat();
    if (!info.isFile() || info.size > mostBytes) return null;
    // As much as it was said to have: it may still grow.
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(info.size), 0, info.size, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return null;
  } finally {
    await handle.close();
  }
};

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** No prompt takes an excerpt from a larger one. */
const mostBytesOfText = 50 * 1024 * 1024;

export const readTextBelow = async (folder: string, file: string): Promise<string | null> => {
  try {
    const path = join(folder, file);
    if (realpathSync(path) !== join(realpathSync(folder), file)) return null;
    const content = await readRegular(path, mostBytesOfText);
    return content === null || content.includes(0) ? null : strict.decode(content);
  } catch {
    // Not there, not readable, not text: for a prompt it is all the same.
    return null;
  }
};
