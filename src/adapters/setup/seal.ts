/** A digest of a folder by what the kernel notes down about each file: no content changes without its change time. */
import { createHash, type Hash } from 'node:crypto';
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import { walk } from './walk.ts';

/** So often others get their turn. */
const atOnce = 2_000;

export const sealOf = async (folder: string): Promise<string> => {
  const hash = createHash('sha256');
  let seen = 0;
  for (const { name, path } of walk(folder)) {
    addEntry(hash, name, path, lstatSync(path));
    seen += 1;
    if (seen % atOnce === 0) await breathe();
  }
  return hash.digest('hex');
};

const addEntry = (hash: Hash, name: string, path: Buffer, stat: Stats): void => {
  hash.update(`\0${name}\0${stat.mode} ${stat.ino}`);
  if (stat.isSymbolicLink()) hash.update(readlinkSync(path, 'latin1'), 'latin1');
  // A folder's times may change when a layer is put on top of it.
  if (!stat.isDirectory()) hash.update(` ${stat.size} ${stat.nlink} ${stat.mtimeMs} ${stat.ctimeMs}`);
};
