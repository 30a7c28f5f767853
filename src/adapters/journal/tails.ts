/** Readers that wait for events: one look at the file for all of them, and none at its tables while nothing changes. */
import type { StoredEvent } from '../../model/event.ts';

export type TailSource = {
  /** Events of a run after a number, in order, not more than asked for. */
  read: (run: string, after: number, limit: number) => Promise<StoredEvent[]>;
  /** Another number once another process has added something. */
  version: () => number;
};

/** What the readers of one run share. */
type Feed = {
  readers: number;
  /** The newest events without a gap, so that readers who keep up read nothing themselves. */
  recent: StoredEvent[];
  change: PromiseWithResolvers<void>;
};

const pollMs = 100;
const batch = 200;
const keptEvents = 500;

export class Tails {
  readonly #source: TailSource;
  readonly #feeds = new Map<string, Feed>();
  readonly #closed = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #version = 0;

  constructor(source: TailSource) {
    this.#source = source;
  }

  async *tail(run: string, after: number, signal?: AbortSignal): AsyncGenerator<StoredEvent> {
    const ended = AbortSignal.any([this.#closed.signal, ...(signal ? [signal] : [])]);
    const feed = this.#join(run);
    let position = after;
    try {
      while (!ended.aborted) {
        const { promise } = feed.change;
        const events = await this.#after(run, feed, position);
        for (const event of events) {
          if (ended.aborted) return;
          yield event;
          position = event.seq;
        }
        if (events.length === 0) await untilAborted(promise, ended);
      }
    } finally {
      this.#leave(run, feed);
    }
  }

  /** Events that this process has added: nobody has to read them back. */
  add(run: string, events: readonly StoredEvent[]): void {
    const feed = this.#feeds.get(run);
    if (!feed) return;
    keep(feed, events);
    announce(feed);
  }

  close(): void {
    this.#closed.abort();
    clearInterval(this.#timer);
  }

  #join(run: string): Feed {
    const feed = this.#feeds.get(run) ?? { readers: 0, recent: [], change: Promise.withResolvers<void>() };
    feed.readers += 1;
    this.#feeds.set(run, feed);
    if (this.#timer === undefined) this.#watch();
    return feed;
  }

  #leave(run: string, feed: Feed): void {
    feed.readers -= 1;
    if (feed.readers === 0) this.#feeds.delete(run);
    if (this.#feeds.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #watch(): void {
    this.#version = this.#source.version();
    this.#timer = setInterval(() => this.#look(), pollMs);
  }

  #look(): void {
    const version = this.#source.version();
    if (version === this.#version) return;
    this.#version = version;
    for (const feed of this.#feeds.values()) announce(feed);
  }

  async #after(run: string, feed: Feed, position: number): Promise<readonly StoredEvent[]> {
    const recent = recentAfter(feed, position);
    if (recent.length > 0) return recent;
    const events = await this.#source.read(run, position, batch);
    keep(feed, events);
    return events;
  }
}

/** Nothing where it does not reach back far enough. */
const recentAfter = ({ recent }: Feed, position: number): readonly StoredEvent[] => {
  const [first] = recent;
  return first === undefined || first.seq > position + 1 ? [] : recent.slice(position + 1 - first.seq);
};

const keep = (feed: Feed, events: readonly StoredEvent[]): void => {
  const [first] = events;
  if (first === undefined) return;
  const last = feed.recent.at(-1)?.seq ?? 0;
  // What is not newer is there already, or belongs to a reader that is behind.
  if (first.seq > last + 1) feed.recent = [];
  feed.recent = [...feed.recent, ...events.filter(({ seq }) => seq > last)].slice(-keptEvents);
};

const announce = (feed: Feed): void => {
  feed.change.resolve();
  feed.change = Promise.withResolvers();
};

const untilAborted = async (promise: Promise<void>, signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const onAbort = (): void => resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  await Promise.race([promise, aborted]);
  signal.removeEventListener('abort', onAbort);
};
