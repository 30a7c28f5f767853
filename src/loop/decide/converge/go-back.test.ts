/** Which state is handed over when later ones are worse, and what is said of the findings then. */
import { describe, expect, it } from 'vitest';
import { exampleFinding, findingsAdmitted, runStarted, stateOf } from '../../../../test/support/loop/examples.ts';
import { finding, fix, look, run, toldConfig } from '../../../../test/support/loop/told-rounds.ts';
import type { RunEvent, RunEventOf } from '../../../model/event.ts';
import type { Finding } from '../../../model/finding.ts';
import type { RunState } from '../../state/state.ts';
import { goBackToTheBest } from './go-back.ts';

const eventsOf = (state: RunState): RunEvent[] => {
  const [action] = goBackToTheBest(state) ?? [];
  return action?.do === 'record' ? action.events : [];
};

const restoredIn = (...events: RunEvent[]): RunEventOf<'head.restored'> | undefined =>
  eventsOf(stateOf(...run(...events))).find((event) => event.type === 'head.restored');

const [x, y, z] = [finding('x'), finding('y'), finding('z')];

describe('7.6 the best state is handed over', () => {
  const worse = [
    ...look({ round: 1, head: 'c0', all: [x] }),
    ...fix(1, 'x'),
    ...look({ round: 2, head: 'c1', all: [y, z], minted: ['y', 'z'] }),
  ];

  it('7.6 the start, where fixes brought more than they removed; no finding is fixed by what was taken back', () => {
    const before = run(...worse);
    const events = eventsOf(stateOf(...before));
    expect(events).toMatchObject([
      { type: 'head.restored', head: { commit: 'c0', tree: 't0' }, taken: ['c1'], fixed: {} },
      { type: 'finding.closed', id: 'x', status: 'blocked', cause: 'taken-back' },
      { type: 'finding.closed', id: 'y', status: 'dismissed', cause: 'taken-back' },
      { type: 'finding.closed', id: 'z', status: 'dismissed', cause: 'taken-back' },
    ]);
    const after = stateOf(...before, ...events);
    expect([after.code.commits, after.code.verifiedHead.commit, after.findings.get('x')?.commit]).toEqual([
      [],
      'c0',
      undefined,
    ]);
    expect(goBackToTheBest(after)).toBeNull();
  });

  it('4.6, 7.6 what its own fixer could not fix is left over for that reason when the fix of another is taken back', () => {
    const both = look({ round: 1, head: 'c0', all: [x, y] });
    const blocked: RunEvent = {
      type: 'attempt.judged',
      unit: '1.1.1',
      results: {
        x: { result: 'accepted' },
        y: { result: 'no-change', reason: 'blocked: somebody has to decide' },
      },
    };
    const fixing = fix(1, 'x').flatMap((event): RunEvent[] => {
      if (event.type === 'step.started')
        return [{ ...event, units: event.units.map((unit) => ({ ...unit, findings: ['x', 'y'] })) }];
      if (event.type === 'attempt.finished')
        return [
          { ...event, claims: { ...event.claims, y: { claim: 'blocked', explanation: 'somebody has to decide' } } },
        ];
      if (event.type !== 'attempt.judged') return [event];
      return [blocked, { type: 'finding.fixed', id: 'y', commit: 'c1', unit: '1.1.1', reason: 'with another' }];
    });
    const [v, w] = [finding('v'), finding('w')];
    const minted = look({ round: 2, head: 'c1', all: [v, w, z], minted: ['v', 'w', 'z'] });
    expect(eventsOf(stateOf(...run(...both, ...fixing, ...minted)))).toMatchObject([
      { type: 'head.restored', taken: ['c1'] },
      { id: 'x', status: 'blocked', cause: 'taken-back' },
      { id: 'y', status: 'blocked', cause: 'fixer', reason: 'somebody has to decide' },
      {},
      {},
      {},
    ]);
  });

  it('7.6 a state in between, where only what came later was worse: what it had fixed stays fixed', () => {
    const events = [
      ...look({ round: 1, head: 'c0', all: [x, y] }),
      ...fix(1, 'x'),
      ...look({ round: 2, head: 'c1', all: [y], fresh: [] }),
      ...fix(2, 'y'),
      ...look({ round: 3, head: 'c2', all: [z, finding('v')], minted: ['z', 'v'] }),
    ];
    expect(restoredIn(...events)).toMatchObject({ head: { commit: 'c1' }, taken: ['c2'], fixed: { x: 'c1' } });
  });

  it('7.6 the newest, where it is no worse', () => {
    const even = [
      ...look({ round: 1, head: 'c0', all: [x] }),
      ...fix(1, 'x'),
      ...look({ round: 2, head: 'c1', all: [y], minted: ['y'] }),
    ];
    expect(restoredIn(...even)).toBeUndefined();
  });

  it('7.6 the newest, where only another look at it found more', () => {
    const again = [
      ...look({ round: 1, head: 'c0', all: [x, y, z] }),
      ...fix(1, 'x'),
      ...look({ round: 2, head: 'c1', all: [y], fresh: [] }),
      ...look({ round: 3, head: 'c1', all: [y, z], fresh: [] }),
    ];
    expect(restoredIn(...again)).toBeUndefined();
  });

  it('7.6 the start as it was seen last, after an earlier return to it', () => {
    const events = [...worse, ...eventsOf(stateOf(...run(...worse)))];
    const since = [
      ...look({ round: 3, head: 'c0', all: [], fresh: [] }),
      ...fix(2, 'x'),
      ...look({ round: 4, head: 'c2', all: [z], fresh: [], minted: ['z'] }),
    ];
    expect(restoredIn(...events, ...since)).toMatchObject({ head: { commit: 'c0' }, taken: ['c2'] });
  });

  it('7.6 severities count: one critical finding is worse than two of medium severity', () => {
    const severe = finding('s', 'critical');
    const events = [
      ...look({ round: 1, head: 'c0', all: [x, y] }),
      ...fix(1, 'x'),
      ...look({ round: 2, head: 'c1', all: [severe], minted: ['s'] }),
    ];
    expect(restoredIn(...events)?.reason).toContain(
      'reviewers report 1 finding after all fixes, and here 2 findings that weigh less',
    );
  });

  it('7.6 a tool that calls the same rule worse from round to round has not made the code worse', () => {
    const again = { ...x, severity: 'critical' as const };
    const events = [
      ...look({ round: 1, head: 'c0', all: [x, y] }),
      ...fix(1, 'y'),
      ...look({ round: 2, head: 'c1', all: [again], fresh: [] }),
    ];
    expect(restoredIn(...events)).toBeUndefined();
  });

  it('7.6 where a tool gives a rule several severities from the first, each finding of it weighs what it says', () => {
    const [mild, bad, worst] = (['low', 'medium', 'critical'] as const).map((severity) => ({ ...x, severity }));
    const all = mild && bad && worst ? { mild, bad, worst } : expect.fail();
    const from = (before: Finding[], after: Finding[]): string | undefined =>
      restoredIn(
        ...look({ round: 1, head: 'c0', all: before, fresh: [x, y] }),
        ...fix(1, 'y'),
        ...look({ round: 2, head: 'c1', all: after, fresh: [] }),
      )?.head.commit;
    expect(from([all.mild, all.mild, all.worst], [all.worst, all.worst])).toBe('c0');
    expect(from([all.mild, all.mild, all.worst], [all.mild, all.mild, all.mild])).toBeUndefined();
    expect(from([all.mild, all.mild, all.bad], [all.mild, all.worst])).toBeUndefined();
  });

  it('7.6 not the one in which the code is as it was: what was fixed before is not fixed there', () => {
    const events = [
      findingsAdmitted(exampleFinding('a'), exampleFinding('b')),
      ...fix(1, 'a', 't7'),
      ...fix(2, 'b', 't0'),
    ];
    const state = stateOf(runStarted(toldConfig), ...events);
    expect(eventsOf(state)).toMatchObject([
      { type: 'head.restored', head: { commit: 'c1' }, taken: ['c2'], fixed: { a: 'c1' } },
      { type: 'finding.closed', id: 'b', status: 'blocked', cause: 'taken-back' },
    ]);
  });

  it('7.6 not while fixes wait that a resumed run goes on with', () => {
    const waiting: RunEvent = {
      type: 'step.started',
      cycle: 1,
      step: 2,
      base: 'c1',
      units: [{ unit: '1.2.1', findings: ['y'], agent: 'house' }],
    };
    const open: RunEvent = { type: 'cycle.started', cycle: 2 };
    expect(restoredIn(...worse, open, waiting)).toBeUndefined();
  });
});
