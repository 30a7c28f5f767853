/** The trees of a run, read and written without a process; those used last are kept in memory. */
import type { Frozen } from '../control/frozen.ts';
import { formatTree, parseTree, type Tree } from './tree-object.ts';
import { idOfObject, writeObject } from './write-object.ts';

export type Trees = {
  /** Null when it cannot be treated by hand: there is none, or git would write it in another way. */
  read: (id: string) => Promise<Tree | null>;
  /** Gives its id. */
  write: (tree: Tree) => string;
};

type Storage = { controlDir: string; format: Frozen['format']; read: (id: string) => Promise<Buffer | null> };

/** Names in all trees that are kept: some ten megabytes. Fixes under way need the newest ones. */
const mostNames = 50_000;

export const openTrees = (storage: Storage): Trees => {
  const trees = new TreeMemory(storage);
  return { read: (id) => trees.read(id), write: (tree) => trees.write(tree) };
};

class TreeMemory implements Trees {
  readonly #storage: Storage;
  readonly #kept = new Map<string, Tree>();
  #names = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async read(id: string): Promise<Tree | null> {
    const kept = this.#kept.get(id);
    if (kept) {
      this.#keep(id, kept);
      return kept;
    }
    const content = await this.#storage.read(id);
    const tree = content && this.#isTrue(id, content) ? parseTree(content, id.length / 2) : null;
    if (tree) this.#keep(id, tree);
    return tree;
  }

  /** Git believes names; what somebody put there under another one is left to the guard of objects. */
  #isTrue(id: string, content: Buffer): boolean {
    return idOfObject(this.#storage.format, 'tree', content) === id;
  }

  write(tree: Tree): string {
    const { controlDir, format } = this.#storage;
    const id = writeObject(controlDir, format, 'tree', formatTree(tree));
    this.#keep(id, tree);
    return id;
  }

  /** As the newest; the oldest go when there are too many. */
  #keep(id: string, tree: Tree): void {
    this.#forget(id);
    this.#kept.set(id, tree);
    this.#names += tree.size;
    for (const oldest of this.#kept.keys()) {
      if (this.#names <= mostNames) return;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#names -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }
}
