/** Reads a small file that comes with a repository: it may be anything, and nothing in it is followed out of it. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../plain/errno.ts';
import type { FilesPlace } from '../../ports/files.ts';
import type { CommittedEntry, CommittedTree } from '../../ports/repo.ts';

/** Beyond it nothing is read. */
export const mostBytes = 65_536;

export type CommittedFile = { text: string } | { problem: string };

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const link = 'it is a symbolic link, and links are not followed. Put the file itself there.';
const noFile = 'it is not a regular file. Remove or rename it.';
const large = (tooLarge: string): string => `it is larger than 64 KB. ${tooLarge}`;

/** `file`: from the root. The same for both places. */
export const readFileOf = async (
  { root, from }: FilesPlace,
  file: string,
  tooLarge: string,
): Promise<CommittedFile> => {
  if (!from) return readCommittedFile(join(root, file), tooLarge);
  const entry = await from.find(file);
  if (entry?.kind === 'link') return { problem: link };
  if (entry?.kind !== 'file') return { problem: noFile };
  if (entry.bytes > mostBytes) return { problem: large(tooLarge) };
  return decode((await from.read(file)) ?? new Uint8Array());
};

/** `tooLarge`: what to say of one beyond 64 KB. Never rejects: a problem says what is wrong, and what to do. */
export const readCommittedFile = async (path: string, tooLarge: string): Promise<CommittedFile> => {
  try {
    // A pipe of that name would block for ever, a link could lead anywhere.
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return await readContent(handle, tooLarge);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errnoOf(error) === 'ELOOP') return { problem: link };
    return { problem: `it cannot be read: ${reasonOf(error)}. Make it readable, or remove it.` };
  }
};

const readContent = async (handle: FileHandle, tooLarge: string): Promise<CommittedFile> => {
  const info = await handle.stat();
  if (!info.isFile()) return { problem: noFile };
  if (info.size > mostBytes) return { problem: large(tooLarge) };
  return decode(await handle.readFile());
};

const decode = (bytes: Uint8Array): CommittedFile => {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'it is not UTF-8 text. Save it as UTF-8.' };
  }
};

/**
 * What a folder of a commit holds, by name; null when it is not there. `hindrance`: what is in the way of it.
 * The folders above it have to be folders as well.
 */
export const namesInCommit = async (
  from: CommittedTree,
  folder: string,
): Promise<{ names: string[] | null } | { hindrance: string }> => {
  for (const path of foldersDownTo(folder)) {
    const entry = await from.find(path);
    if (entry === null) return { names: null };
    if (entry.kind !== 'folder') return { hindrance: noFolder(path, entry) };
  }
  return { names: (await from.list(folder)).map(({ name }) => name).sort() };
};

/** `a`, `a/b`, `a/b/c`. */
const foldersDownTo = (folder: string): string[] => {
  const parts = folder.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
};

const noFolder = (path: string, { kind }: CommittedEntry): string =>
  `${path} is no folder${kind === 'link' ? ' but a link, and links are not followed' : ''}.`;
