/** The configuration file of a commit, whatever is checked out (`--config-from`). */
import { decode } from './decode.ts';
import { configFileNames, mayConfigure } from './names.ts';
import { type ConfigCommit, failed, maxBytes, onlyOne, type ReadOutcome } from './outcome.ts';

/** Why an entry of a commit cannot be the configuration: what is wrong, and what to do. */
const entryProblem = (kind: string, bytes: number): [string, string] | null => {
  if (kind === 'link') {
    return ['this is a symbolic link, and links in a commit are not followed', 'commit the file itself'];
  }
  if (kind !== 'file') return ['this is not a regular file', 'remove or rename it'];
  if (bytes > maxBytes) return [`this is larger than 1 MB (${bytes} bytes)`, 'is it really the configuration?'];
  return null;
};

/** Null where there is none, or it configures nothing. */
const readOne = async ({ ref, find, read }: ConfigCommit, path: string): Promise<ReadOutcome | null> => {
  const entry = await find(path);
  if (entry === null) return null;
  const name = `${ref}:${path}`;
  const isOptional = !mayConfigure(path, '');
  const problem = entryProblem(entry.kind, entry.bytes);
  if (problem) return isOptional ? null : failed(name, ...problem);
  const text = decode((await read(path)) ?? new Uint8Array());
  if (text === null) return isOptional ? null : failed(name, 'this is not UTF-8 text', 'save it as UTF-8');
  return mayConfigure(path, text) ? { file: { name, path, text }, problems: [] } : null;
};

export const readCommitted = async (commit: ConfigCommit): Promise<ReadOutcome> => {
  const found: { name: string; outcome: ReadOutcome }[] = [];
  for (const name of configFileNames) {
    const outcome = await readOne(commit, name);
    if (outcome !== null) found.push({ name, outcome });
  }
  return onlyOne(found, `${commit.ref}:`);
};
