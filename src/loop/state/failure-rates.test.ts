/** How often fixes of a kind turn out to be bad. */
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../model/attempt.ts';
import type { RunEventOf } from '../../model/event.ts';
import { attempted, exampleFinding, exampleState } from '../../../test/support/loop/examples.ts';
import { riskOf } from '../decide/prove/risk.ts';
import { countFixes, kindOfFix } from './failure-rates.ts';
import type { AnsweredUnit } from './unit.ts';

const unit = (agent = 'house', findings = ['a']): AnsweredUnit => ({
  plan: { unit: '1.1.1', findings, agent },
  cycle: 1,
  base: 'c0',
  phase: 'ready',
  answer: { ...attempted('1.1.1', findings, { agent }), at: '' },
});
const tried = (agent = 'house'): Attempt => ({
  n: 1,
  at: '',
  cycle: 1,
  agent,
  claim: 'fixed',
  result: 'refused',
  files: [],
  usage: {},
  durationMs: 1,
});
const stateWith = (attempts: Record<string, Attempt[]>, input = {}) => {
  const state = exampleState(input);
  for (const [id, each] of Object.entries(attempts))
    state.findings.set(id, { finding: exampleFinding(id), status: 'open', attempts: each });
  return state;
};

type Results = RunEventOf<'attempt.judged'>['results'];

describe('5.6 the kind of a fix', () => {
  it('5.6 is the machine, or the agent and its so many-th attempt', () => {
    const kind = (attempts: Record<string, Attempt[]>, each = unit()) => kindOfFix(stateWith(attempts), each);
    expect(kind({ a: [] }, unit('autofix'))).toBe('autofix');
    expect(kind({ a: [] })).toBe('house 1');
    expect(kind({ a: [tried('autofix')] })).toBe('house 1');
    expect(kind({ a: [tried()], b: [tried(), tried()] }, unit('house', ['a', 'b']))).toBe('house 3');
    expect(kind({ a: [tried(), tried(), tried(), tried(), tried()] })).toBe('house 3');
  });
});

describe('5.6 what is counted', () => {
  const ratesAfter = (...judgements: Results[]) => {
    const state = stateWith({ a: [] });
    for (const results of judgements) countFixes(state, 'house 1', { results });
    return state.fixing.rates.get('house 1');
  };

  it('5.6 is what runs have shown, once for each fix', () => {
    expect(ratesAfter({ a: { result: 'accepted' }, b: { result: 'accepted' } })).toEqual({ proven: 1, bad: 0 });
    for (const gate of ['verify', 'tool', 'combined'])
      expect(ratesAfter({ a: { result: 'refused', gate } }, { a: { result: 'accepted' } })).toEqual({
        proven: 1,
        bad: 1,
      });
  });

  it('5.6 is not what was refused without a run, put off, or in conflict', () => {
    for (const gate of ['challenge', 'hooks', 'proof', 'justification'])
      expect(ratesAfter({ a: { result: 'refused', gate } })).toBeUndefined();
    for (const result of ['conflict', 'no-change', 'agent-error', 'cancelled'] as const)
      expect(ratesAfter({ a: { result } })).toBeUndefined();
  });
});

describe('5.6 the risk of a fix', () => {
  const riskAfter = (proven: number, bad: number, agent = 'house', input = {}): number => {
    const state = stateWith({ a: [] }, input);
    state.fixing.rates.set(kindOfFix(state, unit(agent)), { proven, bad });
    return riskOf(state, unit(agent));
  };

  it('5.6 is small for machines and larger for agents before anything was seen', () => {
    expect(riskAfter(0, 0, 'autofix')).toBeCloseTo(0.0005);
    expect(riskAfter(0, 0)).toBeCloseTo(0.1);
  });

  it('5.6 goes by what was seen, the more of it the more', () => {
    expect(riskAfter(0, 10)).toBeGreaterThan(0.5);
    expect(riskAfter(200, 0)).toBeLessThan(0.01);
    expect(riskAfter(70, 30)).toBeCloseTo(0.3, 1);
    expect(riskAfter(100, 100, 'autofix')).toBeGreaterThan(0.2);
  });

  it('5.6 is small where each was proven by itself', () => {
    expect(riskAfter(0, 10, 'house', { verify: { together: 'each' } })).toBe(0.02);
  });
});
