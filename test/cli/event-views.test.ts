import { expect, it } from 'vitest';
import { eventView } from '../../src/views/event-views.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { history, stored } from './history.ts';

const last = (event: RunEvent) => eventView('turbowrap')(stored(event, 1));

const seen = (name: 'raven' | 'turbowrap'): Record<string, unknown>[] => {
  const view = eventView(name);
  return history.map(view).filter((event) => event !== null);
};

it('10.1 tells a run in the seven events of Raven, each with type, cycle, message and timestamp', () => {
  const events = seen('raven');
  expect(events.map(({ type }) => type)).toEqual([
    'fix_started',
    'cycle_started',
    'agent_invoked',
    'agent_invoked',
    'verification_started',
    'verification_result',
    'verification_started',
    'verification_result',
    'verification_started',
    'verification_result',
    'cycle_completed',
    'fix_completed',
  ]);
  expect(new Set(events.map(({ type }) => type)).size).toBe(7);
  for (const event of events) expect(Object.keys(event)).toEqual(['type', 'cycle', 'message', 'timestamp']);
  expect(events.map(({ cycle }) => cycle)).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(events[7]).toMatchObject({ message: 'failed: npm test failed' });
});

it('10.1 tells a run in the event names of TurboWrap, with codes', () => {
  const events = seen('turbowrap');
  expect(events.map(({ event }) => event)).toEqual([
    'fix_session_started',
    'fix_step_started',
    'fix_issue_streaming',
    'fix_step_completed',
    'fix_session_completed',
  ]);
  expect(events[1]).toMatchObject({ data: { session_id: 'r', step: 1, issues: ['F001', 'F002'] } });
  expect(events[2]).toMatchObject({ data: { issues: ['F001'] } });
});

it('10.1 ends a TurboWrap session once, with an error when the run failed or was stopped', () => {
  expect(last({ type: 'run.stopping', reason: 'quota', message: 'no quota' })).toBeNull();
  expect(last({ type: 'run.finished', status: 'leftovers', stopReason: 'quota', message: 'no quota' })).toMatchObject({
    event: 'fix_session_error',
    data: { error: 'no quota', reason: 'quota' },
  });
  expect(last({ type: 'run.finished', status: 'failed' })).toMatchObject({ event: 'fix_session_error' });
  expect(last({ type: 'run.finished', status: 'cancelled', stopReason: 'cancelled' })).toMatchObject({
    event: 'fix_session_completed',
  });
});
