/** Commands on their way into the loop. */
import { expect, it } from 'vitest';
import type { StoredCommand } from '../model/run/run-command.ts';
import { eventsOfCommand, eventsOfWaiting, Inbox } from './inbox.ts';

const at = '2026-01-01T00:00:00.000Z';
const cancel = (n: number) => ({ do: 'cancel', id: `c${n}`, n, at }) as const;
const limits = (n: number) => ({ do: 'set-limits', id: `l${n}`, n, at, limits: { usd: n } }) as const;
const answer = (n: number): StoredCommand => ({ do: 'answer', id: `a${n}`, n, at, question: 'q', text: 'yes' });

it('4.10 are taken once, in the order in which they came, and wake whoever waits for them', async () => {
  const inbox = new Inbox();
  expect(inbox.take()).toEqual([]);
  const { arrival } = inbox;
  inbox.push(cancel(1));
  inbox.push(limits(2));
  expect(await arrival).toBeNull();
  expect(inbox.take().map(({ n }) => n)).toEqual([1, 2]);
  expect(inbox.take()).toEqual([]);
  const next = inbox.arrival;
  const isThere = await Promise.race([next.then(() => true), Promise.resolve(false)]);
  expect(isThere).toBe(false);
});

it('10.4 become events with their numbers, by which a resumed run knows what was carried out', () => {
  expect(eventsOfCommand(cancel(3))).toEqual([{ type: 'cancel.requested', inbox: 3 }]);
  expect(eventsOfCommand(limits(4))).toEqual([{ type: 'limits.set', inbox: 4, limits: { usd: 4 } }]);
});

it('10.4 that wait for a run that is resumed: limits count, that it was to end is taken back', () => {
  expect(eventsOfWaiting([cancel(1), limits(2), answer(3), limits(4)])).toEqual([
    { type: 'limits.set', inbox: 2, limits: { usd: 2 } },
    { type: 'limits.set', inbox: 4, limits: { usd: 4 } },
  ]);
});
