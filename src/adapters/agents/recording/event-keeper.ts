/** Keeps what an agent was seen doing, as much of it as a recording holds. */
import type { RecordedCall, RecordedEvent } from '../../../model/recording.ts';
import type { AgentEvent } from '../../../ports/agent.ts';

export type KeptEvents = Pick<RecordedCall, 'events' | 'eventsLeftOut'>;
export type EventKeeper = { add: (event: AgentEvent) => void; end: () => KeptEvents };

const mostEvents = 20_000;
const mostEventCharacters = 2 * 1024 * 1024;

/** Pieces of text are put together, so that a secret in two of them is seen when they are written. */
export const keepEvents = (): EventKeeper => new Kept();

class Kept implements EventKeeper {
  readonly #events: RecordedEvent[] = [];
  #characters = 0;
  #leftOut = 0;

  add(event: AgentEvent): void {
    switch (event.kind) {
      case 'text':
        return event.text === '' ? undefined : this.#keep({ kind: 'text', text: event.text });
      case 'tool':
      case 'file':
        return this.#keep({ ...event });
      case 'usage':
        return this.#keep({ kind: 'usage', usage: { ...event.usage } });
      default:
        return event satisfies never;
    }
  }

  end(): KeptEvents {
    return { events: this.#events, eventsLeftOut: this.#leftOut };
  }

  #keep(event: RecordedEvent): void {
    const size = JSON.stringify(event).length;
    if (this.#events.length >= mostEvents || this.#characters + size > mostEventCharacters) {
      this.#leftOut += 1;
      return;
    }
    this.#characters += size;
    const last = this.#events.at(-1);
    if (event.kind === 'text' && last?.kind === 'text') last.text += event.text;
    else this.#events.push(event);
  }
}
