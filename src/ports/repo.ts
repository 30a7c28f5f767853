/** Custody of the user's repository: read, never written, except for the run's pin and its branch. */
import type { Bundle } from '../model/repository/bundle.ts';
import type { FileChange } from '../model/attempt.ts';
import { Expected } from '../model/expected.ts';
import type { FileFacts } from '../model/finding/file-facts.ts';

/** A refusal that the user can act on: what is wrong with the repository and what to do. */
export class RepoError extends Expected {
  override name = 'RepoError';

  constructor(message: string) {
    super('repository', message);
  }
}

/** Files that decide how git behaves were changed behind our back: nothing is run on them. */
export class TamperedError extends Expected {
  override name = 'TamperedError';

  constructor(message: string) {
    super('tampered', message);
  }
}

/**
 * What an agent left could not be captured: expected, costs that attempt and no more. Its message says what was wrong.
 */
export class CaptureError extends Error {
  override name = 'CaptureError';
}

export type Revision = { commit: string; tree: string };

export type WorkspaceOptions = {
  /** Checked out anew, so nothing of an earlier use is left, not even the mode of a folder. */
  fresh?: boolean;
  /** Its files have a time that those of no other check-out have: for proofs that share the user's home folder. */
  ownTime?: boolean;
  /** The commit that HEAD names; one of exactly the revision's tree when not given. */
  head?: string;
};

/** A folder with a checkout for an agent or a command to work in. */
export type Workspace = {
  path: string;
  /** The tree that the folder was brought to when it was handed out. */
  revisionTree: string;
  /**
   * Says which paths (for example `node_modules`) never become part of a snapshot of it: what set-up made. Until its
   * release.
   */
  keep: (paths: readonly string[]) => void;
  /** The topmost paths that are not tracked, ignored ones too. */
  untracked: () => Promise<string[]>;
  /** Its tracked files, each with the id of its content. */
  files: () => Promise<{ path: string; id: string }[]>;
  /** Text of a tracked file, null if there is none or it is not UTF-8 text. */
  text: (path: string) => Promise<string | null>;
  /** Tracked files that are not as the tree has them any more. */
  changed: () => Promise<string[]>;
  /**
   * What another folder, to be laid over this one, has: tracked files that it replaces or hides, and the topmost other
   * paths.
   */
  compare: (folder: string) => Promise<{ tracked: string[]; untracked: string[] }>;
  /** Gives it back to the pool; what was changed in it is gone at its next use. */
  release: () => Promise<void>;
};

export type Capture = {
  tree: string;
  files: FileChange[];
  /** The patch with binaries, as git writes it. */
  patch: Uint8Array;
  /** What was left in ignored places or cannot be in a tree; folders are named, not listed. At most 1000. */
  ignored: string[];
  /**
   * Changed paths that go through a filter which the user configured (LFS), or are submodules: the patch must be
   * refused.
   */
  protected: string[];
  /** Symbolic links that are changed, or that lead to something that is, with where they lead. */
  links?: Readonly<Record<string, string>>;
};

export type CommitRequest = {
  tree: string;
  parent: string;
  message: string;
  /** Fixed by the journal, so that a repeated commit has the same id. */
  at: string;
};

/** What a run needs to be rebuilt elsewhere, besides its commits. `digest`: SHA-256 of the facts. */
export type RunOrigin = { commit: string; remote: string | null; facts: Uint8Array; digest: string };

/** `tips`: commits to keep; `prerequisites`: commits that whoever reads the bundle has. */
export type BundleRequest = { tips: readonly string[]; prerequisites: readonly string[] };
export type BundledCommits = { bytes: Uint8Array; digest: string };

export type MergeResult = { tree: string } | { conflicts: string[] };

/** `bytes`: of a file. */
export type CommittedEntry = { name: string; kind: 'file' | 'folder' | 'link' | 'other'; bytes: number };

/** What a commit holds, read without a check-out: no filter runs, and no link is followed. Paths are from the root. */
export type CommittedTree = {
  /** What it was called. */
  ref: string;
  commit: string;
  find: (path: string) => Promise<CommittedEntry | null>;
  /** What is in a folder; nothing when there is no such folder. */
  list: (folder: string) => Promise<CommittedEntry[]>;
  /** Null when it is no file. */
  read: (file: string) => Promise<Uint8Array | null>;
};

/** `files`: all of a commit. `texts`: of those that were asked for, as far as they are small and not too many. */
export type Survey = { files: string[]; texts: ReadonlyMap<string, string> };

/** What a run handed over: a branch, and the commit that it was at. */
export type HandedOver = { branch: string; head: string };

/** `elsewhere`: another branch or tag, here or of a remote, has all of its commits. */
export type RunBranch = 'elsewhere' | 'only-here' | 'moved' | 'checked-out';

/** The repository of a user, before any run. */
export type Repo = {
  /** Root of the work tree. */
  root: string;
  /** Names the repository's state folder. */
  id: string;
  head: () => Promise<Revision & { branch: string | null }>;
  /** Whether tracked or untracked files differ from the last commit, without refreshing the index. */
  isDirty: () => Promise<boolean>;
  /** Sets up the custody of a new run; pins the start. */
  begin: (run: string, options: BeginRequest) => Promise<Custody>;
  /** Takes back what `begin` made, or left when it failed: pins and files of a run that could not begin. */
  discard: (run: string) => Promise<void>;
  /**
   * Removes what is kept for a run that is through, except for these names in its folder, and its pins. Idempotent; one
   * that was cut short is repeated as long as the run is in place.
   */
  expire: (run: string, keep: readonly string[]) => Promise<void>;
  /**
   * Goes on with the custody of an earlier run; ends stale locks of ours. With the seal that the journal keeps, a
   * control repository that was changed in between is found out: TamperedError.
   */
  reopen: (run: string, options?: { seal?: string }) => Promise<Custody>;
  /** Whether it has a commit: a repository with the commit that a run began from is a clone of where it began. */
  has: (commit: string) => Promise<boolean>;
  /** Whether the control repository of a run is there, and was made for this repository at this place. */
  isInPlace: (run: string) => boolean;
  /**
   * Rebuilds the control repository of a run from the user's objects and bundles, with the same ids. RepoError when
   * the repository lacks what it builds on, TamperedError when an artifact is not what was recorded.
   */
  restore: (request: RestoreRequest) => Promise<void>;
  /** Brings a run's result into the checkout. */
  apply: (request: ApplyRequest) => Promise<ApplyResult>;
  /** Merges a run's result into the branch that the user is on; files and index follow. */
  merge: (request: ApplyRequest) => Promise<ApplyResult>;
  /** Text of a file at a commit, null if there is none or it is not UTF-8 text. */
  readText: (revision: string, file: string) => Promise<string | null>;
  /** Its files, with the text of those that `tells` names. */
  survey: (revision: string, tells: (file: string) => boolean) => Promise<Survey>;
  /** What a branch, a tag or a commit holds; RepoError when there is none. */
  committed: (ref: string) => Promise<CommittedTree>;
  /** What a commit holds under these names. */
  facts: (revision: string, files: readonly string[]) => Promise<Map<string, FileFacts>>;
  /** Whether these names were ever there, up to a commit. */
  inHistory: (revision: string, files: readonly string[]) => Promise<Map<string, boolean | 'unknown'>>;
  /** Files that have another name now, with the one that they had. */
  renames: (from: string, to: string) => Promise<Map<string, string>>;
  /** The newest commit up to this one that a remote has, as far as is known here; null when none has any. */
  published: (commit: string) => Promise<string | null>;
  /** The commit at which the current branch left another; RepoError when there is none. */
  mergeBase: (ref: string) => Promise<string>;
  /**
   * What a review compares with: a branch, a tag or a commit (where the current branch left it), `all` for everything,
   * or
   * by itself the main branch. Null when there is nothing to compare with.
   */
  reviewBase: (ref: string | undefined) => Promise<{ ref: string; commit: string } | null>;
  /** The names of all branches. */
  branches: () => Promise<string[]>;
  /** How the branch of a run stands; null where it is gone. */
  branchOf: (result: HandedOver) => Promise<RunBranch | null>;
  /** Removes it, if it is still where the run left it: RepoError otherwise. */
  removeBranch: (result: HandedOver) => Promise<void>;
  /** When `apply` laid down something for this run that was not taken back yet, in ms; null if it did not. */
  appliedAt: (run: string) => number | null;
  /** Takes back what `apply` laid down for this run. */
  undoApply: (run: string) => Promise<ApplyResult>;
};

/**
 * What a run is rebuilt from. `seal`: as the journal has it; `configuration`: another commit that the run needs.
 * `record` is told the new seal before it counts, with what the user should be told.
 */
export type RestoreRequest = {
  run: string;
  seal?: string | undefined;
  facts: { artifact: string; digest: string };
  bundles: readonly Bundle[];
  configuration?: string | undefined;
  read: (artifact: string) => Promise<Uint8Array | null>;
  record: (seal: string, notes: readonly string[]) => Promise<void>;
};

/** `keep`: another commit that the run needs, which is pinned too. */
export type BeginRequest = { includeDirty: boolean; hooks?: boolean; keep?: string | undefined };

/** `seal`: as the journal has it; a control repository that was changed in between is not used: TamperedError. */
export type ApplyRequest = { run: string; start: string; head: string; seal?: string | undefined };
export type ApplyResult =
  | { applied: true; files: string[]; skipped: string[] }
  | { applied: false; conflicts: { file: string; reason: string }[] };

/** Makes new revisions out of others. */
export type Building = Pick<Custody, 'commit' | 'merge' | 'write'>;

/** One run's own git: a control repository that borrows the user's objects, and a pool of workspaces. */
export type Custody = {
  start: Revision;
  /** Whom commits are by. */
  author: { name: string; email: string };
  /** When the run began, as in events. */
  began: string;
  /** Names the user's last commit and all tags: what code can ask git for besides the tree. */
  history: () => string;
  /** Digest of what decides how the control repository behaves: for the journal, and for `reopen`. */
  seal: string;
  /** What the user should be told, for example that no identity is configured or a submodule is not there. */
  notes: readonly string[];
  /**
   * A folder that holds exactly this commit's or tree's files, with a throw-away `.git`.
   * A `verify` workspace never had an agent in it.
   */
  workspace: (revision: string, kind: 'agent' | 'verify', options?: WorkspaceOptions) => Promise<Workspace>;
  /**
   * What differs in an agent's workspace from the base, stored as a tree. Removes nested repositories first.
   * Afterwards the workspace is released, or captured again if anybody went on working in it.
   * Rejects with CaptureError when what is there cannot be read, takes minutes, or the signal says that nobody waits
   * any more.
   */
  capture: (workspace: Workspace, base: string, signal?: AbortSignal) => Promise<Capture>;
  commit: (request: CommitRequest) => Promise<Revision>;
  origin: () => RunOrigin;
  /** Commits with all that the prerequisites lack, as a thin bundle. */
  bundle: (request: BundleRequest) => Promise<BundledCommits>;
  /** Merges two commits that have an ancestor in common. */
  merge: (ours: string, theirs: string) => Promise<MergeResult>;
  /** A tree that is the base, except for these files, which are as another tree has them, or gone if it has not. */
  pick: (base: string, from: string, files: readonly string[]) => Promise<{ tree: string }>;
  /**
   * A tree that is the base, except for the content of these files, which are there; modes stay. Null when a work tree
   * is needed for it: a file is none, a link or a submodule, or git may store it in another form than it has there.
   */
  write: (base: string, contents: ReadonlyMap<string, string | Uint8Array>) => Promise<{ tree: string } | null>;
  /** The same, told as a capture tells it. */
  change: (base: string, contents: ReadonlyMap<string, string | Uint8Array>) => Promise<Capture | null>;
  /** The same in many steps: nobody else needs what comes of them before the last one, so it is stored at once. */
  together: <T>(work: (building: Building) => Promise<T>) => Promise<T>;
  /** Text of a file at a revision, null if there is none or it is not UTF-8 text. */
  readText: (revision: string, file: string) => Promise<string | null>;
  /** All files of a revision. */
  files: (revision: string) => Promise<string[]>;
  /** Which of these files exist at a revision. */
  existing: (revision: string, files: readonly string[]) => Promise<Set<string>>;
  /** What a revision holds under these names. */
  facts: (revision: string, files: readonly string[]) => Promise<Map<string, FileFacts>>;
  /** Files that have another name now, with the one that they had. */
  renames: (from: string, to: string) => Promise<Map<string, string>>;
  /** The changes between two revisions, as paths and as a patch. */
  diff: (from: string, to: string) => Promise<{ files: FileChange[]; patch: Uint8Array }>;
  /**
   * The folder with the user's hooks as they were before the first agent started, and all that they may need; if the
   * run keeps any.
   */
  hooks: () => { folder: string; all: string } | null;
  /** What in the user's `.git` changed while agents were at work, for a person to look at. */
  suspicions: () => string[];
  /** Puts the commits into the user's repository as a branch; says which name it got. Idempotent. */
  handOver: (commit: string, branch: string) => Promise<{ branch: string }>;
  /** Removes workspaces; the control repository stays for `apply` and `resume`. */
  close: () => Promise<void>;
};
