/**
 * Looks at the user's work tree: whether it differs from the last commit, and what it holds, without touching a thing.
 */
import type { Revision } from '../../../ports/repo.ts';
import { joinNul, readable, splitNul } from '../door/bytes.ts';
import { withBorrowed } from '../control/borrowed.ts';
import { filters } from './freeze.ts';
import { git } from '../door/git.ts';
import type { GitCall } from '../door/git-call.ts';
import type { Location } from './locate.ts';
import { listingArguments, kindOf, parseListing } from '../workspace/listing.ts';
import type { UserConfig } from './user-config.ts';

/** The status of a private copy of the index: the user's own is not refreshed, and submodules are not entered. */
export const isDirty = async (at: Location, config: UserConfig, head: string, scratch: string): Promise<boolean> =>
  withBorrowed(at, { config, head, scratch }, async (gitDir) => {
    const args = ['status', '--porcelain', '-z', '--ignore-submodules=all', '--untracked-files=normal', '--no-renames'];
    const { stdout } = await git(args, { gitDir, workTree: at.root, index: `${gitDir}/index` });
    return stdout.length > 0;
  });

export type WorkTreeSnapshot = { tree: string; notes: string[] };

const filteredPaths = async (
  paths: readonly string[],
  drivers: readonly string[],
  call: GitCall,
): Promise<Set<string>> => {
  if (drivers.length === 0 || paths.length === 0) return new Set();
  const { stdout } = await git(['check-attr', '-z', '--stdin', 'filter'], { ...call, input: joinNul(paths) });
  const fields = splitNul(stdout);
  return new Set(paths.filter((_, n) => drivers.includes(fields[n * 3 + 2] ?? '')));
};

const noteOn = (paths: readonly string[], why: string): string[] => {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, 5).map(readable).join(', ');
  return [`Not part of the snapshot, ${why}: ${shown}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}.`];
};

type Paths = { included: string[]; nested: string[]; filtered: Set<string> };

const listingChanges = ['ls-files', '-z', '-m', '-o', '-d', '--exclude-standard', '--deduplicate'];

/** What differs from the last commit, told apart by what may become part of a snapshot. */
const changedPaths = async (call: GitCall, headTree: string, drivers: readonly string[]): Promise<Paths> => {
  const listed = await git(listingChanges, call);
  const tracked = parseListing((await git([...listingArguments, headTree], call)).stdout);
  const paths = splitNul(listed.stdout).filter((path) => kindOf(tracked, path) !== 'module');
  const filtered = await filteredPaths(paths, drivers, call);
  return {
    included: paths.filter((path) => !path.endsWith('/') && !filtered.has(path)),
    nested: paths.filter((path) => path.endsWith('/')),
    filtered,
  };
};

/** The work tree as one tree, tracked and untracked. Objects go to `objects`, which borrows the user's. */
export const snapshotWorkTree = async (
  at: Location,
  options: { config: UserConfig; head: Revision; scratch: string; objects: string },
): Promise<WorkTreeSnapshot> => {
  const { config, head, scratch, objects } = options;
  return withBorrowed(at, { config, head: head.commit, scratch }, async (gitDir) => {
    const env = { GIT_OBJECT_DIRECTORY: objects };
    const call: GitCall = { gitDir, workTree: at.root, index: `${gitDir}/index`, env };
    const paths = await changedPaths(call, head.tree, filters(config));
    // Not `add -A`: that would look into nested repositories with their own configuration.
    const add = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
    await git(add, { ...call, input: joinNul(paths.included) });
    const { stdout } = await git(['write-tree'], call);
    return { tree: stdout.toString().trim(), notes: notesOn(paths) };
  });
};

const notesOn = ({ nested, filtered }: Paths): string[] => [
  ...noteOn(nested, 'since they are repositories of their own'),
  ...noteOn([...filtered], 'since their filter would have to run'),
];
