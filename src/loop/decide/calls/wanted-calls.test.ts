/** Which calls are begun while a run stops for its budget. */
import { describe, expect, it } from 'vitest';
import { keyOfCall, type CallSubject } from '../../../model/call.ts';
import type { RunEvent } from '../../../model/event.ts';
import {
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  runStarted,
  stateOf,
} from '../../../../test/support/loop/examples.ts';
import { callActions } from './wanted-calls.ts';

const opinion = (challenger: string): CallSubject => ({ role: 'challenge', unit: '1.1.1', challenger, n: 1 });

const putOff = (subject: CallSubject, waitMs: number): RunEvent[] => [
  { type: 'call.started', call: keyOfCall(subject), subject, agent: 'judge' },
  {
    type: 'call.postponed',
    call: keyOfCall(subject),
    outcome: 'rate-limit',
    message: 'later',
    until: '2026-01-01T00:00:30.000Z',
    waitMs,
    usage: {},
  },
];

const begunAfter = (waitMs: number, ...since: RunEvent[]): unknown => {
  const state = stateOf(
    runStarted(exampleConfig({ limits: { wait: 1_000 }, challenger: { agents: ['judge', 'jury'] } })),
    findingsAdmitted(exampleFinding('a')),
    ...putOff(opinion('judge'), waitMs),
    { type: 'run.stopping', reason: 'budget', message: 'spent' },
    ...since,
  );
  const wanted = ['judge', 'jury'].map((agent) => ({ subject: opinion(agent), agent }));
  return callActions(state, wanted, 4);
};

describe('while a run stops for its budget', () => {
  it('10.4 opinions on what was paid for are still asked for, but nobody waits for one that was put off', () => {
    expect(begunAfter(1_000)).toEqual([{ do: 'call', subject: opinion('jury'), agent: 'jury' }]);
  });

  it('10.4 none is asked for once limits.wait is used up', () => {
    expect(begunAfter(1_001)).toBeNull();
  });

  it('10.4 none is asked for once what is left was closed, though more may be spent by then', () => {
    const closed: RunEvent = { type: 'finding.closed', id: 'a', status: 'blocked', cause: 'stopped', reason: 'spent' };
    expect(begunAfter(0, closed, { type: 'limits.set', limits: { usd: 100 } })).toBeNull();
  });
});
