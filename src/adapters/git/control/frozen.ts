/** Everything about the user's repository and configuration that decides a run, fixed before its first agent starts. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { RepoError } from '../../../ports/repo.ts';

const Person = z.object({ name: z.string(), email: z.string() });

export const Signing = z.object({
  /** Written into the control repository's configuration; programs only from outside the user's repository. */
  settings: z.record(z.string(), z.string()),
});

/** A gitlink of the start, and where its files can be read from. */
export const Module = z.object({
  path: z.string(),
  commit: z.string(),
  objects: z.string().nullable(),
  shallow: z.string(),
});
export type Module = z.infer<typeof Module>;

export const Frozen = z.object({
  run: z.string(),
  root: z.string(),
  gitDir: z.string(),
  commonDir: z.string(),
  objects: z.string(),
  format: z.enum(['sha1', 'sha256']),
  start: z.object({ commit: z.string(), tree: z.string() }),
  /** The last commit of the user: the start, or what a snapshot of the work tree is on top of. Empty in older runs. */
  head: z.string().default(''),
  /** Where the repository was fetched from. */
  remote: z.string().nullable().default(null),
  /** The run's own folder when this was written. Empty in older runs. */
  folder: z.string().default(''),
  /** When the run began. Empty in older runs. */
  began: z.string().default(''),
  /** When the start was committed, in seconds. */
  startedAt: z.int().default(0),
  /** The branch that the user was on, for workspaces to be on as well. */
  branch: z.string().nullable().default(null),
  settings: z.record(z.string(), z.string()),
  /** How files look in a fresh clone, where that differs. Null in older runs. */
  clone: z
    .object({ settings: z.record(z.string(), z.string()), info: z.record(z.string(), z.string()) })
    .nullable()
    .default(null),
  author: Person,
  committer: Person,
  signing: Signing.nullable(),
  /** Names of the filter drivers that the user has configured, for example `lfs`. Never executed. */
  filters: z.array(z.string()),
  /** Whether git may write a file in another form than it is stored in: line endings, encodings. */
  converts: z.boolean(),
  /** Whether any attributes of the start mention a filter at all. */
  filterAttributes: z.boolean(),
  /** Whether the user's repository lacks objects on purpose. */
  partial: z.boolean(),
  sparse: z.boolean(),
  modules: z.array(Module),
  /** Symbolic links of the start, with the blobs that say where they lead. None in older runs. */
  links: z.record(z.string(), z.string()).default({}),
  /** Digest of the repository's own configuration file. */
  configDigest: z.string(),
  /** Where the user's hooks are, kept or not. */
  hooksFolder: z.string(),
  hooks: z.object({ copied: z.boolean(), inWorkTree: z.string().nullable() }),
  /** What the user should be told about how this run treats the repository. */
  notes: z.array(z.string()),
});
export type Frozen = z.infer<typeof Frozen>;

export const readFrozen = (file: string): Frozen => {
  const frozen = Frozen.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (frozen.success) return frozen.data;
  throw new RepoError(
    `${file} was written by another version of Fixpoint. Use that version for this run, or start a new one.`,
  );
};
