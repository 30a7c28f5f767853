/** The objects of a control repository by their ids: written by hand, and those used last kept in memory. */
import type { Frozen } from '../control/frozen.ts';
import type { ObjectKind, ObjectReader } from '../door/object-reader.ts';
import { idOfObject, writeObject } from '../trees/write-object.ts';
import { type KnownObject, ObjectMemory } from './object-memory.ts';
import { writePack } from './write-pack.ts';

export type ObjectStore = {
  /** Null where there is none of this kind, or what lies there is not what its name says. */
  read: (id: string, kind: ObjectKind) => Promise<Buffer | null>;
  /** On the disk when this returns its id. */
  write: (kind: ObjectKind, content: Buffer) => string;
  /** Readable here at once, and for git once all that was gathered is written. */
  gather: (kind: ObjectKind, content: Buffer) => string;
  /** Writes what was gathered. */
  settle: () => void;
};

type Storage = { controlDir: string; format: Frozen['format']; reader: Pick<ObjectReader, 'read'> };

/** More is not held back. */
const mostGathered = 20_000_000;

/** Fewer objects are as well off as files of their own. */
const leastForPack = 8;

export const openObjectStore = (storage: Storage): ObjectStore => {
  const store = new Store(storage);
  return {
    read: (id, kind) => store.read(id, kind),
    write: (kind, content) => store.write(kind, content),
    gather: (kind, content) => store.gather(kind, content),
    settle: () => store.settle(),
  };
};

class Store implements ObjectStore {
  readonly #storage: Storage;
  readonly #memory = new ObjectMemory();
  #gathered = new Map<string, KnownObject>();
  #gatheredBytes = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async read(id: string, kind: ObjectKind): Promise<Buffer | null> {
    const known = this.#gathered.get(id) ?? this.#memory.get(id);
    if (known) return known.kind === kind ? known.content : null;
    const content = await this.#storage.reader.read(id, kind);
    // Git believes names.
    if (content === null || idOfObject(this.#storage.format, kind, content) !== id) return null;
    this.#memory.keep(id, { kind, content });
    return content;
  }

  write(kind: ObjectKind, content: Buffer): string {
    const { controlDir, format } = this.#storage;
    const id = writeObject(controlDir, format, kind, content);
    this.#memory.keep(id, { kind, content });
    return id;
  }

  gather(kind: ObjectKind, content: Buffer): string {
    const id = idOfObject(this.#storage.format, kind, content);
    if (this.#gathered.has(id)) return id;
    this.#gathered.set(id, { kind, content });
    this.#gatheredBytes += content.length;
    if (this.#gatheredBytes > mostGathered) this.settle();
    return id;
  }

  settle(): void {
    const gathered = this.#gathered;
    if (gathered.size === 0) return;
    const { controlDir, format } = this.#storage;
    if (gathered.size >= leastForPack) writePack(controlDir, format, gathered);
    else for (const { kind, content } of gathered.values()) writeObject(controlDir, format, kind, content);
    for (const [id, known] of gathered) this.#memory.keep(id, known);
    this.#gathered = new Map();
    this.#gatheredBytes = 0;
  }
}
