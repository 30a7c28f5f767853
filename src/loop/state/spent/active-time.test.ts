/** The time that counts against limits.minutes. */
import { expect, it } from 'vitest';
import type { RunEvent, StoredEvent } from '../../../model/event.ts';
import { exampleConfig, folded, runStarted } from '../../../../test/support/loop/examples.ts';
import { remainingMs } from '../../decide/calls/deadline.ts';
import { activeMsAt } from './active-time.ts';

const config = exampleConfig({ limits: { minutes: 10 } });
const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));
const waiting: RunEvent = { type: 'run.waiting', questions: [{ id: 'A-q1', finding: 'a', question: 'which?' }] };
const answered: RunEvent = { type: 'question.answered', question: 'A-q1', answer: 'this' };
const resumed: RunEvent = { type: 'run.resumed', version: '0' };
const note: RunEvent = { type: 'warning', message: 'by the way' };

/** Each with the minute that it happened in. */
const minutesAt = (now: number, ...events: [number, RunEvent][]): number => {
  const stored = [[0, runStarted(config)] as const, ...events].map(([minute, event], index): StoredEvent => ({
    ...event,
    run: 'run',
    seq: index + 1,
    at: at(minute).toISOString(),
  }));
  const state = folded(stored);
  expect(remainingMs(state, at(now))).toBe(Math.max(0, 600_000 - activeMsAt(state, at(now))));
  return activeMsAt(state, at(now)) / 60_000;
};

it('3.1 the time that a run waits for a person does not count, answered at once or by another process', () => {
  expect(minutesAt(60, [2, waiting])).toBe(2);
  expect(minutesAt(63, [2, waiting], [60, answered])).toBe(5);
  expect(minutesAt(63, [2, waiting], [30, note], [60, answered])).toBe(5);
  expect(minutesAt(64, [2, waiting], [60, resumed], [61, answered])).toBe(6);
  expect(minutesAt(64, [2, waiting], [60, resumed], [60, waiting], [61, answered])).toBe(5);
  expect(minutesAt(64, [2, waiting], [60, answered], [61, waiting])).toBe(3);
});

it('10.4 between a stop and its resume no time counts either', () => {
  expect(minutesAt(64, [2, note], [60, resumed])).toBe(6);
  expect(minutesAt(5, [2, note])).toBe(5);
});
