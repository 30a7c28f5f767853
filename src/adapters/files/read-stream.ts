/** Reads what comes in piece by piece, from standard input or a pipe. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Input } from '../../ports/files.ts';
import { fileSource, spool } from './large-input.ts';
import { errnoOf } from '../../plain/errno.ts';

export type InputLimits = {
  /** What is read whole; only SARIF may be larger. */
  maxBytes: number;
  /** What is kept in memory while it is not known what it is. */
  large: number;
  /** How long a pipe may have nobody who writes to it. */
  patienceMs: number;
};

export const tooLarge = (maxBytes: number): Error =>
  new Error(
    `it is larger than ${maxBytes / 1_000_000} MB; split it, or leave out what is not needed. ` +
      'Only SARIF in UTF-8 may be larger',
  );

/** A pipe that never ends must not fill the disk: what is large goes on only where it begins as SARIF does. */
const beginsAsSarif = (first: readonly Buffer[]): boolean => {
  const head = Buffer.concat(first).subarray(0, 65_536).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s{0,1000}\{/.test(head) && /"(?:runs|version|\$schema)"/.test(head);
};

/** What is too large for memory goes on in a file. */
const goOnInFile = async (
  chunks: readonly Buffer[],
  iterator: AsyncIterator<Buffer>,
  { maxBytes }: InputLimits,
): Promise<Input> => {
  const mayBeSarif = beginsAsSarif(chunks);
  const rest = { [Symbol.asyncIterator]: () => iterator };
  const kept = await spool(chunks, rest, (now) => now <= maxBytes || mayBeSarif);
  if (!kept) throw tooLarge(maxBytes);
  return { bytes: fileSource(kept.file, kept.size, maxBytes, () => tooLarge(maxBytes)) };
};

export const collect = async (
  stream: AsyncIterable<Buffer>,
  limits: InputLimits,
  first: Buffer[] = [],
): Promise<Input> => {
  const chunks = [...first];
  const iterator = stream[Symbol.asyncIterator]();
  let size = first.reduce((sum, { length }) => sum + length, 0);
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    chunks.push(next.value);
    size += next.value.length;
    if (size > limits.large) return goOnInFile(chunks, iterator, limits);
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
    if (errnoOf(error) === 'EAGAIN') return Buffer.alloc(0);
    throw error;
  }
};

/** Opened without waiting: a plain open blocks until somebody writes, for ever if nobody does. */
export const readPipe = async (path: string, given: InputLimits): Promise<Input> => {
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
