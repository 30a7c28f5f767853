/** Reads what a person named as input: a file, standard input, or a pipe that somebody writes to. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileSource, spool } from './large-input.ts';
import { InputError } from '../../model/expected.ts';
import type { Input } from '../../ports/files.ts';

export type InputLimits = {
  /** What is read whole; only SARIF may be larger. */
  maxBytes: number;
  /** What is kept in memory while it is not known what it is. */
  large: number;
  /** How long a pipe may have nobody who writes to it. */
  patienceMs: number;
};

const limits: InputLimits = { maxBytes: 256_000_000, large: 32_000_000, patienceMs: 5_000 };

const tooLarge = (maxBytes: number): Error =>
  new Error(
    `it is larger than ${maxBytes / 1_000_000} MB; split it, or leave out what is not needed. Only SARIF in UTF-8 may be larger`,
  );

/** A pipe that never ends must not fill the disk: what is large goes on only where it begins as SARIF does. */
const beginsAsSarif = (first: readonly Buffer[]): boolean => {
  const head = Buffer.concat(first).subarray(0, 65_536).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s{0,1000}\{/.test(head) && /"(?:runs|version|\$schema)"/.test(head);
};

const collect = async (
  stream: AsyncIterable<Buffer>,
  { maxBytes, large }: InputLimits,
  first: Buffer[] = [],
): Promise<Input> => {
  const chunks = [...first];
  const iterator = stream[Symbol.asyncIterator]();
  let size = first.reduce((sum, { length }) => sum + length, 0);
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    chunks.push(next.value);
    size += next.value.length;
    if (size <= large) continue;
    const mayBeSarif = beginsAsSarif(chunks);
    const kept = await spool(
      chunks,
      { [Symbol.asyncIterator]: () => iterator },
      (now) => now <= maxBytes || mayBeSarif,
    );
    if (!kept) throw tooLarge(maxBytes);
    return { bytes: fileSource(kept.file, kept.size, maxBytes, () => tooLarge(maxBytes)) };
  }
  return { text: Buffer.concat(chunks) };
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
const readPipe = async (path: string, given: InputLimits): Promise<Input> => {
  const { patienceMs } = given;
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
  return collect(new Socket({ fd, readable: true, writable: false }), given, [first]);
};

const openPath = async (path: string, given: InputLimits): Promise<Input> => {
  const info = await stat(path);
  if (info.isFIFO()) return readPipe(path, given);
  if (info.isDirectory()) throw new Error('it is a folder, not a file');
  if (!info.isFile()) throw new Error('it is neither a file nor a pipe');
  if (info.size <= given.large) return { text: await readFile(path) };
  return { bytes: fileSource(await open(path), info.size, given.maxBytes, () => tooLarge(given.maxBytes)) };
};

const describe = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'ELOOP') return 'it is a symbolic link that leads to itself';
  if (code === 'EACCES') return 'you may not read it';
  return error instanceof Error ? error.message : String(error);
};

const cannotBeRead = (name: string, error: unknown): InputError =>
  new InputError(`${name === '-' ? 'Standard input' : name} cannot be read: ${describe(error)}.`);

/** `-` is standard input; what is large has to be closed. Rejects with InputError, and so does reading it. */
export const openInput = async (name: string, path: string, given: InputLimits = limits): Promise<Input> => {
  const orSay = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw cannotBeRead(name, error);
    });
  const input = await orSay(name === '-' ? collect(process.stdin, given) : openPath(path, given));
  if ('text' in input) return input;
  const { bytes } = input;
  return {
    bytes: { ...bytes, read: (into, from) => orSay(bytes.read(into, from)), whole: () => orSay(bytes.whole()) },
  };
};

/** All of it, whatever it is. */
export const readInputFile = async (name: string, path: string, given: InputLimits = limits): Promise<Buffer> => {
  const input = await openInput(name, path, given);
  if ('text' in input) return input.text;
  try {
    return await input.bytes.whole();
  } finally {
    await input.bytes.close();
  }
};
