/** Which folders of objects a workspace's git needs to read: where it runs in a cage, they have to be let in. */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

const mostFolders = 50;

/**
 * The control repository's and all that it borrows from. Found by where the workspace lies, and never by its own
 * `.git`, in
 * which an agent may have written the folder of any repository.
 */
export const borrowedObjects = (workspace: string): string[] =>
  objectFolders(join(dirname(dirname(workspace)), 'control.git/objects'));

/** A folder of objects and all that it borrows from. */
export const objectFolders = (own: string): string[] => {
  const found = new Set([own]);
  for (const objects of found) {
    for (const line of alternatesIn(objects)) if (found.size < mostFolders) found.add(line);
  }
  return [...found];
};

/** Quoted lines, for paths with line breaks, are left out: such a repository's history cannot be seen. */
const alternatesIn = (objects: string): string[] => {
  try {
    return readFileSync(join(objects, 'info/alternates'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/^["#]/.test(line))
      .map((line) => (isAbsolute(line) ? line : resolve(objects, line)));
  } catch {
    return [];
  }
};
