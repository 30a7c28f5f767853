/** Reads the files of a recording that a stranger may have made. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { z } from 'zod';
import { codeOf } from './recording-files.ts';

export type FileRead = { bytes: Buffer } | { problem: string };

const whyNotOpened = (code: string): string => {
  if (code === 'ELOOP') return 'is a link, which is not followed';
  return code === 'ENOENT' ? 'is not there' : `cannot be opened (${code})`;
};

/** Never follows a link, never waits for a pipe, never reads more than the limit. */
export const readRecordingFile = (path: string, mostBytes: number): FileRead => {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return { problem: `${path} ${whyNotOpened(codeOf(error))}` };
  }
  try {
    return readOpened(fd, path, mostBytes);
  } catch (error) {
    return { problem: `${path} cannot be read (${codeOf(error)})` };
  } finally {
    closeSync(fd);
  }
};

const readOpened = (fd: number, path: string, mostBytes: number): FileRead => {
  const stat = fstatSync(fd);
  if (!stat.isFile()) return { problem: `${path} is not a regular file` };
  if (stat.size > mostBytes)
    return { problem: `${path} has ${stat.size} bytes, more than the ${mostBytes} that are read` };
  const bytes = Buffer.alloc(stat.size);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(fd, bytes, length, bytes.length - length, null);
  return { bytes: bytes.subarray(0, length) };
};

/** A file as the schema wants it, or what is wrong with it. */
export const readRecordingJson = <T>(
  path: string,
  schema: z.ZodType<T>,
  mostBytes: number,
): { value: T } | { problem: string } => {
  const file = readRecordingFile(path, mostBytes);
  if ('problem' in file) return file;
  const json = jsonIn(file.bytes);
  if (json === undefined) return { problem: `${path} is not JSON` };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: `${path} is not as it should be: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
};

const jsonIn = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};
