/** The trees of a run, read and written without a process; those used last are kept in memory. */
import type { ObjectStore } from '../objects/object-store.ts';
import { formatTree, parseTree, type Tree } from './tree-object.ts';

export type Trees = {
  /** Null when it cannot be treated by hand: there is none, or git would write it in another way. */
  read: (id: string) => Promise<Tree | null>;
  /** Gives its id. */
  write: (tree: Tree) => string;
  /** The same trees, and new ones go elsewhere. */
  writingBy: (write: ObjectStore['write']) => Trees;
};

/** Names in all trees that are kept: some ten megabytes. Fixes under way need the newest ones. */
const mostNames = 50_000;

export const openTrees = (storage: Pick<ObjectStore, 'read' | 'write'>): Trees => {
  const memory = new TreeMemory(storage);
  const writingBy: Trees['writingBy'] = (write) => ({
    read: (id) => memory.read(id),
    write: (tree) => memory.write(tree, write),
    writingBy,
  });
  return writingBy(storage.write);
};

class TreeMemory {
  readonly #storage: Pick<ObjectStore, 'read'>;
  readonly #kept = new Map<string, Tree>();
  /** Thousands of files of one folder may be asked for at once: its tree is read once for all of them. */
  readonly #reading = new Map<string, Promise<Tree | null>>();
  #names = 0;

  constructor(storage: Pick<ObjectStore, 'read'>) {
    this.#storage = storage;
  }

  async read(id: string): Promise<Tree | null> {
    const kept = this.#kept.get(id);
    if (kept) {
      this.#keep(id, kept);
      return kept;
    }
    const reading = this.#reading.get(id) ?? this.#load(id).finally(() => this.#reading.delete(id));
    this.#reading.set(id, reading);
    return reading;
  }

  async #load(id: string): Promise<Tree | null> {
    const content = await this.#storage.read(id, 'tree');
    const tree = content && parseTree(content, id.length / 2);
    if (tree) this.#keep(id, tree);
    return tree;
  }

  write(tree: Tree, write: ObjectStore['write']): string {
    const id = write('tree', formatTree(tree));
    this.#keep(id, tree);
    return id;
  }

  /** As the newest, which stays however large it is; the oldest go when there are too many. */
  #keep(id: string, tree: Tree): void {
    this.#forget(id);
    this.#kept.set(id, tree);
    this.#names += tree.size;
    for (const oldest of this.#kept.keys()) {
      if (this.#names <= mostNames || oldest === id) return;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#names -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }
}
