/** What the user's work tree holds under the names that findings give. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFacts } from '../../model/finding/file-facts.ts';
import type { Repo } from '../../ports/repo.ts';
import { readTextBelow } from './files.ts';

const factsOf = async (root: string, file: string): Promise<FileFacts | null> => {
  const info = await lstat(join(root, file)).catch(() => null);
  if (info === null) return null;
  if (info.isDirectory()) return { kind: 'folder' };
  if (!info.isFile()) return { kind: 'link' };
  const text = await readTextBelow(root, file);
  return text === null ? { kind: 'binary' } : { kind: 'text', text };
};

/** `commit`: where the history of what is missing ends. */
export const workTreeFacts = async (
  { root, inHistory }: Pick<Repo, 'root' | 'inHistory'>,
  commit: string,
  files: readonly string[],
): Promise<Map<string, FileFacts>> => {
  const facts = new Map<string, FileFacts>();
  for (const file of files) {
    const found = await factsOf(root, file);
    if (found) facts.set(file, found);
  }
  const missing = files.filter((file) => !facts.has(file));
  for (const [file, known] of await inHistory(commit, missing)) facts.set(file, { kind: 'missing', inHistory: known });
  return facts;
};
