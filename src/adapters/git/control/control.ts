/** A run's control repository: the only git directory that Fixpoint's own git works with. */
import { RepoError } from '../../../ports/repo.ts';
import { blobReader } from '../door/blob-reader.ts';
import type { Frozen } from './frozen.ts';
import { git, type GitCall, GitFailure, type GitOutput } from '../door/git.ts';
import { changeListing, type Listing, listingArguments, type NameChange, parseListing } from '../workspace/listing.ts';
import { type ObjectGuard, openObjectGuard } from './object-guard.ts';
import { markVariable } from '../../process/descendants.ts';
import type { RunPaths } from './paths.ts';
import { writeCommit } from '../workspace/write-commit.ts';
import type { Seal } from './seal.ts';

/** Trees whose names are kept in memory; enough for the head, the start and the attempts under way. */
const mostListings = 24;

export type Control = {
  paths: RunPaths;
  frozen: Frozen;
  seal: Seal;
  objects: ObjectGuard;
  /** Runs git on the control repository, after making sure that nobody changed it. */
  git: (args: readonly string[], call?: GitCall) => Promise<GitOutput>;
  /** The content of a blob by any name that git knows, null if there is none. One process answers them all. */
  blob: (name: string) => Promise<Buffer | null>;
  /** Ends what is still running. */
  end: () => void;
  /** The tree of a commit, or of a tree itself. */
  treeOf: (revision: string) => Promise<string>;
  isCommit: (revision: string) => boolean;
  /** The commit itself; of a tree one that holds exactly it, on top of the start, the same for every call. */
  commitOf: (revision: string) => Promise<string>;
  know: (commit: string, tree: string) => void;
  listing: (tree: string) => Promise<Listing>;
  /** Derives the listing of a tree from another's, which saves a process. */
  derive: (from: string, to: string, changes: readonly NameChange[]) => void;
};

export const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const revisions = (run: Control['git']): Pick<Control, 'treeOf' | 'isCommit' | 'know'> => {
  const trees = new Map<string, string>();
  const treeOf = async (revision: string): Promise<string> => {
    const known = trees.get(revision);
    if (known !== undefined) return known;
    if (!objectId.test(revision)) throw new RepoError(`"${revision}" is not the id of a commit or a tree.`);
    try {
      const { stdout } = await run(['rev-parse', '--verify', '-q', `${revision}^{tree}`]);
      const tree = stdout.toString().trim();
      trees.set(revision, tree);
      return tree;
    } catch (failure) {
      if (!(failure instanceof GitFailure)) throw failure;
      throw new RepoError(
        `${revision} is not in the run's repository. It may belong to another run, or the user's repository lost objects.`,
      );
    }
  };
  return {
    treeOf,
    isCommit: (revision) => trees.has(revision) && trees.get(revision) !== revision,
    know: (commit, tree) => trees.set(commit, tree),
  };
};

const commits = (
  paths: RunPaths,
  frozen: Frozen,
  { treeOf, isCommit, know }: ReturnType<typeof revisions>,
): Control['commitOf'] => {
  const made = new Map([[frozen.start.tree, frozen.start.commit]]);
  return async (revision) => {
    const tree = await treeOf(revision);
    if (isCommit(revision)) return revision;
    const commit = made.get(tree) ?? writeCommit(paths.control, frozen, tree);
    made.set(tree, commit);
    know(commit, tree);
    return commit;
  };
};

const listings = (run: Control['git']): Pick<Control, 'listing' | 'derive'> => {
  const cache = new Map<string, Listing>();
  const remember = (tree: string, listing: Listing): Listing => {
    cache.delete(tree);
    cache.set(tree, listing);
    const oldest = cache.keys().next();
    if (cache.size > mostListings && oldest.value !== undefined) cache.delete(oldest.value);
    return listing;
  };
  return {
    listing: async (tree) => {
      const known = cache.get(tree);
      if (known) return remember(tree, known);
      const { stdout } = await run([...listingArguments, tree]);
      return remember(tree, parseListing(stdout));
    },
    derive: (from, to, changes) => {
      const known = cache.get(from);
      if (known && !cache.has(to)) remember(to, changeListing(known, changes));
    },
  };
};

/** A checkout can outlive the process that began it: with the run's mark, a resumed run finds and ends it. */
const marked = (call: GitCall, { workspaces }: RunPaths, run: string): GitCall => {
  if (call.workTree?.startsWith(`${workspaces}/`) !== true) return call;
  return { ...call, env: { ...call.env, [markVariable]: `${run}/git` } };
};

export const openControl = (paths: RunPaths, frozen: Frozen, seal: Seal): Control => {
  const run: Control['git'] = async (args, call = {}) => {
    seal.verify();
    return git(args, { gitDir: paths.control, ...marked(call, paths, frozen.run) });
  };
  const reader = blobReader({ gitDir: paths.control });
  const blob: Control['blob'] = async (name) => {
    seal.verify();
    return reader.read(name);
  };
  const known = revisions(run);
  const commitOf = commits(paths, frozen, known);
  const objects = openObjectGuard(paths, frozen);
  const control = {
    paths,
    frozen,
    seal,
    objects,
    git: run,
    blob,
    end: reader.end,
    ...known,
    commitOf,
    ...listings(run),
  };
  control.know(frozen.start.commit, frozen.start.tree);
  control.know(frozen.start.tree, frozen.start.tree);
  return control;
};
