/** What was made for the patches of one run: it goes when too much is there that nobody uses. */
import type { Store } from './store.ts';

/** How many are kept at a time, besides those in use. */
const mostOwn = 4;

export class OwnSetups {
  readonly store: Store;
  /** How many use what was made under a key; the one used last is the last of them. */
  readonly #users = new Map<string, number>();

  constructor(store: Store) {
    this.store = store;
  }

  /** Gives what is to be called when it is not used any longer. */
  hold(key: string): () => void {
    const count = (this.#users.get(key) ?? 0) + 1;
    this.#users.delete(key);
    this.#users.set(key, count);
    return () => {
      this.#users.set(key, (this.#users.get(key) ?? 1) - 1);
      this.#drop();
    };
  }

  #drop(): void {
    const idle = [...this.#users].filter(([, count]) => count === 0).map(([key]) => key);
    for (const key of idle.slice(0, Math.max(0, this.#users.size - mostOwn))) {
      this.#users.delete(key);
      for (const name of this.store.names(key)) this.store.remove(name);
    }
  }
}
