/** Copies a folder for real: shared blocks where the file system can, but never a link that would write through. */
import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  type Stats,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import { inFolder, onDisk } from '../door/bytes.ts';

const copyLooks = (target: string | Buffer, stat: Stats): void => {
  chmodSync(target, stat.mode & 0o7777);
  utimesSync(target, stat.atime, stat.mtime);
};

/** So often others get their turn. */
const atOnce = 200;

class Copy {
  readonly #from: string;
  readonly #to: string;
  #entries = 0;

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  async entry(path: string): Promise<void> {
    const stat = lstatSync(onDisk(this.#from, path));
    if (stat.isDirectory()) return this.#folder(path, stat);
    this.#single(path, stat);
    this.#entries += 1;
    if (this.#entries % atOnce === 0) await breathe();
  }

  async #folder(path: string, stat: Stats): Promise<void> {
    const target = onDisk(this.#to, path);
    mkdirSync(target, { recursive: path === '' });
    for (const name of readdirSync(onDisk(this.#from, path), 'latin1')) await this.entry(inFolder(path, name));
    copyLooks(target, stat);
  }

  #single(path: string, stat: Stats): void {
    const source = onDisk(this.#from, path);
    const target = onDisk(this.#to, path);
    if (stat.isSymbolicLink()) {
      symlinkSync(readlinkSync(source, 'buffer'), target);
      lutimesSync(target, stat.atime, stat.mtime);
    } else if (stat.isFile()) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      copyLooks(target, stat);
    }
  }
}

/** Copies `from` to `to`, which must not exist yet or be an empty folder. Sockets and pipes are left out. */
export const copyTree = (from: string, to: string): Promise<void> => new Copy(from, to).entry('');
