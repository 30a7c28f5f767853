/** Whether names that a revision does not have were ever there. */
import { existsSync } from 'node:fs';
import { isSafePath, splitNul, toByteString } from '../door/bytes.ts';
import { GitFailure } from '../door/git-call.ts';
import { gitPipe } from '../door/git-pipe.ts';

export type FactsSource = {
  gitDir: string;
  /** Where a shallow clone says so. */
  shallow: string;
  blob: (id: string) => Promise<Buffer | null>;
};

/** More than these do not fit on a command line. */
export const mostNames = 400;

/** Longer names are in no tree that can be checked out, and too long for a command line. */
const longestName = 4096;

/**
 * Names that a tree can hold: one that it cannot, such as `../x` or an empty one, would make git refuse all of them.
 */
export const possible = (files: readonly string[]): string[] =>
  files.filter((file) => isSafePath(file) && toByteString(file).length <= longestName);

const touchedNames = ['--stdin', '-m', '-r', '--root', '--no-commit-id', '--name-only', '-z', '--no-renames'] as const;

/** The commits that touched one of the names, and then which names they touched: history is walked once. */
const touchedIn = async ({ gitDir }: FactsSource, revision: string, names: readonly string[]): Promise<Set<string>> => {
  const files = possible(names);
  if (files.length === 0) return new Set();
  const call = { gitDir };
  const paths = files.length > mostNames ? [] : ['--', ...files];
  const touched = await gitPipe(
    { args: ['rev-list', revision, ...paths], call },
    { args: ['diff-tree', ...touchedNames, ...paths], call },
  );
  return new Set(splitNul(touched));
};

/** Whether each of the names was once a file. */
export const historyOf = async (
  source: FactsSource,
  revision: string,
  files: readonly string[],
): Promise<Map<string, boolean | 'unknown'>> => {
  if (files.length === 0) return new Map();
  try {
    const touched = await touchedIn(source, revision, files);
    const isCutOff = existsSync(source.shallow);
    return new Map(files.map((file) => [file, touched.has(toByteString(file)) || (isCutOff ? 'unknown' : false)]));
  } catch (failure) {
    // A partial clone may lack what its history names.
    if (!(failure instanceof GitFailure)) throw failure;
    return new Map(files.map((file) => [file, 'unknown']));
  }
};
