/** A run's control repository: the only git directory that Fixpoint's own git works with. */
import { type DiffReader, diffReader } from '../door/diff-reader.ts';
import { objectReader } from '../door/object-reader.ts';
import { type ObjectStore, openObjectStore } from '../objects/object-store.ts';
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
    /** The content of a blob, null if there is none. One process answers them all. */
    blob: (id: string) => Promise<Buffer | null>;
    /** The same by any name that git knows. */
    blobNamed: (name: string) => Promise<Buffer | null>;
    /** The same for any kind. */
    object: ObjectStore['read'];
    /** Whoever uses it has looked at the seal. */
    write: ObjectStore['write'];
    /** The same for what git need not read yet. */
    gather: ObjectStore['gather'];
    /** Before git reads in the control repository: nobody changed it, and all that was gathered is there. */
    forGit: () => void;
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
  const reader = objectReader({ gitDir: paths.control });
  const differences = diffReader({ gitDir: paths.control });
  const store = openObjectStore({ controlDir: paths.control, format: frozen.format, reader });
  const forGit = (): void => {
    seal.verify();
    store.settle();
  };
  const git = controlGit(paths, frozen.run, forGit);
  const revisions = openRevisions(git);
  revisions.know(frozen.start.commit, frozen.start.tree);
  revisions.know(frozen.start.tree, frozen.start.tree);
  return {
    paths,
    frozen,
    seal,
    objects: openObjectGuard(paths, frozen),
    git,
    ...readingBy(store, seal),
    blobNamed: async (name) => {
      forGit();
      return reader.read(name);
    },
    write: store.write,
    gather: store.gather,
    forGit,
    diff: async (from, to, signal) => {
      forGit();
      return differences.diff(from, to, signal);
    },
    trees: openTrees(store),
    ancestors: openAncestors((id) => store.read(id, 'commit'), revisions),
    end: () => {
      reader.end();
      differences.end();
    },
    ...revisions,
    commitOf: openCommits(store, frozen, revisions),
    ...openListings(git),
  };
};

const readingBy = ({ read }: ObjectStore, seal: Seal): Pick<Control, 'blob' | 'object'> => {
  const object: Control['object'] = async (id, kind) => {
    seal.verify();
    return read(id, kind);
  };
  return { object, blob: (id) => object(id, 'blob') };
};

/** What is written by the control that `work` is given is stored when it is through, or when git is to read it. */
export const gathering = async <T>(control: Control, work: (control: Control) => Promise<T>): Promise<T> => {
  const { gather, trees, forGit } = control;
  const result = await work({ ...control, write: gather, trees: trees.writingBy(gather) });
  forGit();
  return result;
};
