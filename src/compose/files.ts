/** The few file operations that a run needs beside git's: none of them follows a link out of where it should be. */
import { realpathSync } from 'node:fs';
import { glob, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ownFolder } from '../adapters/own-folder.ts';

/** `base`: a folder above `parent` that is known to be ours. */
export const scratchIn = async (base: string, parent: string) => {
  const path = await mkdtemp(join(ownFolder(base, parent), 'call-'));
  const remove = async (): Promise<void> => {
    ownFolder(base, parent);
    await rm(path, { recursive: true, force: true });
  };
  return { path, remove };
};

export const isProgram = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  return found !== null && found.isFile() && (found.mode & 0o111) !== 0;
};

/** File systems round times. */
const clockSlackMs = 50;

export const readMatching = async (folder: string, globs: readonly string[], sinceMs: number): Promise<string[]> => {
  if (globs.length === 0) return [];
  const files = await Array.fromAsync(glob([...globs], { cwd: folder, withFileTypes: true }));
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const fresh = await Promise.all(
    paths.map(async (path) => ((await stat(path)).mtimeMs >= Math.floor(sinceMs) - clockSlackMs ? [path] : [])),
  );
  return Promise.all(fresh.flat().map((path) => readFile(path, 'utf8')));
};

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const readTextBelow = async (folder: string, file: string): Promise<string | null> => {
  try {
    const path = join(folder, file);
    if (realpathSync(path) !== join(realpathSync(folder), file)) return null;
    const content = await readFile(path);
    return content.includes(0) ? null : strict.decode(content);
  } catch {
    // Not there, not readable, not text: for a prompt it is all the same.
    return null;
  }
};
