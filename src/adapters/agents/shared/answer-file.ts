/** Reads the file that an agent wrote its answer to, without trusting that it is one. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errnoOf } from '../../../plain/errno.ts';

const longestAnswer = 8 * 1024 * 1024;

export type AnswerFile = { text: string } | { problem: string } | null;

/** Null when there is none. Never follows a link, never waits for a pipe, never reads more than the limit. */
export const readAnswerFile = (path: string, longest = longestAnswer): AnswerFile => {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = errnoOf(error) ?? '';
    if (code === 'ENOENT') return null;
    return {
      problem:
        code === 'ELOOP'
          ? 'the answer file is a link, which is not followed'
          : `the answer file cannot be opened (${code})`,
    };
  }
  try {
    return readRegularFile(fd, longest);
  } catch (error) {
    return { problem: `the answer file cannot be read (${error instanceof Error ? error.message : String(error)})` };
  } finally {
    closeSync(fd);
  }
};

const readRegularFile = (fd: number, longest: number): AnswerFile => {
  const stat = fstatSync(fd);
  if (!stat.isFile()) return { problem: 'the answer file is not a regular file' };
  if (stat.size > longest)
    return { problem: `the answer file has ${stat.size} bytes, more than the ${longest} that are read` };
  const bytes = Buffer.alloc(stat.size);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(fd, bytes, length, bytes.length - length, null);
  return { text: bytes.toString('utf8', 0, length) };
};
