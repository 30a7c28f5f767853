/** Which changes are taken apart before they are judged. */
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../config/schema.ts';
import type { RunEvent } from '../../../model/event.ts';
import { answeredUnit, type RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { next } from '../next.ts';
import { piecesOf, separable } from './separable.ts';
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
} from '../../../../test/support/loop/examples.ts';

const config = exampleConfig({ fix: { agent: 'house', mode: 'batch' } });

const stateAfter = (answer: RunEvent, ...more: RunEvent[]) => stateIn(config, answer, ...more);

const stateIn = (how: Config, answer: RunEvent, ...more: RunEvent[]) =>
  stateOf(
    runStarted(how),
    findingsAdmitted(exampleFinding('a'), exampleFinding('b'), exampleFinding('c', { file: 'a.ts' })),
    planMade('a', 'b', 'c'),
    { type: 'cycle.started', cycle: 1 },
    stepStarted(1, ['a', 'b', 'c']),
    answer,
    ...more,
  );

const unitIn = (state: RunState): AnsweredUnit => {
  const unit = answeredUnit(state, '1.1.1');
  if (!unit) throw new Error('nothing was answered');
  return unit;
};

const isSeparable = (answer: RunEvent, agent = 'house'): boolean => {
  const state = stateAfter(answer);
  const unit = unitIn(state);
  return separable(state, { ...unit, plan: { ...unit.plan, agent } });
};

const both = attempted('1.1.1', ['a', 'b', 'c'], { snapshot: exampleSnapshot('a.ts', 'b.ts') });

describe('8.2 a change about several findings', () => {
  it('8.2 is taken apart by files; those that share one stay together', () => {
    const state = stateAfter(both);
    expect(piecesOf(state, unitIn(state)).map(({ findings, files }) => [findings, files])).toEqual([
      [['a', 'c'], ['a.ts']],
      [['b'], ['b.ts']],
    ]);
    expect(next(state)).toEqual([{ do: 'split', unit: '1.1.1', holds: false }]);
  });

  it('8.2 stays whole when everything is in one file, or nothing was changed', () => {
    expect(isSeparable(attempted('1.1.1', ['a', 'c'], { snapshot: exampleSnapshot('a.ts') }))).toBe(false);
    expect(isSeparable(attempted('1.1.1', ['a', 'b'], { snapshot: null }))).toBe(false);
  });

  it('8.2 stays whole when it was made by machine', () => {
    expect([isSeparable(both), isSeparable(both, 'autofix')]).toEqual([true, false]);
  });

  it('8.2 is taken apart once: its parts are judged one by one, and what stays behind is no fix', () => {
    const parts = [
      { unit: '1.1.1-1', findings: ['a'], snapshot: exampleSnapshot('a.ts') },
      { unit: '1.1.1-2', findings: ['b'], snapshot: exampleSnapshot('b.ts') },
    ];
    const state = stateAfter(both, { type: 'unit.split', unit: '1.1.1', parts });
    expect(next(state)).toMatchObject([
      {
        do: 'record',
        events: [
          { type: 'attempt.judged', unit: '1.1.1', results: { c: { result: 'no-change' } } },
          { type: 'units.ready', units: ['1.1.1-1', '1.1.1-2'] },
        ],
      },
    ]);
    const rest: RunEvent = { type: 'attempt.judged', unit: '1.1.1', results: { c: { result: 'no-change' } } };
    expect(next(stateAfter(both, { type: 'unit.split', unit: '1.1.1', parts }, rest))).toEqual([
      { do: 'record', events: [{ type: 'units.ready', units: ['1.1.1-1', '1.1.1-2'] }] },
    ]);
  });

  it('8.2 what the whole has shown holds for its parts; where it failed, each is checked by itself', () => {
    const verified = exampleConfig({
      fix: { agent: 'house', mode: 'batch' },
      verify: { commands: ['npm test'], baseline: false, together: 'each' },
    });
    const parts = [
      { unit: '1.1.1-1', findings: ['a', 'c'], snapshot: exampleSnapshot('a.ts') },
      { unit: '1.1.1-2', findings: ['b'], snapshot: exampleSnapshot('b.ts') },
    ];
    const rest: RunEvent = { type: 'attempt.judged', unit: '1.1.1', results: {} };
    const afterCheck = (verdict: 'passed' | 'failed') =>
      next(
        stateIn(
          verified,
          both,
          { type: 'check.finished', unit: '1.1.1', verification: exampleVerification({ tree: 't1', verdict }) },
          { type: 'unit.split', unit: '1.1.1', holds: verdict === 'passed', parts },
          rest,
        ),
      );
    const units = ['1.1.1-1', '1.1.1-2'];
    expect(afterCheck('passed')).toEqual([{ do: 'record', events: [{ type: 'units.ready', units }] }]);
    expect(afterCheck('failed')).toEqual(units.map((unit) => ({ do: 'check', unit })));
  });

  it('8.2 a part is not taken apart any further', () => {
    const state = stateAfter(both);
    const unit = unitIn(state);
    expect([separable(state, unit), separable(state, { ...unit, partOf: '1.1' })]).toEqual([true, false]);
  });

  it('10.4 costs its findings what the call cost, once', () => {
    const paid = attempted('1.1.1', ['a', 'b', 'c'], { usage: { usd: 3 }, snapshot: exampleSnapshot('a.ts', 'b.ts') });
    const parts = [
      { unit: '1.1.1-1', findings: ['a', 'c'], snapshot: exampleSnapshot('a.ts') },
      { unit: '1.1.1-2', findings: ['b'], snapshot: exampleSnapshot('b.ts') },
    ];
    const accepted = (unit: string, ...ids: string[]): RunEvent => ({
      type: 'attempt.judged',
      unit,
      results: Object.fromEntries(ids.map((id) => [id, { result: 'refused', gate: 'challenge' }])),
    });
    const state = stateAfter(
      paid,
      { type: 'unit.split', unit: '1.1.1', parts },
      accepted('1.1.1-1', 'a', 'c'),
      accepted('1.1.1-2', 'b'),
    );
    expect([...state.findings.values()].map(({ attempts }) => attempts[0]?.usage.usd)).toEqual([1, 1, 1]);
    expect(state.money.spent.usd).toBe(3);
  });
});
