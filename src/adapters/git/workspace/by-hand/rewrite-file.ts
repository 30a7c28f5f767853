/** Gives files new content in place: taking one away and making another costs the file system far more. */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { errnoOf } from '../../../../plain/errno.ts';

const { O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Whether it was done. Only a plain file that is known by this one name, and has these permissions, is written: what is
 * there may be a link, soft or hard, to a file of somebody else.
 */
export const rewriteFile = (path: string | Buffer, bytes: Uint8Array, permissions?: number): boolean => {
  let file: number;
  try {
    file = openSync(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.nlink !== 1 || (stat.mode & 0o7777) !== (permissions ?? stat.mode & 0o7777))
      return false;
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, at);
    if (stat.size > bytes.length) ftruncateSync(file, bytes.length);
    return true;
  } finally {
    closeSync(file);
  }
};
