/** Reads a small file that comes with a repository: it may be anything, and nothing in it is followed out of it. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Beyond it nothing is read. */
export const mostBytes = 65_536;

export type CommittedFile = { text: string } | { problem: string };

export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
    if (codeOf(error) === 'ELOOP') return { problem: 'it is a symbolic link, and links are not followed. Put the file itself there.' };
    return { problem: `it cannot be read: ${reasonOf(error)}. Make it readable, or remove it.` };
  }
};

const readContent = async (handle: FileHandle, tooLarge: string): Promise<CommittedFile> => {
  const info = await handle.stat();
  if (!info.isFile()) return { problem: 'it is not a regular file. Remove or rename it.' };
  if (info.size > mostBytes) return { problem: `it is larger than 64 KB. ${tooLarge}` };
  const bytes = await handle.readFile();
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'it is not UTF-8 text. Save it as UTF-8.' };
  }
};
