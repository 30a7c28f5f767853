/** A run's control repository: the only git directory that Fixpoint's own git works with. */
import { type DiffReader, diffReader } from '../door/diff-reader.ts';
import { type ObjectReader, objectReader } from '../door/object-reader.ts';
import { type Ancestors, openAncestors } from '../trees/ancestors.ts';
import { openTrees, type Trees } from '../trees/trees.ts';
import { type ControlGit, controlGit } from './control-git.ts';
import type { Frozen } from './frozen.ts';
import { type ObjectGuard, openObjectGuard } from './object-guard.ts';
import type { RunPaths } from './paths.ts';
import { type Listings, openCommits, openListings, openRevisions, type Revisions } from './revisions.ts';
import type { Seal } from './seal.ts';

export type Control = Revisions &
  Listings & {
    paths: RunPaths;
    frozen: Frozen;
    seal: Seal;
    objects: ObjectGuard;
    /** Runs git on the control repository, after making sure that nobody changed it. */
    git: ControlGit;
    /** The content of a blob by any name that git knows, null if there is none. One process answers them all. */
    blob: (name: string) => Promise<Buffer | null>;
    /** The same for any kind. */
    object: ObjectReader['read'];
    /** What git says of the difference of two trees; null when `git` is to be asked. One process answers them all. */
    diff: DiffReader['diff'];
    /** Trees, read and written without a process; whoever uses them has looked at the seal. */
    trees: Trees;
    /** The same is true of these. */
    ancestors: Ancestors;
    /** Ends what is still running. */
    end: () => void;
    /** The commit itself; of a tree one that holds exactly it, on top of the start, the same for every call. */
    commitOf: (revision: string) => Promise<string>;
  };

export const openControl = (paths: RunPaths, frozen: Frozen, seal: Seal): Control => {
  const git = controlGit(paths, frozen.run, seal);
  const reader = objectReader({ gitDir: paths.control });
  const differences = diffReader({ gitDir: paths.control });
  const revisions = openRevisions(git);
  revisions.know(frozen.start.commit, frozen.start.tree);
  revisions.know(frozen.start.tree, frozen.start.tree);
  return {
    paths,
    frozen,
    seal,
    objects: openObjectGuard(paths, frozen),
    git,
    blob: async (name) => {
      seal.verify();
      return reader.read(name);
    },
    object: async (name, kind) => {
      seal.verify();
      return reader.read(name, kind);
    },
    diff: async (from, to, signal) => {
      seal.verify();
      return differences.diff(from, to, signal);
    },
    trees: openTrees({ controlDir: paths.control, format: frozen.format, read: (id) => reader.read(id, 'tree') }),
    ancestors: openAncestors((id) => reader.read(id, 'commit'), revisions),
    end: () => {
      reader.end();
      differences.end();
    },
    ...revisions,
    commitOf: openCommits(paths.control, frozen, revisions),
    ...openListings(git),
  };
};
