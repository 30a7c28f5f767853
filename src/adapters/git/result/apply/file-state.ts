/** What is at a path, read as it is. */
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { errnoOf } from '../../../../plain/errno.ts';
import { onDisk } from '../../door/bytes.ts';
import { isReachedThroughFolders } from '../../workspace/remove.ts';

export type FileState =
  | { type: 'absent' }
  | { type: 'file'; bytes: Buffer; mode: number }
  | { type: 'link'; target: Buffer }
  /** A folder, a device, or something that is only reached through a link: never written. */
  | { type: 'foreign'; what: string };

export const absent: FileState = { type: 'absent' };

/** What cannot be read is nobody's to replace. */
const unreadableCodes = new Set(['EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EIO']);

export const readState = (root: string, path: string): FileState => {
  try {
    return readReachable(root, path);
  } catch (error) {
    const code = errnoOf(error);
    if (code === undefined || !unreadableCodes.has(code)) throw error;
    return { type: 'foreign', what: `it cannot be read (${code})` };
  }
};

const readReachable = (root: string, path: string): FileState => {
  if (!isReachedThroughFolders(root, path)) return { type: 'foreign', what: 'one of its folders is a link or a file' };
  const stat = lstatSync(onDisk(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return absent;
  if (stat.isFile()) return { type: 'file', bytes: readFileSync(onDisk(root, path)), mode: stat.mode & 0o7777 };
  if (stat.isSymbolicLink()) return { type: 'link', target: readlinkSync(onDisk(root, path), 'buffer') };
  return { type: 'foreign', what: stat.isDirectory() ? 'a folder is in its place' : 'it is neither a file nor a link' };
};

export const isExecutable = (state: FileState): boolean => state.type === 'file' && (state.mode & 0o100) !== 0;

export const sameState = (a: FileState, b: FileState, modes: boolean): boolean => {
  if (a.type === 'file' && b.type === 'file')
    return a.bytes.equals(b.bytes) && (!modes || isExecutable(a) === isExecutable(b));
  if (a.type === 'link' && b.type === 'link') return a.target.equals(b.target);
  return a.type === 'absent' && b.type === 'absent';
};
