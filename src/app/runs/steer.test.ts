/** What reaches a run from outside: its caller, its inbox, and the loss of its lease. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from '../../adapters/journal/sqlite-journal.ts';
import { exampleState } from '../../../test/support/loop/examples.ts';
import { type Journal, NotTheWriterError, type Writer } from '../../ports/journal.ts';
import { EndedAtOnce, steer, type Steered, type Steering } from './steer.ts';

const at = '2026-01-01T00:00:00.000Z';

let journal: Journal;
let writer: Writer;
let steering: Steering;
let ended: { graceMs?: number }[] = [];
beforeEach(async () => {
  journal = openJournal(':memory:');
  writer = await journal.create('run', 'repo');
  ended = [];
});
afterEach(async () => {
  steering.stop();
  await journal.close();
});

const start = (more: Partial<Steered> = {}): Steering => {
  const endProcesses: Steered['app']['endProcesses'] = async (_, __, options = {}) => ended.push(options);
  steering = steer({ app: { endProcesses }, journal, writer, state: exampleState(), ...more });
  return steering;
};

const endless = new Promise<never>(() => undefined);

it('4.10 cancelled once it comes to a clean end, twice it ends at once with all that it started', async () => {
  const { cancel, clean, unlessAtOnce } = start();
  const end = unlessAtOnce(endless);
  cancel();
  expect([clean.aborted, ended]).toEqual([true, []]);
  cancel();
  await expect(end).rejects.toThrow(EndedAtOnce);
  expect(ended).toEqual([{ graceMs: 0 }]);
});

it('4.10 ended at once it says so, though the loop came to its end while the processes were ended', async () => {
  const gone = Promise.withResolvers<number>();
  const { cancel, unlessAtOnce } = start({ app: { endProcesses: () => gone.promise } });
  const loop = Promise.withResolvers<string>();
  const end = unlessAtOnce(loop.promise);
  cancel();
  cancel();
  loop.resolve('clean');
  setImmediate(() => gone.resolve(1));
  await expect(end).rejects.toThrow(EndedAtOnce);
});

it('4.10, 10.4 hears its inbox: the loop carries out that it is to end and its limits, and people answer', async () => {
  const { inbox, box, clean } = start();
  await journal.send('run', { do: 'set-limits', id: 'm1', limits: { usd: 3 } });
  await journal.send('run', { do: 'answer', id: 'm2', question: 'A-q1', text: 'this' });
  await journal.send('run', { do: 'cancel', id: 'm3' });
  await box.more();
  await expect.poll(() => clean.aborted).toBe(true);
  expect(inbox.take()).toMatchObject([
    { n: 1, do: 'set-limits', limits: { usd: 3 } },
    { n: 3, do: 'cancel' },
  ]);
  expect(await box.take()).toEqual([{ question: 'A-q1', answer: 'this', command: 'm2' }]);
});

it('3.1, 10.4 takes answers that were there when it was resumed, and nothing of that a second time', async () => {
  const answer = { do: 'answer', id: 'm1', question: 'A-q1', text: 'this' } as const;
  const limits = { do: 'set-limits', id: 'm2', limits: { usd: 3 } } as const;
  await journal.send('run', answer);
  await journal.send('run', limits);
  const { inbox, box } = start({
    commands: [
      { ...answer, n: 1, at },
      { ...limits, n: 2, at },
    ],
  });
  await journal.send('run', { do: 'answer', id: 'm3', question: 'A-q2', text: 'that' });
  const heard = [...(await box.take())];
  await expect
    .poll(async () => heard.push(...(await box.take())) && heard.map(({ command }) => command))
    .toEqual(['m1', 'm3']);
  expect(inbox.take()).toEqual([]);
});

it('4.10 that was to end before it was begun ends cleanly', () => {
  expect(start({ cancelled: true }).clean.aborted).toBe(true);
});

it('11.1 ends at once when somebody else has taken the run', async () => {
  const lost = new AbortController();
  const { unlessAtOnce } = start({ writer: { ...writer, lost: lost.signal } });
  lost.abort(new NotTheWriterError('the run r was taken over'));
  await expect(unlessAtOnce(endless)).rejects.toThrow('the run r was taken over');
  expect(ended).toEqual([]);
});
