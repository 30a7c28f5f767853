/** Hands events from the loop to one reader, in order, without ever holding the loop up. */
import type { StoredEvent } from '../model/event.ts';

export class EventQueue implements AsyncIterable<StoredEvent> {
  #waiting: StoredEvent[] = [];
  #ended = false;
  #wake: (() => void) | undefined;

  push = (event: StoredEvent): void => {
    this.#waiting.push(event);
    this.#wake?.();
  };

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StoredEvent> {
    for (;;) {
      const batch = this.#waiting;
      this.#waiting = [];
      yield* batch;
      if (this.#waiting.length > 0) continue;
      if (this.#ended) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
  }
}
