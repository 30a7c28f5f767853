/** Journals of earlier versions fold to what they meant. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../model/event.ts';
import {
  attempted,
  exampleConfig,
  exampleFinding,
  exampleSnapshot,
  exampleVerification,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
  stepStarted,
} from '../../../test/support/loop/examples.ts';

const config = exampleConfig({
  fix: { agent: 'house', mode: 'batch' },
  verify: { commands: ['npm test'], baseline: false },
});
const tree = 'tree of a.ts,b.ts';
const begun: RunEvent[] = [
  runStarted(config),
  findingsAdmitted(exampleFinding('a'), exampleFinding('b')),
  planMade('a', 'b'),
  { type: 'cycle.started', cycle: 1 },
  stepStarted(1, ['a', 'b']),
  attempted('1.1.1', ['a', 'b']),
];
const checked = (verdict: 'passed' | 'failed' | 'unproven'): RunEvent => ({
  type: 'check.finished',
  unit: '1.1.1',
  verification: exampleVerification({ tree, verdict }),
});

describe('a journal without head.accepted', () => {
  const head = { commit: 'c1', tree };
  const integrated: RunEvent[] = [
    ...begun,
    checked('passed'),
    {
      type: 'units.integrated',
      head,
      commits: [{ ...head, unit: '1.1.1', findings: ['a', 'b'], files: ['a.ts'] }],
      conflicts: [],
    },
  ];
  const judged = (result: 'accepted' | 'refused'): RunEvent => ({
    type: 'attempt.judged',
    unit: '1.1.1',
    results: { a: { result }, b: { result } },
  });

  it('10.1 has its head accepted with the first fix that was', () => {
    expect(stateOf(...integrated).code.verifiedHead).toEqual({ commit: 'c0', tree: 't0' });
    expect(stateOf(...integrated, judged('accepted')).code.verifiedHead).toEqual(head);
  });

  it('10.1 keeps the head that it had when nothing was accepted', () => {
    expect(stateOf(...integrated, judged('refused')).code.verifiedHead).toEqual({ commit: 'c0', tree: 't0' });
  });
});

describe('a unit that was split before it was said whether the check holds for its parts', () => {
  const split: RunEvent = {
    type: 'unit.split',
    unit: '1.1.1',
    parts: [{ unit: '1.1.1-1', findings: ['a'], snapshot: exampleSnapshot('a.ts') }],
  };
  const checkOfPart = (...events: RunEvent[]) =>
    stateOf(...begun, ...events).fixing.units.get('1.1.1-1')?.check?.verdict;

  it('8.2 passes it on by the rule of then', () => {
    expect(checkOfPart(checked('passed'), split)).toBe('passed');
    expect(checkOfPart(checked('failed'), split)).toBeUndefined();
    expect(checkOfPart(checked('unproven'), split)).toBeUndefined();
    expect(checkOfPart(checked('passed'), { ...split, holds: false })).toBeUndefined();
  });
});
