/**
 * Everything below a folder, in a fixed order. Names are bytes, so they are read as Latin-1 and reached as the bytes
 * that they are.
 */
import { readdirSync } from 'node:fs';

export type Walked = {
  /** Relative, one character for each byte. */ name: string;
  path: Buffer;
  kind: 'file' | 'folder' | 'link' | 'other';
};

export function* walk(folder: string): Generator<Walked> {
  const base = Buffer.from(`${folder}/`, 'utf8');
  const queue = [''];
  for (let below = queue.pop(); below !== undefined; below = queue.pop()) {
    const at: Buffer = Buffer.concat([base, Buffer.from(below, 'latin1')]);
    const entries = readdirSync(at, { withFileTypes: true, encoding: 'latin1' });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other';
      yield { name, path: Buffer.concat([base, Buffer.from(name, 'latin1')]), kind };
      if (kind === 'folder') queue.push(name);
    }
  }
}
