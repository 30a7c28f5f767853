import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../model/event.ts';
import type { WantedIssue } from '../../../model/finding/leftover.ts';
import { TrackerError } from '../../../ports/tracker.ts';
import { ownLabel } from '../../../stages/leftovers/issue-text.ts';
import { foldOutbox, isWaiting, type Outbox, type OutboxEntry } from '../../../stages/leftovers/outbox.ts';
import { memoryTracker, type MemoryTracker } from '../../../../test/support/leftovers/memory-tracker.ts';
import { sendOutbox } from './send.ts';

/** One machine with its own outbox. */
const machine = (tracker: MemoryTracker, name = 'r1', waitMs = 60_000) => {
  const outbox: Outbox = new Map();
  const slept: number[] = [];
  let hour = 0;
  const add = (event: RunEvent, at = `2026-01-01T00:00:${String(hour).padStart(2, '0')}Z`): void =>
    foldOutbox(outbox, { ...event, at });
  const plan = (want: WantedIssue, text = 'text', finding = 'f1'): void => {
    hour += 1;
    add({
      type: 'leftover.planned',
      finding,
      plan: `${name}.${hour}`,
      to: 'github',
      want,
      title: 'Title',
      body: text,
      digest: text,
      labels: [ownLabel, 'high'],
      note: `note of ${name}.${hour}`,
    });
  };
  const send = (entries = [...outbox.values()].filter(isWaiting)): Promise<void> =>
    sendOutbox(entries, {
      tracker,
      clock: { sleep: async (ms) => void slept.push(ms) },
      signal: new AbortController().signal,
      waitMs,
      pauseMs: 0,
      emit: async (_: OutboxEntry, event) => add(event),
    });
  const entry = (finding = 'f1'): OutboxEntry | undefined => outbox.get(finding);
  return { plan, send, entry, slept, outbox };
};

const unclear = new TrackerError('unclear', 'did not answer');
const limited = new TrackerError('limited', 'too many', 7_000);

/** Fails the first so many times that something is asked. */
const times = (tracker: MemoryTracker, ask: string, count: number, when: 'before' | 'after', error = unclear): void => {
  let left = count;
  tracker.fail((asked) => (asked === ask && left-- > 0 ? { when, error } : null));
};

describe('one issue for each finding', () => {
  it('9.2 is filed once, and left alone while it says the same', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    await here.send();
    expect(here.entry()).toMatchObject({ stage: 'confirmed', doing: 'create', issue: { number: 1 } });
    here.plan('open');
    await here.send();
    expect(here.entry()).toMatchObject({ stage: 'confirmed', doing: 'nothing', issue: { number: 1 } });
    here.plan('open', 'another text');
    await here.send();
    expect(here.entry()).toMatchObject({ doing: 'update' });
    expect(tracker.issues).toHaveLength(1);
    expect(tracker.issues[0]?.body).toMatch(/^<!-- fixpoint:leftover .*-->\nanother text$/);
  });

  it('9.2 closes what is fixed, and opens what came back, each with one comment', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    await here.send();
    here.plan('fixed');
    await here.send();
    expect(tracker.issues[0]).toMatchObject({ open: false, unplanned: false });
    here.plan('open');
    await here.send();
    expect(tracker.issues[0]).toMatchObject({ open: true });
    expect(tracker.notes.get(1)?.map((note) => note.split('\n')[1])).toEqual(['note of r1.2', 'note of r1.3']);
    expect(tracker.issues).toHaveLength(1);
  });

  it('9.2 a finding that never had an issue needs none to be closed', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('fixed');
    await here.send();
    expect(here.entry()).toMatchObject({ stage: 'confirmed', doing: 'nothing', issue: null });
    expect(tracker.asked).toEqual(['list']);
  });

  it('9.2 what a person has closed as not planned stays closed', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    await here.send();
    Object.assign(tracker.issues[0] ?? {}, { open: false, unplanned: true });
    here.plan('open', 'another text');
    await here.send();
    expect(tracker.issues[0]).toMatchObject({ open: false });
    expect(here.entry()).toMatchObject({ doing: 'nothing', issue: { number: 1 } });
  });

  it('9.2 what was dismissed is closed as not planned, and opened when the finding returns', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    await here.send();
    here.plan('dismissed');
    await here.send();
    expect(tracker.issues[0]).toMatchObject({ open: false, unplanned: true });
    here.plan('open');
    await here.send();
    expect(tracker.issues[0]).toMatchObject({ open: true });
  });
});

describe('answers that nobody hears', () => {
  it('9.2 looks before it asks again, so that there is one issue', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    times(tracker, 'create', 1, 'after');
    await here.send();
    expect(tracker.issues).toHaveLength(1);
    expect(here.entry()).toMatchObject({ stage: 'confirmed', doing: 'create' });
    expect(tracker.asked).toEqual(['list', 'newest', 'create', 'list', 'list']);
  });

  it('9.1 waits as the server says, and asks again', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    times(tracker, 'create', 2, 'before', limited);
    await here.send();
    expect(here.slept.filter((ms) => ms > 0)).toEqual([7_000, 7_000]);
    expect(tracker.issues).toHaveLength(1);
  });

  it('9.1 waits longer each time where the server says nothing', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    times(tracker, 'list', 3, 'before');
    await here.send();
    const [first = 0, second = 0, third = 0] = here.slept;
    expect(first).toBeGreaterThanOrEqual(500);
    expect(second).toBeGreaterThanOrEqual(1_000);
    expect(third).toBeGreaterThanOrEqual(2_000);
  });

  it('9.3 gives up beyond leftovers.wait, and keeps what was not sent', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker, 'r1', 6_000);
    here.plan('open');
    here.plan('open', 'text', 'f2');
    times(tracker, 'create', 1, 'before', limited);
    await here.send();
    expect(here.entry()?.error).toMatch(/^too many; .*leftovers\.wait/);
    expect([...here.outbox.values()].every(isWaiting)).toBe(true);
    await here.send();
    expect([...here.outbox.values()].some(isWaiting)).toBe(false);
    expect(tracker.issues).toHaveLength(2);
  });

  it('9.3 one that is refused keeps no other from being sent', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    here.plan('open', 'text', 'f2');
    times(tracker, 'create', 1, 'before', new TrackerError('refused', 'invalid'));
    await here.send();
    expect(here.entry('f1')).toMatchObject({ stage: 'sent', error: 'invalid' });
    expect(here.entry('f2')).toMatchObject({ stage: 'confirmed' });
  });

  it('9.2 a comment that was heard is not made twice', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    await here.send();
    here.plan('fixed');
    times(tracker, 'comment', 1, 'after');
    await here.send();
    expect(tracker.notes.get(1)).toHaveLength(1);
  });

  it('9.2 killed between closing and commenting, it only comments', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    await here.send();
    here.plan('fixed');
    times(tracker, 'comments', 1, 'before', new TrackerError('shut', 'killed'));
    await here.send();
    expect(tracker.issues[0]?.open).toBe(false);
    expect(tracker.notes.get(1)).toBeUndefined();
    tracker.fail(() => null);
    await here.send();
    expect(here.entry()).toMatchObject({ stage: 'confirmed', doing: 'close' });
    expect(tracker.notes.get(1)).toHaveLength(1);
  });

  it('throws for a bug', async () => {
    const here = machine({
      ...memoryTracker(),
      list: async () => {
        throw new RangeError('a bug');
      },
    });
    here.plan('open');
    await expect(here.send()).rejects.toThrow('a bug');
  });
});

describe('several machines', () => {
  it('9.2 the oldest issue stays when two file the same finding at once', async () => {
    const tracker = memoryTracker();
    const [one, two] = [machine(tracker, 'r1'), machine(tracker, 'r2')];
    one.plan('open');
    two.plan('open');
    await Promise.all([one.send(), two.send()]);
    expect(tracker.issues.map(({ open }) => open)).toEqual([true, false]);
    expect(tracker.issues[1]?.body).toMatch(/want=duplicate.*\nThis is a duplicate of https:\/\/tracker\.example\/1/);
    for (const each of [one, two]) expect(each.entry()).toMatchObject({ stage: 'confirmed', issue: { number: 1 } });
    const three = machine(tracker, 'r3');
    three.plan('open');
    await three.send();
    expect(three.entry()).toMatchObject({ doing: 'nothing', issue: { number: 1 } });
  });

  it('9.2 duplicates that somebody left behind are closed by whoever sees them', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    await here.send();
    const [first] = tracker.issues;
    tracker.issues.push({ ...(first ?? expect.fail()), number: 2, url: 'https://tracker.example/2' });
    here.plan('open');
    await here.send();
    expect(tracker.issues.map(({ open }) => open)).toEqual([true, false]);
  });

  it('9.2 an older plan changes nothing any more', async () => {
    const tracker = memoryTracker();
    const [old, late] = [machine(tracker, 'old'), machine(tracker, 'late')];
    old.plan('open');
    late.plan('open', 'first');
    late.plan('open', 'second');
    await late.send();
    await old.send();
    expect(old.entry()).toMatchObject({ doing: 'superseded', issue: { number: 1 } });
    expect(tracker.issues[0]?.body).toContain('second');
  });

  it('9.2 a marker of somebody who is not trusted is not believed', async () => {
    const tracker = memoryTracker();
    const here = machine(tracker);
    here.plan('open');
    await here.send();
    Object.assign(tracker.issues[0] ?? {}, { trusted: false });
    here.plan('open');
    await here.send();
    expect(tracker.issues).toHaveLength(2);
  });
});
