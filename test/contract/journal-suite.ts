/** What every journal has to hold: one writer at a time, tails, an inbox, and lists that read no events. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../src/model/event.ts';
import { type Journal, NotTheWriterError } from '../../src/ports/journal.ts';
import { elsewhere, type JournalSubject, standing, warning } from '../support/journal-subject.ts';

const hour = 3_600_000;
const inAnHour = { clock: { now: () => new Date(Date.now() + hour) } };
const messageOf = (event: StoredEvent): string => ('message' in event ? String(event.message) : '');

export const journalSuite = (name: string, make: () => JournalSubject): void => {
  describe(`the journal in ${name}`, () => {
    let subject: JournalSubject;
    let opened: Journal[] = [];
    beforeEach(() => {
      subject = make();
    });
    afterEach(async () => {
      for (const journal of opened) await journal.close();
      opened = [];
      await subject.remove();
    });
    const open = (options?: Parameters<JournalSubject['open']>[0]): Journal => {
      const journal = subject.open(options);
      opened.push(journal);
      return journal;
    };

    describe('a lease', () => {
      it('11.1 is renewed by its holder for as long as it lives', async () => {
        let passed = 0;
        const holder = open({ clock: { now: () => new Date(Date.now() + passed) } });
        const writer = await holder.create('r', 'repo', { leaseMs: 3_000 });
        const later = open(inAnHour);
        expect((await later.find('r'))?.holder).toBeNull();
        passed = hour;
        await expect.poll(async () => (await later.find('r'))?.holder?.pid, { timeout: 30_000 }).toBe(process.pid);
        expect(writer.lost.aborted).toBe(false);
      });

      it('11.1 that ran out is taken by whoever claims the run; its holder can add nothing more', async () => {
        const writer = await open().create('r', 'repo', { leaseMs: 60_000 });
        await writer.append([warning('a')]);
        const later = open(inAnHour);
        expect((await later.find('r'))?.holder).toBeNull();
        const next = await later.claim('r', { leaseMs: 4 * hour });
        expect(next.epoch).toBe(writer.epoch + 1);
        await expect(writer.append([warning('late')])).rejects.toThrow(/r was taken over by process \d+ on/);
        expect(writer.lost.reason).toBeInstanceOf(NotTheWriterError);
        expect(await next.append([warning('b')])).toMatchObject([{ seq: 2 }]);
        expect((await open().read('r')).map(messageOf)).toEqual(['a', 'b']);
      });

      it('11.1 that ran out and that nobody took is renewed by its holder, as after a sleep', async () => {
        const journal = open();
        let now = Date.now();
        const sleeper = open({ clock: { now: () => new Date(now) } });
        const writer = await sleeper.create('r', 'repo', { leaseMs: 60_000 });
        now -= hour;
        await writer.append([warning('before the sleep')]);
        expect((await journal.find('r'))?.holder).toBeNull();
        now += hour;
        expect(await writer.append([warning('after it')])).toMatchObject([{ seq: 2 }]);
        expect((await journal.find('r'))?.holder).not.toBeNull();
        await expect(journal.claim('r')).rejects.toThrow(NotTheWriterError);
      });

      it('11.1 tells its holder that it is lost, also one that writes nothing', async () => {
        const writer = await open().create('r', 'repo', { leaseMs: 300 });
        const { promise, resolve } = Promise.withResolvers<unknown>();
        writer.lost.addEventListener('abort', () => resolve(writer.lost.reason));
        await open(inAnHour).claim('r', { leaseMs: 4 * hour });
        expect(await promise).toBeInstanceOf(NotTheWriterError);
        // Giving up what is somebody else's by now does no harm.
        await writer.release();
        await expect(open().claim('r')).rejects.toThrow(NotTheWriterError);
      });

      it('11.1 of a holder that was killed on this machine is not waited for', async () => {
        const other = elsewhere(
          subject,
          `const writer = await journal.create('r', 'repo', { leaseMs: ${hour} });
          await writer.append([{ type: 'warning', message: 'a' }]); setInterval(() => {}, 1000);`,
        );
        const journal = open();
        await expect.poll(async () => (await journal.find('r'))?.lastSeq, { timeout: 30_000 }).toBe(1);
        await expect(journal.claim('r')).rejects.toThrow(/the run r is written by process \d+ on .*fixpoint cancel r/);
        other.kill();
        await other.output;
        expect((await journal.find('r'))?.holder).toBeNull();
        expect(await (await journal.claim('r')).append([warning('b')])).toMatchObject([{ seq: 2 }]);
      });

      it('ends when it is released, when its run is abandoned, and when its journal is closed', async () => {
        const journal = open();
        const first = await journal.create('r', 'repo');
        await first.append([warning('a')]);
        await first.release();
        await expect(first.append([warning('late')])).rejects.toThrow(NotTheWriterError);
        const second = await journal.claim('r');
        await second.abandon();
        expect(await open().read('r')).toHaveLength(1);
        await journal.claim('r');
        await journal.close();
        await journal.close();
        await (await open().claim('r')).release();
        const empty = await open().create('empty', 'repo');
        await empty.abandon();
        expect(await open().find('empty')).toBeNull();
      });

      it('11.1 is held by one of eight processes at any time, and nothing of the others gets in', async () => {
        await (await open().create('r', 'repo')).release();
        const outputs = await Promise.all(Array.from({ length: 8 }, (_, n) => elsewhere(subject, fighter(n)).output));
        const stored = (await open().read('r')).map((event) => `${event.seq} ${messageOf(event)}`);
        // One that never came to the run has nothing to say.
        const lines = outputs.flatMap((output) => output.split('\n').filter((line) => line !== ''));
        const [added, claims] = [momentsIn(lines, 'added'), momentsIn(lines, 'claimed')];
        expect(added.map(({ text }) => text).toSorted(bySeq)).toEqual(stored);
        // An append that begins after somebody else has claimed the run is refused.
        const isLate = (one: Moment): boolean =>
          claims.some(({ text, at }) => Number(text) > epochOf(one.text) && at < one.at);
        expect(added.filter(isLate)).toEqual([]);
        const epochs = stored.map(epochOf);
        expect(epochs).toEqual(epochs.toSorted((a, b) => a - b));
        expect(lines.filter((line) => !/^(?:added |claimed |lost$)/.test(line))).toEqual([]);
        expect(lines.filter((line) => line === 'lost').length).toBeGreaterThan(0);
        expect(new Set(stored.map((line) => line.split(' ')[2])).size).toBeGreaterThan(1);
      }, 120_000);
    });

    describe('a tail', () => {
      it('gives a thousand readers every event once and in order, also those of other processes', async () => {
        const journal = open();
        const writer = await journal.create('r', 'repo');
        for (let n = 1; n <= 20; n += 1) await writer.append([warning(`${n}`)]);
        const end = new AbortController();
        const seen = Array.from({ length: 1_000 }, (): number[] => []);
        const readers = seen.map(async (numbers, index) => {
          for await (const { seq } of journal.tail('r', index % 30, end.signal)) numbers.push(seq);
        });
        for (let n = 21; n <= 40; n += 1) await writer.append([warning(`${n}`)]);
        await writer.release();
        const code = `const writer = await journal.claim('r');
          for (let n = 41; n <= 60; n += 1) await writer.append([{ type: 'warning', message: String(n) }]);
          await journal.close();`;
        expect(await elsewhere(subject, code).output).toBe('');
        const isThrough = (): boolean => seen.every((numbers) => numbers.at(-1) === 60);
        await expect.poll(isThrough, { timeout: 30_000 }).toBe(true);
        end.abort();
        await Promise.all(readers);
        for (const [index, numbers] of seen.entries())
          expect(numbers).toEqual(Array.from({ length: 60 - (index % 30) }, (_, n) => (index % 30) + n + 1));
      }, 60_000);

      it('ends when its journal is closed, and when nobody reads on', async () => {
        const journal = open();
        await (await journal.create('r', 'repo')).append([warning('a'), warning('b')]);
        for await (const event of journal.tail('r', 0)) if (event.seq === 1) break;
        const waiting = Array.fromAsync(journal.tail('r', 0));
        await journal.close();
        expect((await waiting).length).toBeLessThanOrEqual(2);
      });
    });

    describe('the inbox', () => {
      it('4.10 keeps each command once, however often it is sent, in the order of their first arrival', async () => {
        const journal = open();
        await journal.create('r', 'repo');
        await journal.send('r', { do: 'cancel', id: 'first' });
        const sending = `for (let n = 0; n < 21; n += 1)
          await journal.send('r', [
            { do: 'set-limits', id: 'command ' + n, limits: { usd: n } },
            { do: 'answer', id: 'command ' + n, question: 'q', text: 'answer ' + n },
            { do: 'cancel', id: 'command ' + n },
          ][n % 3]);
          await journal.close();`;
        expect(await Promise.all([1, 2, 3].map(() => elsewhere(subject, sending).output))).toEqual(['', '', '']);
        await journal.send('r', { do: 'answer', id: 'first', question: 'q', text: 'not the first of that id' });
        const commands = await open().commands('r');
        expect(commands.map(({ n }) => n)).toEqual(Array.from({ length: 22 }, (_, n) => n + 1));
        expect(commands.map(({ id }) => id)).toEqual([
          'first',
          ...Array.from({ length: 21 }, (_, n) => `command ${n}`),
        ]);
        expect(commands[0]).toMatchObject({ do: 'cancel' });
        expect(await journal.commands('r', 19)).toMatchObject([
          { n: 20, do: 'set-limits', limits: { usd: 18 } },
          { n: 21, do: 'answer', question: 'q', text: 'answer 19' },
          { n: 22, do: 'cancel' },
        ]);
      }, 60_000);

      it('is there for a run that nobody holds, and only for runs that exist', async () => {
        const journal = open();
        await (await journal.create('r', 'repo')).release();
        await open().send('r', { do: 'cancel', id: '1' });
        expect(await journal.commands('r')).toMatchObject([{ n: 1, do: 'cancel', id: '1' }]);
        await expect(journal.send('other', { do: 'cancel', id: '1' })).rejects.toThrow(/no run other/);
        expect(await journal.commands('other')).toEqual([]);
      });
    });

    describe('a list', () => {
      it('says how ten thousand runs stand without reading an event', async () => {
        const journal = open();
        for (let n = 0; n < 10_000; n += 1) {
          const writer = await journal.create(`r${n}`, `repo ${n % 2}`);
          await writer.append([warning('a'), warning('b')], standing({ totals: { ...standing().totals, total: n } }));
          await writer.release();
        }
        subject.spoilEvents();
        const runs = await journal.list();
        expect(runs).toHaveLength(10_000);
        expect(runs[0]).toMatchObject({
          run: 'r9999',
          lastSeq: 2,
          holder: null,
          standing: { totals: { total: 9_999 } },
        });
        expect(await journal.list({ repo: 'repo 0', limit: 2 })).toMatchObject([{ run: 'r9998' }, { run: 'r9996' }]);
        expect(await journal.list({ prefix: 'r123' })).toHaveLength(11);
        await expect(journal.read('r0')).rejects.toThrow(/cannot be read/);
      }, 120_000);

      it('says how a run stands after its last event, and who holds it', async () => {
        const journal = open();
        const writer = await journal.create('r', 'repo');
        expect(await journal.find('r')).toMatchObject({ standing: null, holder: { pid: process.pid } });
        await writer.append([warning('a')], standing());
        await writer.append([{ type: 'run.finished', status: 'clean' }], standing({ status: 'clean', branch: 'b' }));
        await writer.release();
        expect(await journal.list()).toMatchObject([{ holder: null, standing: { status: 'clean', branch: 'b' } }]);
        expect(await journal.find('other')).toBeNull();
      });

      it('leaves out what ended before it began, when asked to', async () => {
        const journal = open();
        await (await journal.create('never began', 'repo')).release();
        await journal.create('begins', 'repo');
        expect((await journal.list({ begun: true })).map(({ run }) => run)).toEqual(['begins']);
        expect((await journal.list()).map(({ run }) => run)).toEqual(['begins', 'never began']);
      });
    });
  });
};

const bySeq = (a: string, b: string): number => Number.parseInt(a, 10) - Number.parseInt(b, 10);

/** What a fighter says that it did, and when: by a clock that all processes of a machine share. */
type Moment = { text: string; at: bigint };

const momentsIn = (lines: readonly string[], what: string): Moment[] =>
  lines
    .filter((line) => line.startsWith(`${what} `))
    .map((line) => line.slice(what.length + 1).split(' @'))
    .map(([text = '', at = '0']) => ({ text, at: BigInt(at) }));

/** Of `SEQ EPOCH WRITER N`. */
const epochOf = (text: string): number => Number(text.split(' ')[1]);

/**
 * Claims the run again and again, adds a few events, and stands still in between, often for longer than its lease: then
 * it cannot renew it. Prints what was added.
 */
const fighter = (n: number): string => `
  const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  const until = Date.now() + 5_000;
  while (Date.now() < until) {
    try {
      const writer = await journal.claim('r', { leaseMs: 60 });
      console.log('claimed ' + writer.epoch + ' @' + process.hrtime.bigint());
      for (let i = 0; i < 5; i += 1) {
        pause(Math.random() * 100);
        const message = writer.epoch + ' ${n} ' + i;
        const begun = process.hrtime.bigint();
        const [{ seq }] = await writer.append([{ type: 'warning', message }]);
        console.log('added ' + seq + ' ' + message + ' @' + begun);
      }
      await writer.release();
    } catch (error) {
      if (error.name !== 'NotTheWriterError') throw error;
      if (error.message.includes('taken over')) console.log('lost');
    }
    pause(Math.random() * 30);
  }
  await journal.close();`;
