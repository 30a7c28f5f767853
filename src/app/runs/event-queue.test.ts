/** Events of a run on their way to its readers. */
import { describe, expect, it } from 'vitest';
import type { Clean } from '../../model/clean.ts';
import type { StoredEvent } from '../../model/event.ts';
import { keptClean } from '../../secrets/kept.ts';
import { EventQueue } from './event-queue.ts';

const event = (seq: number, message = `${seq}`): Clean<StoredEvent> =>
  keptClean<StoredEvent>({ type: 'warning', message, run: 'r', seq, at: '2026-01-01T00:00:00.000Z' });
const messageOf = (each: StoredEvent): string => ('message' in each ? String(each.message) : '');

/** With the journal that its events are kept in. */
const queueWithJournal = () => {
  const kept: Clean<StoredEvent>[] = [];
  const queue = new EventQueue(async (upTo) => kept.filter(({ seq }) => seq <= upTo));
  const push = (...numbers: number[]): void => {
    for (const seq of numbers) {
      kept.push(event(seq));
      queue.push(event(seq));
    }
  };
  return { queue, push };
};
const read = async (queue: EventQueue): Promise<string[]> => (await Array.fromAsync(queue)).map(messageOf);

describe('11.3 the events of a run', () => {
  it('wait for the first reader, also when the run has ended by then', async () => {
    const { queue, push } = queueWithJournal();
    push(1, 2);
    queue.show(event(2, 'only shown'));
    queue.end();
    expect(await read(queue)).toEqual(['1', '2', 'only shown']);
  });

  it('reach every reader once and in order, whenever they come', async () => {
    const { queue, push } = queueWithJournal();
    push(1);
    const first = read(queue);
    await Promise.resolve();
    push(2, 3);
    const second = read(queue);
    await Promise.resolve();
    push(4);
    queue.end();
    expect(await Promise.all([first, second])).toEqual([
      ['1', '2', '3', '4'],
      ['1', '2', '3', '4'],
    ]);
    expect(await read(queue)).toEqual(['1', '2', '3', '4']);
  });

  it('that are only shown are not there for those who come later', async () => {
    const { queue, push } = queueWithJournal();
    const first = read(queue);
    push(1);
    queue.show(event(1, 'only shown'));
    await Promise.resolve();
    const second = read(queue);
    await Promise.resolve();
    queue.end();
    expect(await Promise.all([first, second])).toEqual([['1', 'only shown'], ['1']]);
  });

  it('are lost to nobody when another reader stops reading, and wait for a slow one', async () => {
    const { queue, push } = queueWithJournal();
    push(1);
    for await (const each of queue) {
      expect(each.seq).toBe(1);
      push(2, 3);
      break;
    }
    const slow = queue[Symbol.asyncIterator]();
    expect((await slow.next()).value).toMatchObject({ seq: 1 });
    push(4);
    queue.end();
    const rest: StoredEvent[] = [];
    for await (const each of slow) rest.push(each);
    expect(rest.map(({ seq }) => seq)).toEqual([2, 3, 4]);
  });
});
