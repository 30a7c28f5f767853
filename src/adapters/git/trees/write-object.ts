/** Writes objects by hand, since a process costs more than all that git does in it. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { errnoOf } from '../../../plain/errno.ts';
import type { Frozen } from '../control/frozen.ts';
import { deflate } from '../door/deflate.ts';
import type { ObjectKind } from '../door/object-reader.ts';

const readOnly = { mode: 0o444, flag: 'wx' };

const objectBytes = (kind: ObjectKind, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content]);

export const idOfObject = (format: Frozen['format'], kind: ObjectKind, content: Uint8Array): string =>
  createHash(format).update(`${kind} ${content.length}\0`).update(content).digest('hex');

/** As git does it: under another name first, so that nobody reads half of it. Gives its id. */
export const writeObject = (
  controlDir: string,
  format: Frozen['format'],
  kind: ObjectKind,
  content: Uint8Array,
): string => {
  const object = objectBytes(kind, content);
  const id = createHash(format).update(object).digest('hex');
  const folder = `${controlDir}/objects/${id.slice(0, 2)}`;
  const file = `${folder}/${id.slice(2)}`;
  if (existsSync(file)) return id;
  const passing = `${folder}/tmp_obj_${randomUUID()}`;
  writeNew(folder, passing, deflate(object));
  renameSync(passing, file);
  return id;
};

/** The folder is nearly always there. */
const writeNew = (folder: string, file: string, bytes: Uint8Array): void => {
  try {
    writeFileSync(file, bytes, readOnly);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, bytes, readOnly);
  }
};
