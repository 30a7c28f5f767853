/** What a run does that stops early: tools look at its result, and nothing else is begun. */
import { describe, expect, it } from 'vitest';
import { stateOf } from '../../../../test/support/loop/examples.ts';
import { finding, fix, look, run } from '../../../../test/support/loop/told-rounds.ts';
import type { RunEvent, RunEventOf } from '../../../model/event.ts';
import type { Action } from '../../actions.ts';
import { next } from '../next.ts';

const [x, y, z] = [finding('x'), finding('y'), finding('z')];

/** One of two findings is fixed, and the other is still open. */
const halfway = [...look({ round: 1, head: 'c0', all: [x, y] }), ...fix(1, 'x')];

const stopping = (facts: Partial<RunEventOf<'run.stopping'>> = {}): RunEvent => ({
  type: 'run.stopping',
  reason: 'budget',
  message: 'limits.usd is used up',
  ...facts,
});

const planned: RunEvent[] = [
  { type: 'cycle.started', cycle: 2 },
  { type: 'step.started', cycle: 2, step: 1, base: 'c1', units: [{ unit: '2.1.1', findings: ['y'], agent: 'house' }] },
];

const followPlaces: RunEvent = { type: 'places.moved', head: 'c1', places: {}, removed: {}, renamed: {} };

const after = (...events: RunEvent[]): Action[] => next(stateOf(...run(...halfway, followPlaces, ...events)));

const recordedAfter = (...events: RunEvent[]): RunEvent[] => {
  const [action] = after(...events);
  return action?.do === 'record' ? action.events : [];
};

const reported = (...findings: (typeof x)[]): RunEvent[] =>
  look({ round: 2, head: 'c1', all: findings, fresh: findings.filter((each) => each !== y) }).map((event) =>
    event.type === 'round.started' ? { ...event, cause: 'last' } : event,
  );

describe('7.6 a run that stops for its budget or a quota', () => {
  const lastLook = [
    { type: 'finding.closed', id: 'y', cause: 'stopped' },
    { type: 'round.started', round: 2, cause: 'last', reviewers: ['lint'], head: { commit: 'c1' } },
  ];

  it.each(['budget', 'quota', 'auth', 'rate-limit'] as const)('7.6 has its tools look at the result: %s', (reason) => {
    const events = recordedAfter(stopping({ reason }));
    expect(events).toMatchObject(lastLook);
    expect(after(stopping({ reason }), ...events)).toEqual([{ do: 'review', reviewer: 'lint' }]);
  });

  it('7.6 gives up what was planned and not begun, so that nothing is half done', () => {
    const given = recordedAfter(...planned, stopping());
    expect(given).toMatchObject([{ type: 'attempt.finished', unit: '2.1.1', outcome: 'cancelled' }]);
    const judged = recordedAfter(...planned, stopping(), ...given);
    expect(judged).toMatchObject([{ type: 'attempt.judged', results: { y: { result: 'cancelled' } } }]);
    expect(recordedAfter(...planned, stopping(), ...given, ...judged)).toMatchObject([{ type: 'step.finished' }]);
  });

  it('7.6 goes back where that shows that it is worse than the start', () => {
    const worse = [stopping(), ...recordedAfter(stopping()), ...reported(y, z, finding('v')).slice(1)];
    expect(recordedAfter(...worse)).toMatchObject([{ type: 'head.restored', head: { commit: 'c0' } }, {}, {}, {}]);
    const good = [stopping(), ...recordedAfter(stopping()), ...reported(y).slice(1)];
    expect(after(...good)).toEqual([{ do: 'hand-over' }]);
  });

  it('7.6 looks at nothing where fixes or reviews are half done, or when it ends at once', () => {
    const begun: RunEvent = { type: 'attempt.started', unit: '2.1.1', agent: 'house', cycle: 2 };
    expect(after(...planned, begun, stopping())).toEqual([{ do: 'attempt', unit: '2.1.1' }]);
    for (const facts of [{ atOnce: true }, { reason: 'tampered' as const }, { reason: 'setup' as const }])
      expect(recordedAfter(stopping(facts))).toMatchObject([{ type: 'finding.closed', id: 'y', cause: 'stopped' }]);
    expect(recordedAfter({ type: 'cancel.requested' })).toMatchObject([{ type: 'finding.closed', cause: 'cancelled' }]);
  });

  it('7.6 and when it is resumed, what is open is fixed, with what that look found', () => {
    const stopped = [stopping(), ...recordedAfter(stopping()), ...reported(y, z).slice(1)];
    const resumed: RunEvent = { type: 'run.resumed', version: '0' };
    const closed = recordedAfter(...stopped);
    expect(closed).toMatchObject([{ type: 'finding.closed', id: 'z', cause: 'stopped' }]);
    expect(after(...stopped, ...closed, resumed)).toEqual([{ do: 'plan', round: 2 }]);
  });
});
