/** Hands events from the loop to any number of readers, in order, without ever holding the loop up. */
import type { Clean } from '../../model/clean.ts';
import type { StoredEvent } from '../../model/event.ts';

/** What one reader has not read yet. */
type Reader = { events: Clean<StoredEvent>[]; wake: () => void };

export class EventQueue implements AsyncIterable<Clean<StoredEvent>> {
  readonly #past: (upTo: number) => Promise<Clean<StoredEvent>[]>;
  readonly #readers = new Set<Reader>();
  /** Waits for the first reader, with what is only shown. Later ones find what is kept in the journal. */
  #early: Clean<StoredEvent>[] | null = [];
  #lastSeq = 0;
  #isEnded = false;

  constructor(past: (upTo: number) => Promise<Clean<StoredEvent>[]>) {
    this.#past = past;
  }

  /** An event of the journal. */
  push = (event: Clean<StoredEvent>): void => {
    this.#lastSeq = event.seq;
    this.show(event);
  };

  /** An event that is not kept. */
  show = (event: Clean<StoredEvent>): void => {
    this.#early?.push(event);
    for (const reader of this.#readers) {
      reader.events.push(event);
      reader.wake();
    }
  };

  end(): void {
    this.#isEnded = true;
    for (const reader of this.#readers) reader.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Clean<StoredEvent>> {
    const early = this.#early;
    const upTo = this.#lastSeq;
    const reader: Reader = { events: early ?? [], wake: () => undefined };
    this.#early = null;
    this.#readers.add(reader);
    try {
      if (early === null && upTo > 0) yield* await this.#past(upTo);
      yield* this.#follow(reader);
    } finally {
      this.#readers.delete(reader);
    }
  }

  async *#follow(reader: Reader): AsyncGenerator<Clean<StoredEvent>> {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<void>();
      reader.wake = resolve;
      yield* reader.events.splice(0);
      if (reader.events.length > 0) continue;
      if (this.#isEnded) return;
      await promise;
    }
  }
}
