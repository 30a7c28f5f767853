/** Takes what is not wanted out of the way at once; it is removed while others go on. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { onDisk } from '../door/bytes.ts';
import { isFolderAt, removeAt, removeByProgram } from './remove.ts';

export type Trash = {
  /** Takes `path` (a byte string) below `root` away, as `removeAt` does. */
  take: (root: string, path: string) => void;
  /** Resolves when nothing is being removed. What resisted is left there. */
  emptied: () => Promise<void>;
};

/** `folder`: on the file system of all that it is to take. */
export const openTrash = (folder: string): Trash => {
  const bin = new Bin(folder);
  return {
    take: (root, path) => {
      if (!isFolderAt(root, path)) return removeAt(root, path);
      try {
        bin.moveHere(root, path);
      } catch {
        // Somebody took our permissions or put another file system there.
        removeAt(root, path);
      }
    },
    emptied: () => bin.removal,
  };
};

class Bin {
  readonly #folder: string;
  #waiting: string[] = [];
  removal = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  moveHere(root: string, path: string): void {
    const target = `${this.#folder}/${randomUUID()}`;
    mkdirSync(this.#folder, { recursive: true });
    renameSync(onDisk(root, path), target);
    this.#waiting.push(target);
    this.removal = this.removal.then(() => this.#removeWaiting());
  }

  async #removeWaiting(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length > 0) await removeByProgram(batch);
  }
}
