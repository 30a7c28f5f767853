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
import { inFolder, onDisk } from '../door/bytes.ts';

const copyLooks = (target: string | Buffer, stat: Stats): void => {
  chmodSync(target, stat.mode & 0o7777);
  utimesSync(target, stat.atime, stat.mtime);
};

const copyEntry = (from: string, to: string, path: string): void => {
  const source = onDisk(from, path);
  const target = onDisk(to, path);
  const stat = lstatSync(source);
  if (stat.isSymbolicLink()) {
    symlinkSync(readlinkSync(source, 'buffer'), target);
    lutimesSync(target, stat.atime, stat.mtime);
  } else if (stat.isDirectory()) {
    mkdirSync(target, { recursive: path === '' });
    for (const name of readdirSync(source, 'latin1')) copyEntry(from, to, inFolder(path, name));
    copyLooks(target, stat);
  } else if (stat.isFile()) {
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
    copyLooks(target, stat);
  }
};

/** Copies `from` to `to`, which must not exist yet or be an empty folder. Sockets and pipes are left out. */
export const copyTree = async (from: string, to: string): Promise<void> => {
  copyEntry(from, to, '');
};
