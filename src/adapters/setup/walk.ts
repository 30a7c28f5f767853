/**
 * Everything below a folder, in a fixed order. Names are bytes, so they are read as Latin-1 and reached as the bytes
 * that they are.
 */
import { type Dirent, readdirSync } from 'node:fs';

export type Walked = {
  /** Relative, one character for each byte. */
  name: string;
  path: Buffer;
  kind: 'file' | 'folder' | 'link' | 'other';
};

const kindOf = (entry: Dirent): Walked['kind'] => {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'link' : 'other';
};

const sortedEntries = (folder: Buffer): Dirent[] =>
  readdirSync(folder, { withFileTypes: true, encoding: 'latin1' }).toSorted((a, b) => (a.name < b.name ? -1 : 1));

const onDisk = (folder: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${folder}/`, 'utf8'), Buffer.from(name, 'latin1')]);

export function* walk(folder: string): Generator<Walked> {
  const queue = [''];
  for (let below = queue.pop(); below !== undefined; below = queue.pop()) {
    for (const entry of sortedEntries(onDisk(folder, below))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      const kind = kindOf(entry);
      yield { name, path: onDisk(folder, name), kind };
      if (kind === 'folder') queue.push(name);
    }
  }
}
