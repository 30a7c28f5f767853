/** What is known of a run's revisions, so that git is asked about each of them once. */
import { RepoError } from '../../../ports/repo.ts';
import { GitFailure } from '../door/git-call.ts';
import { changeListing, type Listing, listingArguments, type NameChange, parseListing } from '../workspace/listing.ts';
import { writeCommit } from '../result/write-commit.ts';
import type { ControlGit } from './control-git.ts';
import type { Frozen } from './frozen.ts';
import type { ObjectStore } from '../objects/object-store.ts';

export type Revisions = {
  /** The tree of a commit, or of a tree itself. */
  treeOf: (revision: string) => Promise<string>;
  isCommit: (revision: string) => boolean;
  know: (commit: string, tree: string) => void;
};

export type Listings = {
  listing: (tree: string) => Promise<Listing>;
  /** Derives the listing of a tree from another's, which saves a process. */
  derive: (from: string, to: string, changes: readonly NameChange[]) => void;
};

/** Trees whose names are kept in memory; enough for the head, the start and the attempts under way. */
const mostListings = 24;

const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const askForTree = async (run: ControlGit, revision: string): Promise<string> => {
  if (!objectId.test(revision)) throw new RepoError(`"${revision}" is not the id of a commit or a tree.`);
  try {
    const { stdout } = await run(['rev-parse', '--verify', '-q', `${revision}^{tree}`]);
    return stdout.toString().trim();
  } catch (failure) {
    if (!(failure instanceof GitFailure)) throw failure;
    throw new RepoError(
      `${revision} is not in the run's repository. ` +
        "It may belong to another run, or the user's repository lost objects.",
    );
  }
};

export const openRevisions = (run: ControlGit): Revisions => {
  const trees = new Map<string, string>();
  return {
    treeOf: async (revision) => {
      const tree = trees.get(revision) ?? (await askForTree(run, revision));
      trees.set(revision, tree);
      return tree;
    },
    isCommit: (revision) => trees.has(revision) && trees.get(revision) !== revision,
    know: (commit, tree) => trees.set(commit, tree),
  };
};

/** The commit itself; of a tree one that holds exactly it, on top of the start, the same for every call. */
export const openCommits = (
  store: Pick<ObjectStore, 'write'>,
  frozen: Frozen,
  { treeOf, isCommit, know }: Revisions,
): ((revision: string) => Promise<string>) => {
  const commitByTree = new Map([[frozen.start.tree, frozen.start.commit]]);
  return async (revision) => {
    const tree = await treeOf(revision);
    if (isCommit(revision)) return revision;
    const commit = commitByTree.get(tree) ?? writeCommit(store, frozen, tree);
    commitByTree.set(tree, commit);
    know(commit, tree);
    return commit;
  };
};

class ListingCache {
  readonly #listings = new Map<string, Listing>();

  get(tree: string): Listing | undefined {
    return this.#listings.get(tree);
  }

  /** As the newest; the oldest goes when there are too many. */
  put(tree: string, listing: Listing): Listing {
    this.#listings.delete(tree);
    this.#listings.set(tree, listing);
    const oldest = this.#listings.keys().next();
    if (this.#listings.size > mostListings && oldest.value !== undefined) this.#listings.delete(oldest.value);
    return listing;
  }
}

export const openListings = (run: ControlGit): Listings => {
  const cache = new ListingCache();
  return {
    listing: async (tree) => {
      const listing = cache.get(tree) ?? parseListing((await run([...listingArguments, tree])).stdout);
      return cache.put(tree, listing);
    },
    derive: (from, to, changes) => {
      const listing = cache.get(from);
      if (listing && !cache.get(to)) cache.put(to, changeListing(listing, changes));
    },
  };
};
