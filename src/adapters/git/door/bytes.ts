/** File names as git keeps them: bytes. Inside this folder a path is a "byte string", one character per byte. */

const beyondAscii = /[^\p{ASCII}]/u;
const isAscii = (text: string): boolean => !beyondAscii.test(text);
const strict = new TextDecoder('utf-8', { fatal: true });

/** A name for people and for the journal: UTF-8 where it is, otherwise with `\xNN` for the bytes that are not. */
export const readable = (path: string): string => {
  if (isAscii(path)) return path;
  const bytes = Buffer.from(path, 'latin1');
  try {
    return strict.decode(bytes);
  } catch {
    return path.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
};

/** The byte string of a path that came from a person, a finding or the file system's UTF-8 view. */
export const toByteString = (path: string): string =>
  isAscii(path) ? path : Buffer.from(path, 'utf8').toString('latin1');

/** What `node:fs` needs to reach exactly this name; plain strings where possible, since they are faster. */
export const onDisk = (root: string, path: string): string | Buffer => {
  if (path === '') return root;
  if (isAscii(path)) return `${root}/${path}`;
  return Buffer.concat([Buffer.from(`${root}/`, 'utf8'), Buffer.from(path, 'latin1')]);
};

/** NUL-separated output of git as byte strings. */
export const splitNul = (output: Buffer): string[] => {
  if (output.length === 0) return [];
  const text = output.toString('latin1');
  return (text.endsWith('\0') ? text.slice(0, -1) : text).split('\0');
};

/** Byte strings as NUL-terminated input for git. */
export const joinNul = (paths: Iterable<string>): Buffer => {
  let text = '';
  for (const path of paths) text += `${path}\0`;
  return Buffer.from(text, 'latin1');
};

export const folderOf = (path: string): string => {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
};

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Whether a path stays below the root that it is relative to, and out of its `.git`. */
export const isSafePath = (path: string): boolean => {
  const parts = path.split('/');
  return (
    path !== '' &&
    !path.includes('\0') &&
    parts[0]?.toLowerCase() !== '.git' &&
    !parts.some((part) => part === '' || part === '.' || part === '..')
  );
};
