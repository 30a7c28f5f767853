/** Files that are read and written for a user: what was named as input, and what a repository keeps for Fixpoint. */
import type { Disposition } from '../model/disposition.ts';
import type { StoredEvent } from '../model/event.ts';
import type { FileFacts } from '../model/finding/file-facts.ts';
import type { ByteSource } from '../plain/json/bytes.ts';
import type { CommittedTree, Repo } from './repo.ts';

/** Where the files lie with which a repository configures runs: in its work tree, or in a commit (`--config-from`). */
export type FilesPlace = { root: string; from?: CommittedTree | undefined };

/** An input that is read piece by piece, and has to be closed. */
export type OpenSource = Omit<ByteSource, 'whole'> & { whole: () => Promise<Buffer>; close: () => Promise<void> };

/** All of it, or what reads it piece by piece. */
export type Input = { text: Buffer } | { bytes: OpenSource };

/** What lies at an absolute path on this machine. */
export type Whereabouts = 'nowhere' | 'this repository' | 'another repository' | 'no repository';

/** Where the paths of a report lead (requirement 1.11). */
export type PathOptions = {
  root: string;
  otherRoots?: string[];
  /** From the root. */
  folder?: string;
  exists?: (path: string) => boolean;
  /** Of an absolute path that is not below the root by its name. */
  whereabouts?: (path: string) => Whereabouts;
};

/** `file`: from the root of the repository. */
export type KeptDisposition = { file: string; disposition: Disposition };

/** One file each in the work tree, so that branches merge. */
export type DispositionFiles = {
  /** From the root of the repository. */
  folder: string;
  /** All that can be read, in the order of their names. What cannot be is a warning: it never stops a run. */
  read: (place: FilesPlace) => Promise<{ kept: KeptDisposition[]; warnings: string[] }>;
  /** Whole or not at all. Rejects with InputError. */
  write: (root: string, kept: KeptDisposition) => Promise<void>;
  remove: (root: string, kept: KeptDisposition) => Promise<void>;
};

/** A prompt or reviewer skill of a repository's own; `key`: `fix`, `reviewers/python`. */
export type OwnFile = { key: string; file: string; text: string };

export type PromptFiles = {
  /** Where the repository's own text of this name is, from the root. */
  fileOf: (key: string) => string;
  /** `problems`: each names the file, what is wrong with it, and what to do. */
  read: (place: FilesPlace) => Promise<{ files: OwnFile[]; problems: string[] }>;
  /** Writes a new file, and gives its name; one that is there stays as it is: InputError. */
  write: (root: string, key: string, text: string) => Promise<string>;
};

/** PROGRESS.txt, to which the entries of a run are added as they come. */
export type Progress = {
  /** Takes the next event; what it adds is written soon. */
  see: (event: StoredEvent) => void;
  /** Resolves when everything is written, or given up. */
  end: () => Promise<void>;
};

export type Files = {
  /** `-` is standard input. Rejects with InputError, and so does reading what was opened. */
  openInput: (name: string, path: string) => Promise<Input>;
  /** All of it, whatever it is. Rejects with InputError. */
  readInput: (name: string, path: string) => Promise<Buffer>;
  /** For a folder that somebody is in, or names: inside of a repository, or outside of it. */
  lookFrom: (root: string, folder: string) => PathOptions;
  /** Where there is no repository. */
  lookIn: (folder: string) => PathOptions;
  isThere: (path: string) => boolean;
  /** Text of a file below a folder; null if there is none, it lies behind a link, or it is not UTF-8 text. */
  readText: (folder: string, file: string) => Promise<string | null>;
  /** What the work tree holds under these names; `commit`: where the history of what is missing ends. */
  workTreeFacts: (
    repo: Pick<Repo, 'root' | 'inHistory'>,
    commit: string,
    files: readonly string[],
  ) => Promise<Map<string, FileFacts>>;
  dispositions: DispositionFiles;
  prompts: PromptFiles;
  /** Writes a new fixpoint.yaml, and gives its name; where there is a configuration, it stays as it is: InputError. */
  writeConfig: (root: string, text: string) => Promise<string>;
  /** `earlier`: events whose entries may be missing. Never rejects: what cannot be written is told by `warn`, once. */
  openProgress: (file: string, earlier: readonly StoredEvent[], warn: (message: string) => void) => Progress;
  /** Makes room in memory before something large is written. */
  collectGarbage: () => void;
};
