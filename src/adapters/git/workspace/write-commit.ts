/**
 * Writes the commit that a workspace stands on when all that is known is a tree; by hand, since a process would cost
 * more than the proof.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { fallbackPerson } from '../user/freeze.ts';
import type { Frozen } from '../control/frozen.ts';

/**
 * A commit of nobody's: it has the time of the start, so that equal trees are equal commits, whenever they are looked
 * at.
 */
export const writeCommit = (controlDir: string, { format, start, startedAt }: Frozen, tree: string): string => {
  const who = `${fallbackPerson.name} <${fallbackPerson.email}> ${startedAt} +0000`;
  const text = [
    `tree ${tree}`,
    `parent ${start.commit}`,
    `author ${who}`,
    `committer ${who}`,
    '',
    'The change that is looked at here\n',
  ].join('\n');
  return writeObject(controlDir, format, Buffer.from(`commit ${Buffer.byteLength(text)}\0${text}`));
};

/** As git does it: under another name first, so that nobody reads half of it. */
const writeObject = (controlDir: string, format: Frozen['format'], object: Buffer): string => {
  const id = createHash(format).update(object).digest('hex');
  const folder = `${controlDir}/objects/${id.slice(0, 2)}`;
  const file = `${folder}/${id.slice(2)}`;
  if (existsSync(file)) return id;
  mkdirSync(folder, { recursive: true });
  const passing = `${folder}/tmp_obj_${randomUUID()}`;
  writeFileSync(passing, deflateSync(object), { mode: 0o444, flag: 'wx' });
  renameSync(passing, file);
  return id;
};
