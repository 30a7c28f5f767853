/** Reads what a person named as input: a file, standard input, or a pipe that somebody writes to. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { InputError } from './options.ts';

export type InputLimits = {
  maxBytes: number;
  /** How long a pipe may have nobody who writes to it. */
  patienceMs: number;
};

const limits: InputLimits = { maxBytes: 256_000_000, patienceMs: 5_000 };

const tooLarge = (maxBytes: number): Error =>
  new Error(`it is larger than ${maxBytes / 1_000_000} MB; split it, or leave out what is not needed`);

const collect = async (stream: AsyncIterable<Buffer>, maxBytes: number, first: Buffer[] = []): Promise<Buffer> => {
  const chunks = [...first];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Its first bytes; none when it is open at the other end and nothing was written yet. Null: nobody has opened it. */
const listen = (fd: number): Buffer | null => {
  const buffer = Buffer.alloc(65_536);
  try {
    const length = readSync(fd, buffer);
    return length === 0 ? null : buffer.subarray(0, length);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return Buffer.alloc(0);
    throw error;
  }
};

/** Opened without waiting: a plain open blocks until somebody writes, for ever if nobody does. */
const readPipe = async (path: string, { maxBytes, patienceMs }: InputLimits): Promise<Buffer> => {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const begin = Date.now();
  let first = listen(fd);
  while (first === null && Date.now() - begin < patienceMs) {
    await delay(20);
    first = listen(fd);
  }
  if (first === null) {
    closeSync(fd);
    throw new Error(`it is a pipe, and nobody wrote to it for ${patienceMs / 1_000} s`);
  }
  return collect(new Socket({ fd, readable: true, writable: false }), maxBytes, [first]);
};

const readPath = async (path: string, given: InputLimits): Promise<Buffer> => {
  const info = await stat(path);
  if (info.isFIFO()) return readPipe(path, given);
  if (info.isDirectory()) throw new Error('it is a folder, not a file');
  if (!info.isFile()) throw new Error('it is neither a file nor a pipe');
  if (info.size > given.maxBytes) throw tooLarge(given.maxBytes);
  return readFile(path);
};

const describe = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'ELOOP') return 'it is a symbolic link that leads to itself';
  if (code === 'EACCES') return 'you may not read it';
  return error instanceof Error ? error.message : String(error);
};

/** `-` is standard input; rejects with InputError. */
export const readInputFile = async (name: string, path: string, given: InputLimits = limits): Promise<Buffer> => {
  try {
    return name === '-' ? await collect(process.stdin, given.maxBytes) : await readPath(path, given);
  } catch (error) {
    throw new InputError(`${name === '-' ? 'Standard input' : name} cannot be read: ${describe(error)}.`);
  }
};
