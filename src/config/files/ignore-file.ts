/** Reads .fixpointignore: what neither reviews nor findings are about, in the way of a .gitignore. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../plain/errno.ts';
import type { ConfigProblem } from '../error.ts';
import { decode } from './decode.ts';
import type { ConfigCommit } from './outcome.ts';

export const ignoreFileName = '.fixpointignore';

const maxBytes = 1_048_576;

export type IgnoreRules = { lines: string[]; problems: ConfigProblem[] };

const nothing: IgnoreRules = { lines: [], problems: [] };

const problem = (message: string): IgnoreRules => ({
  lines: [],
  problems: [{ place: ignoreFileName, message: `this cannot be read: ${message}` }],
});

const isRule = (line: string): boolean => line.trim() !== '' && !line.startsWith('#');

const linesOf = (bytes: Uint8Array): IgnoreRules => {
  const text = bytes.length > maxBytes ? null : decode(bytes);
  if (text === null) return problem('it is not text, or larger than 1 MB');
  return { lines: text.split('\n').filter(isRule), problems: [] };
};

/** Of the commit that the configuration is taken from, where there is one; else of the work tree. */
export const readIgnoreFile = async (root: string, commit: ConfigCommit | undefined): Promise<IgnoreRules> => {
  if (commit !== undefined) {
    const entry = await commit.find(ignoreFileName);
    if (entry?.kind !== 'file') return nothing;
    return linesOf((await commit.read(ignoreFileName)) ?? new Uint8Array());
  }
  try {
    return linesOf(await readFile(join(root, ignoreFileName)));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return nothing;
    return problem(error instanceof Error ? error.message : String(error));
  }
};
