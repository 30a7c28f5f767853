/** Reads what a person named as input: a file, standard input, or a pipe that somebody writes to. */
import { open, readFile, stat } from 'node:fs/promises';
import { InputError } from '../../model/expected.ts';
import { errnoOf } from '../../plain/errno.ts';
import { fileSource } from './large-input.ts';
import type { Input } from '../../ports/files.ts';
import { collect, type InputLimits, readPipe, tooLarge } from './read-stream.ts';

const limits: InputLimits = { maxBytes: 256_000_000, large: 32_000_000, patienceMs: 5_000 };

const openPath = async (path: string, given: InputLimits): Promise<Input> => {
  const info = await stat(path);
  if (info.isFIFO()) return readPipe(path, given);
  if (info.isDirectory()) throw new Error('it is a folder, not a file');
  if (!info.isFile()) throw new Error('it is neither a file nor a pipe');
  if (info.size <= given.large) return { text: await readFile(path) };
  return { bytes: fileSource(await open(path), info.size, given.maxBytes, () => tooLarge(given.maxBytes)) };
};

const describe = (error: unknown): string => {
  const code = errnoOf(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'ELOOP') return 'it is a symbolic link that leads to itself';
  if (code === 'EACCES') return 'you may not read it';
  return error instanceof Error ? error.message : String(error);
};

const byPipe = 'nothing is fetched from the network. Fetch it yourself: `curl -sSL ADDRESS | fixpoint fix -`';

/** People paste what their browser shows. */
const isAddress = (name: string): boolean => /^https?:\/\//.test(name);

const cannotBeRead = (name: string, error: unknown): InputError =>
  new InputError(
    `${name === '-' ? 'Standard input' : name} cannot be read: ${isAddress(name) ? byPipe : describe(error)}.`,
  );

const refuse =
  (name: string) =>
  (error: unknown): never => {
    throw cannotBeRead(name, error);
  };

/** `-` is standard input; what is large has to be closed. Rejects with InputError, and so does reading it. */
export const openInput = async (name: string, path: string, given: InputLimits = limits): Promise<Input> => {
  const orSay = <T>(work: Promise<T>): Promise<T> => work.catch(refuse(name));
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
