/** Challengers: who is asked how often, and what their scores come to. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../../config/schema.ts';
import type { CallSubject } from '../../../model/call.ts';
import type { RunEvent } from '../../../model/event.ts';
import { isSolved } from '../../../model/challenge.ts';
import { askedAbout, challengeOf } from './challenge.ts';
import { next } from '../next.ts';
import type { RunState } from '../../state/state.ts';
import {
  attempted,
  called,
  exampleConfig,
  exampleFinding,
  exampleSnapshot,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
  stepStarted,
} from '../../../../test/support/loop/examples.ts';

const configOf = (challenger: ConfigInput['challenger']) =>
  exampleConfig({ fix: { agent: 'house', mode: 'batch' }, challenger });

type Asking = Extract<CallSubject, { role: 'challenge' }>;
const asking = (n = 1, challenger = 'judge'): Asking => ({ role: 'challenge', unit: '1.1.1', challenger, n });

const scored = (scores: Record<string, number>, n = 1, challenger = 'judge'): RunEvent[] =>
  called(
    asking(n, challenger),
    {
      role: 'challenge',
      scores: Object.fromEntries(
        Object.entries(scores).map(([id, score]) => [id, { score, feedback: `${score}`, improvements: [] }]),
      ),
      unknownIds: [],
      problems: [],
    },
    {},
    challenger,
  );

const failed = (n: number, facts: Parameters<typeof called>[2] = {}): RunEvent[] =>
  called(asking(n), null, facts, 'judge');

/** Two findings, both said to be fixed, in files that cannot be told apart. */
const claimed = ['a', 'b'];
const begun = (config: ReturnType<typeof configOf>): RunEvent[] => [
  runStarted(config),
  findingsAdmitted(exampleFinding('a', { file: 'x.ts' }), exampleFinding('b', { file: 'x.ts' })),
  planMade('a', 'b'),
  { type: 'cycle.started', cycle: 1 },
  stepStarted(1, claimed),
  attempted('1.1.1', claimed, { snapshot: exampleSnapshot('x.ts') }),
];

const one = configOf({ agents: ['judge'] });

const hear = (events: RunEvent[], config = one, change: (state: RunState) => void = () => undefined) => {
  const state = stateOf(...begun(config), ...events);
  change(state);
  const unit = state.fixing.units.get('1.1.1');
  if (!unit) throw new Error('there is no unit');
  return challengeOf(state, unit, claimed);
};

const wanted = (heard: ReturnType<typeof hear>): [string, number][] =>
  heard.status === 'waiting'
    ? heard.calls.map(({ subject }) => (subject.role === 'challenge' ? [subject.challenger, subject.n] : ['', 0]))
    : [];

const solved = (heard: ReturnType<typeof hear>): Record<string, boolean> =>
  heard.status === 'done'
    ? Object.fromEntries(Object.entries(heard.challenges).map(([id, challenge]) => [id, isSolved(challenge)]))
    : {};

describe('6.3 a challenger that gives no score', () => {
  it.each(['crashed', 'timeout', 'refused'] as const)(
    '6.3 is asked once more after it ended %s, and never a third time',
    (outcome) => {
      expect(wanted(hear([]))).toEqual([['judge', 1]]);
      expect(wanted(hear(failed(1, { outcome })))).toEqual([['judge', 2]]);
      const silent = hear([...failed(1, { outcome }), ...failed(2, { outcome, message: 'it went away' })]);
      expect(wanted(silent)).toEqual([]);
      expect(solved(silent)).toEqual({ a: false, b: false });
      expect(silent).toMatchObject({ challenges: { a: { score: 0, feedback: 'not judged: it went away' } } });
    },
  );

  it('6.3 is asked once more about what it left out only, and what it left out twice is not solved', () => {
    const skipped = scored({ a: 95 });
    expect(wanted(hear(skipped))).toEqual([['judge', 2]]);
    expect(askedAbout(stateOf(...begun(one), ...skipped), asking(2), claimed)).toEqual(['b']);
    expect(solved(hear([...skipped, ...scored({}, 2)]))).toEqual({ a: true, b: false });
    expect(solved(hear([...skipped, ...scored({ b: 90 }, 2)]))).toEqual({ a: true, b: true });
  });

  it('6.3 is not heard a second time about what it has scored already', () => {
    const heard = hear([...scored({ a: 40 }), ...scored({ a: 100, b: 100 }, 2)]);
    expect(heard).toMatchObject({ challenges: { a: { score: 40 }, b: { score: 100 } } });
  });

  it('10.4 has said nothing yet when the budget cut it short, be it for the second time', () => {
    expect(wanted(hear(failed(1, { outcome: 'cancelled' })))).toEqual([['judge', 1]]);
    expect(wanted(hear([...failed(1), ...failed(2, { outcome: 'cancelled' })]))).toEqual([['judge', 2]]);
  });
});

describe('6.1 the status comes from the score', () => {
  it.each([
    [89.9, false],
    [90, true],
    [100, true],
  ])('6.1 %d of 90: solved is %s', (score, expected) => {
    expect(solved(hear(scored({ a: score, b: 100 })))).toEqual({ a: expected, b: true });
  });
});

describe('6.4 several challengers', () => {
  const three = (vote: 'veto' | 'median' | 'majority') => configOf({ agents: ['judge', 'jury', 'house'], vote });
  const votes = (judge: number, jury: number, house: number): RunEvent[] => [
    ...scored({ a: judge, b: 100 }),
    ...scored({ a: jury, b: 100 }, 1, 'jury'),
    ...scored({ a: house, b: 100 }, 1, 'house'),
  ];

  it('6.4 are all asked, each by its name', () => {
    expect(wanted(hear([], three('veto')))).toEqual([
      ['judge', 1],
      ['jury', 1],
      ['house', 1],
    ]);
  });

  it.each([
    ['veto', [100, 100, 80], false],
    ['median', [100, 100, 0], true],
    ['median', [100, 80, 0], false],
    ['majority', [90, 90, 0], true],
    ['majority', [100, 89, 89], false],
  ] as const)('6.4 by %s, of %j: solved is %s', (vote, [judge, jury, house], expected) => {
    expect(solved(hear(votes(judge, jury, house), three(vote)))).toEqual({ a: expected, b: true });
  });
});

describe('6.5 a score of 0 by code', () => {
  /** One finding, in x.ts, and a change of another file. */
  const elsewhere: RunEvent[] = [
    runStarted(one),
    findingsAdmitted(exampleFinding('a', { file: 'x.ts' })),
    planMade('a'),
    { type: 'cycle.started', cycle: 1 },
    stepStarted(1, ['a']),
    attempted('1.1.1', ['a'], { snapshot: exampleSnapshot('y.ts') }),
  ];
  const zero = {
    result: 'refused',
    gate: 'challenge',
    reason: 'scored 0, needs 90: the change does not touch x.ts, nor any file that the explanation names',
    challenge: { score: 0, votes: [] },
  };
  const judged = [{ do: 'record', events: [{ type: 'attempt.judged', results: { a: zero } }] }];

  it('6.5 is given without a call to a change that does not touch what it claims', () => {
    expect(next(stateOf(...elsewhere))).toMatchObject(judged);
  });

  it('6.5 is not outvoted by what a challenger says', () => {
    expect(next(stateOf(...elsewhere, ...scored({ a: 100 })))).toMatchObject(judged);
  });

  it('6.5 is given to an empty change, which is no fix whatever the score', () => {
    const empty = attempted('1.1.1', claimed, { snapshot: null });
    const actions = next(stateOf(...begun(one).slice(0, -1), empty, ...scored({ a: 95, b: 95 })));
    expect(actions).toMatchObject([
      { do: 'record', events: [{ results: { a: { result: 'no-change', challenge: { score: 0 } } } }] },
    ]);
  });
});

describe('nobody challenges', () => {
  it('6.1 without challengers, nor a machine-made fix', () => {
    expect(hear([], configOf({ agents: [] }))).toEqual({ status: 'done', challenges: {} });
    const byMachine = (state: RunState): void => {
      const unit = state.fixing.units.get('1.1.1');
      if (unit) unit.plan = { ...unit.plan, agent: 'autofix' };
    };
    expect(hear([], one, byMachine)).toEqual({ status: 'done', challenges: {} });
  });
});

describe('6.2 what was not good enough', () => {
  const judgedAfter = (scores: Record<string, number>) => next(stateOf(...begun(one), ...scored(scores)));

  it('6.2 is refused with what the challenger says, and so is what cannot be separated from it', () => {
    expect(judgedAfter({ a: 40, b: 95 })).toMatchObject([
      {
        do: 'record',
        events: [
          {
            type: 'attempt.judged',
            results: {
              a: { result: 'refused', gate: 'challenge', reason: 'scored 40, needs 90: 40', challenge: { score: 40 } },
              b: {
                result: 'refused',
                gate: 'challenge',
                reason: expect.stringContaining('cannot be separated from that of A'),
              },
            },
          },
        ],
      },
    ]);
  });

  it('6.2 is taken in when all are content', () => {
    expect(judgedAfter({ a: 90, b: 95 })).toEqual([
      { do: 'record', events: [{ type: 'units.ready', units: ['1.1.1'] }] },
    ]);
  });
});
