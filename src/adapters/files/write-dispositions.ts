/** Writes and removes dispositions in the work tree. */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readDisposition, showDisposition } from '../../findings/dispositions/file.ts';
import { InputError } from '../../model/expected.ts';
import { errnoOf } from '../../plain/errno.ts';
import type { KeptDisposition } from '../../ports/files.ts';
import { mostBytes, reasonOf } from './committed-file.ts';
import { dispositionFolder, findFolder, makeFolder } from './disposition-folder.ts';

const nameOf = (file: string): string => file.slice(dispositionFolder.length + 1);

/** What would not be read again is not written. */
const requireReadable = (file: string, text: string): void => {
  const isTooLarge = Buffer.byteLength(text) > mostBytes;
  const read = isTooLarge
    ? { problem: 'it would be larger than 64 KB. Give a shorter reason.' }
    : readDisposition(text);
  if ('problem' in read) throw new InputError(`${file} cannot be written: ${read.problem}`);
};

const writeThrough = async (path: string, text: string): Promise<void> => {
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.chmod(0o644);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Whole or not at all: whoever reads meanwhile sees the old file or the new one. */
export const writeKept = async (root: string, { file, disposition }: KeptDisposition): Promise<void> => {
  const text = showDisposition(disposition);
  requireReadable(file, text);
  const folder = makeFolder(root);
  const temporary = join(folder, `.${disposition.id}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeThrough(temporary, text);
    await rename(temporary, join(folder, nameOf(file)));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new InputError(`${file} cannot be written: ${reasonOf(error)}.`);
  }
};

export const removeKept = async (root: string, { file }: KeptDisposition): Promise<void> => {
  const folder = findFolder(root);
  if (folder === null) return;
  await rm(join(folder, nameOf(file))).catch((error: unknown) => {
    if (errnoOf(error) !== 'ENOENT') throw new InputError(`${file} cannot be removed: ${reasonOf(error)}.`);
  });
};
