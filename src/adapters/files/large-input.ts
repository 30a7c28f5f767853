/** An input that is too large for memory: a file is read where it lies, a pipe is kept in a temporary one. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectGarbage } from './collect-garbage.ts';
import type { OpenSource } from '../../ports/files.ts';

const fill = async (file: FileHandle, into: Uint8Array, from: number): Promise<number> => {
  let done = 0;
  while (done < into.length) {
    const { bytesRead } = await file.read(into, done, into.length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
};

/** Garbage is collected each time that so much was read. */
const relief = 128_000_000;

/** Reads, and keeps memory from filling up with what was made of earlier pieces. */
const relieved = (file: FileHandle): OpenSource['read'] => {
  let since = 0;
  return async (into, from) => {
    since += into.length;
    if (since >= relief) {
      since = 0;
      collectGarbage();
    }
    return fill(file, into, from);
  };
};

/** `refuse`: says that it is too large to be read whole. */
export const fileSource = (file: FileHandle, size: number, maxBytes: number, refuse: () => Error): OpenSource => ({
  size,
  read: relieved(file),
  whole: async () => {
    if (size > maxBytes) throw refuse();
    const bytes = Buffer.allocUnsafe(size);
    return bytes.subarray(0, await fill(file, bytes, 0));
  },
  close: () => file.close(),
});

/** Keeps what comes in a file that has no name any more: whatever happens to us, nothing stays behind. */
export const spool = async (
  first: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
  mayGoOn: (size: number) => boolean,
): Promise<{ file: FileHandle; size: number } | null> => {
  const path = join(tmpdir(), `fixpoint-input-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    const size = await keepAll(file, first, rest, mayGoOn);
    if (size !== null) return { file, size };
    await file.close();
    return null;
  } catch (error) {
    await file.close();
    throw error;
  }
};

/** How much it was; null when it may not go on. */
const keepAll = async (
  file: FileHandle,
  first: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
  mayGoOn: (size: number) => boolean,
): Promise<number | null> => {
  let size = 0;
  for (const chunk of first) {
    await file.writeFile(chunk);
    size += chunk.length;
  }
  for await (const chunk of rest) {
    await file.writeFile(chunk);
    size += chunk.length;
    if (!mayGoOn(size)) return null;
  }
  return size;
};
