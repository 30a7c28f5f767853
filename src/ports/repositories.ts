/** The repositories of users, by the folder that somebody is in. */
import type { CommittedTree, Repo } from './repo.ts';

/** What is to be known of a checkout before something is written into it on behalf of its user. */
export type Checkout = {
  root: string;
  /** Who works here: the name that commits get, else the one of the system. */
  user: () => Promise<string>;
  /** Whether git leaves this path out of commits. */
  isIgnored: (path: string) => Promise<boolean>;
  /** What a branch, a tag or a commit holds; RepoError when there is none. */
  committed: (ref: string) => Promise<CommittedTree>;
};

export type Repositories = {
  /** The id of the repository that a folder is in, found without starting git; null outside of every repository. */
  nearby: (folder: string) => string | null;
  /**
   * Rejects with RepoError when the folder is not in a repository that a run can start from. `id`: of its state folder,
   * where that is named after another place than the one where the repository lies.
   */
  open: (folder: string, id?: string) => Promise<Repo>;
  /** Needs no commit and no state folder. Rejects with RepoError when the folder is not in a work tree. */
  checkout: (folder: string) => Promise<Checkout>;
};
